import { LIVE_CALL_LIMITS } from '#contract/live-call.ts';
import type { LiveCallUpdate } from '#contract/live-call-input.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import type { CountedTurn } from '../conversation/counted-turns.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, Invalid } from '../failures.ts';
import type { MetricsCache } from './metrics-cache.ts';
import { alertsOf, type RuleSettings } from './rules/alerts.ts';
import { prompt } from './rules/coaching-prompts.ts';
import { storeSegments } from './segments.ts';
import { aboutCall, attentionFor, gaugesOf, type LiveCall, readLiveCall, toStore, WITHOUT_TEXT } from './stored-call.ts';

interface Hearing extends Pick<ServiceDeps, 'log' | 'clock'> {
  readonly tallies: MetricsCache;
  readonly settings: RuleSettings;
}

/** Takes what is new in a call that is held: stores it, counts it, and lets the rules speak. Where nothing is new, nothing happens. */
export async function ingestUpdate(
  tx: Tx,
  { log, clock, tallies, settings }: Hearing,
  before: LiveCall,
  news: LiveCallUpdate,
): Promise<LiveCall> {
  const now = clock.now();
  const inputMode = inputModeOf(before, news);
  const revision = before.revision + 1;
  const tally = await tallies.of(before, tx);
  const earlier = tally.turns();
  const isText = news.transcript !== null && !isLate(before, news);

  let isNew = false;
  if (news.segments.length > 0) {
    await storeSegments(tx, before.id, news.segments, revision);
    isNew = tally.add(...news.segments);
  } else if (isText) {
    isNew = tally.text(news.transcript ?? '');
  }
  const turns = tally.turns();
  if (isNew && lengthOf(turns) > LIVE_CALL_LIMITS.transcript) throw tooLong();

  const duration = durationOf(before, news, turns, now);
  if (!isNew && duration === before.duration) return before;

  const metrics = tally.metrics({ durationSeconds: duration });
  const gauges = gaugesOf(metrics);
  const alerts = alertsOf({ turns, metrics, seconds: duration, plannedSeconds: before.plannedSeconds }, settings);
  const prompting = prompt(before.prompting, alerts, duration);
  const row = await tx.liveCall.update({
    where: { id: before.id },
    omit: WITHOUT_TEXT,
    data: {
      revision,
      inputMode,
      duration,
      metrics: gauges,
      prompting: toStore(prompting),
      attention: attentionFor(gauges, prompting.prompts),
      lastUpdate: now,
      ...(isText && { currentTranscript: news.transcript ?? '', textSequence: news.sequence ?? before.textSequence }),
    },
  });
  tallies.counted(before.id, revision);
  const about = { ...aboutCall(before), at: now };
  await log.append(tx, { ...about, kind: 'live_call.updated', data: { revision, turnsFrom: firstChange(earlier, turns) } });
  const known = new Set(before.prompting.prompts.map(({ id }) => id));
  for (const { id, kind, rule, text } of prompting.prompts) {
    if (kind === 'urgent' && !known.has(id)) await log.append(tx, { ...about, kind: 'live_call.alerted', data: { rule, text } });
  }
  return readLiveCall(row);
}

/** How the call is told from now on. What was told in one way cannot go on in the other: nobody could say what was said in both. */
function inputModeOf(call: LiveCall, { transcript, segments }: LiveCallUpdate): LiveCall['inputMode'] {
  if (segments.length > 0 && call.inputMode === 'text') throw new Conflict('This call is told as one text; it takes no segments.');
  if (transcript !== null && call.inputMode === 'segments')
    throw new Conflict('This call is told in segments; it takes no whole transcript.');
  if (call.inputMode) return call.inputMode;
  if (segments.length > 0) return 'segments';
  return transcript ? 'text' : null;
}

/** A text that a later one has overtaken on its way. */
const isLate = ({ textSequence }: LiveCall, { sequence }: LiveCallUpdate): boolean =>
  textSequence !== null && sequence !== null && sequence <= textSequence;

/** Seconds: as said, or else up to the last word with a time, or else by the clock; never fewer than before. */
function durationOf(call: LiveCall, { duration }: LiveCallUpdate, turns: readonly CountedTurn[], now: Date): number {
  const lastWord = turns.reduce((latest, { end }) => Math.max(latest, end ?? 0), 0) / 1_000;
  const byClock = (now.getTime() - call.createdAt.getTime()) / 1_000;
  return Math.max(call.duration, Math.floor(duration ?? (lastWord || byClock)));
}

const lengthOf = (turns: readonly CountedTurn[]): number => turns.reduce((sum, { text }) => sum + text.length, 0);

const tooLong = () =>
  new Invalid([{ path: 'segments', message: `A call has at most ${LIVE_CALL_LIMITS.transcript.toLocaleString('en-US')} characters` }]);

/** The first turn that is not what it was; the number of turns where all are. */
function firstChange(before: readonly CountedTurn[], after: readonly CountedTurn[]): number {
  const changed = after.findIndex((turn, at) => {
    const earlier = before[at];
    return !earlier || earlier.text !== turn.text || earlier.speaker !== turn.speaker || earlier.start !== turn.start;
  });
  return changed === -1 ? after.length : changed;
}

type Change = Pick<Prisma.LiveCallUpdateInput, 'insights' | 'recommendations' | 'prompting' | 'attention'>;

/** Changes something about a call that is held, beside its words, and tells of it. */
export const liveCallUpdates =
  ({ log, clock, tallies }: Pick<ServiceDeps, 'log' | 'clock'> & { readonly tallies: MetricsCache }) =>
  async (tx: Tx, call: LiveCall, change: Change): Promise<LiveCall> => {
    const revision = call.revision + 1;
    const turnsFrom = (await tallies.of(call, tx)).turns().length;
    const row = await tx.liveCall.update({ where: { id: call.id }, omit: WITHOUT_TEXT, data: { ...change, revision } });
    tallies.counted(call.id, revision);
    await log.append(tx, { ...aboutCall(call), kind: 'live_call.updated', data: { revision, turnsFrom }, at: clock.now() });
    return readLiveCall(row);
  };
