import rrule from 'rrule';
import type { Day } from '../analytics/calendar.ts';
import { Invalid } from '../failures.ts';

const NUMBER = /^[1-9]\d{0,2}$/;
const ORDINALS = /^-?[1-9]\d?(,-?[1-9]\d?)*$/;
const WEEKDAYS = /^([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU))*$/;
const EVERYWHERE = { FREQ: /^/, INTERVAL: NUMBER, UNTIL: /^\d{8}(T\d{6}Z)?$/, WKST: /^(MO|SA|SU)$/ };
const IN_MONTH = { BYDAY: WEEKDAYS, BYMONTHDAY: ORDINALS, BYSETPOS: ORDINALS };

/** What a rule of each frequency may have. Others of RFC 5545 are refused: tasks repeat on days, and some rules take long to find that they never occur. */
const PARTS = new Map<string, Readonly<Record<string, RegExp>>>([
  ['DAILY', { ...EVERYWHERE, BYDAY: WEEKDAYS }],
  ['WEEKLY', { ...EVERYWHERE, BYDAY: WEEKDAYS }],
  ['MONTHLY', { ...EVERYWHERE, ...IN_MONTH }],
  ['YEARLY', { ...EVERYWHERE, ...IN_MONTH, BYMONTH: /^([1-9]|1[0-2])(,([1-9]|1[0-2]))*$/ }],
]);

const refuse = (message: string): never => {
  throw new Invalid([{ path: 'recurrence', message }]);
};

/** A rule in capitals. Throws `Invalid` where it is none that tasks can repeat by, or where it does not occur after the day it begins. */
export function parseRecurrence(text: string, from: Day): string {
  const rule = text.toUpperCase().replace(/^RRULE:/, '');
  const parts = new Map(rule.split(';').map((part): [string, string] => [part.split('=')[0] ?? '', part.split('=').slice(1).join('=')]));
  const frequency = parts.get('FREQ') ?? '';
  const allowed = PARTS.get(frequency);
  if (!allowed || parts.size !== rule.split(';').length)
    return refuse('Write a rule such as FREQ=WEEKLY;BYDAY=MO, with FREQ DAILY, WEEKLY, MONTHLY or YEARLY.');
  for (const [name, value] of parts) if (!allowed[name]?.test(value)) return refuse(`A ${frequency} rule cannot have ${name}=${value}.`);
  if (nextDay(rule, from, from) === null) return refuse('This rule does not occur again after the task is due.');
  return rule;
}

const midnight = (day: Day): Date => new Date(`${day}T00:00:00.000Z`);

/** The first day of a rule that begins on `from`, after that day and after `after`; null where it has ended. */
export function nextDay(rule: string, from: Day, after: Day): Day | null {
  const { RRule } = rrule;
  const occurrences = new RRule({ ...RRule.parseString(rule), dtstart: midnight(from) });
  return (
    occurrences
      .after(midnight(after > from ? after : from))
      ?.toISOString()
      .slice(0, 10) ?? null
  );
}
