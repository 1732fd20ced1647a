import type { LeadStage } from '#contract/lead.ts';
import { dateFormat } from '#web/lib/format/formats.ts';
import { userTimeZone } from '#web/lib/format/time.ts';

const DAY = 86_400_000;

/** Days are the same in every time zone. */
const dayFormat = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });
const timeFormat = dateFormat({ timeStyle: 'short' });

/** The day of a moment where the workspace is, or else the reader, such as `2026-11-24`. */
export function dayOf(at: Date): string {
  // Canadians write days as ISO 8601 does.
  return new Intl.DateTimeFormat('en-CA', { timeZone: userTimeZone(), year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

/** The day some days later. */
export const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** Whether somebody should be asked for the next step of a lead: it is open, and has none that is still to come. */
export const needsNextStep = ({ stage, nextStepDueBy }: { stage: LeadStage; nextStepDueBy: string | null }): boolean =>
  stage !== 'won' && !(nextStepDueBy && Date.parse(nextStepDueBy) > Date.now());

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The day that words of a call mean, such as “by Friday” or “in two days”, as said on a day; the next day where they name none. */
export function dayFromWords(words: string | null, saidOn: string): string {
  const text = (words ?? '').toLowerCase();
  if (/\btoday|tonight|this (morning|afternoon|evening)\b/.test(text)) return saidOn;
  const count = /\bin (a|an|one|two|three|four|five|\d{1,2}) (day|week)s?\b/.exec(text);
  if (count) {
    const [, number = '', unit] = count;
    const known = ['', 'one', 'two', 'three', 'four', 'five'].indexOf(number);
    const days = /^an?$/.test(number) ? 1 : known > 0 ? known : Number(number);
    return addDays(saidOn, unit === 'week' ? 7 * days : days);
  }
  const weekday = WEEKDAYS.findIndex((name) => new RegExp(`\\b${name}\\b`).test(text));
  if (weekday >= 0) return addDays(saidOn, ((weekday - new Date(saidOn).getUTCDay() + 6) % 7) + 1);
  return addDays(saidOn, /\bnext week\b/.test(text) ? 7 : 1);
}

type Due = { dueOn: string | null; dueAt: string | null };

/** When a task is due, in words, and whether that is over. */
export function dueOf({ dueOn, dueAt }: Due, now: Date): { label: string; isOverdue: boolean } {
  const today = dayOf(now);
  const day = dueOn ?? (dueAt ? dayOf(new Date(dueAt)) : today);
  const isOverdue = dueOn ? dueOn < today : dueAt !== null && Date.parse(dueAt) <= now.getTime();
  const shown = day === today ? 'today' : day === addDays(today, 1) ? 'tomorrow' : dayFormat.format(new Date(day));
  const time = dueAt && (day === today || !isOverdue) ? ` ${timeFormat.format(new Date(dueAt))}` : '';
  if (isOverdue) return { label: `Overdue since ${shown}${time}`, isOverdue };
  return { label: `${shown.charAt(0).toUpperCase()}${shown.slice(1)}${time}`, isOverdue };
}
