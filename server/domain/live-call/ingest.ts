import { LRUCache } from 'lru-cache';
import { LIVE_CALL_LIMITS } from '#contract/live-call.ts';
import type { LiveCallUpdate, LiveSegment } from '#contract/live-call-input.ts';
import type { LiveCallSegment, Prisma } from '#prisma/generated/client.ts';
import type { Database, Tx } from '#server/database/client.ts';
import type { CountedTurn } from '../conversation/counted-turns.ts';
import { createTranscriptAccumulator, type Segment, type TranscriptAccumulator } from '../conversation/transcript-accumulator.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, Invalid } from '../failures.ts';
import { colleagueNames } from '../transcription/queries.ts';
import { evaluateRules, nextPromptState, type RuleSettings } from './rules/coaching-prompts.ts';
import {
  attentionFor,
  callEventFields,
  gaugesOf,
  type LiveCall,
  OMIT_TRANSCRIPT,
  readLiveCall,
  serializePromptState,
} from './stored-call.ts';

/** Calls whose accumulators stay in memory. */
const MAX_CALLS = 500;

interface Entry {
  readonly accumulator: TranscriptAccumulator;
  /** The revision of the call it has counted. */
  revision: number;
}

/** What was counted in running calls. Only a cache: everything can be counted anew from the stored words. */
export interface MetricsCache {
  /** The accumulator of a call at its stored revision or a later one. A caller that has the row locked passes `tx`. */
  get(call: LiveCall, tx?: Tx): Promise<TranscriptAccumulator>;
  /** Notes that the accumulator has counted what this revision writes. */
  markCounted(id: string, revision: number): void;
  /** Drops an accumulator: its transaction was rolled back, or its call is stored. */
  invalidate(id: string): void;
}

type Reader = Pick<Tx, 'liveCall' | 'liveCallSegment' | 'user'>;

const toSegment = ({ segmentId, revision, speaker, text, startMs, endMs }: LiveCallSegment): Segment => ({
  id: segmentId,
  revision,
  speaker: speaker === 'rep' ? 'rep' : 'customer',
  text,
  startMs,
  endMs,
});

/** Reads what another instance, or this one before a restart, stored since a revision; answers how to apply it. */
async function readSince(reader: Reader, call: LiveCall, revision: number): Promise<(accumulator: TranscriptAccumulator) => void> {
  if (call.inputMode === null) return () => undefined;
  if (call.inputMode === 'segments') {
    const where = { liveCallId: call.id, callRevision: { gt: revision } };
    const segments = await reader.liveCallSegment.findMany({ where, orderBy: { position: 'asc' } });
    return (accumulator) => accumulator.add(...segments.map(toSegment));
  }
  const stored = await reader.liveCall.findUnique({ where: { id: call.id }, select: { currentTranscript: true } });
  return (accumulator) => accumulator.text(stored?.currentTranscript ?? '');
}

export function createMetricsCache(db: Database): MetricsCache {
  const entries = new LRUCache<string, Entry>({ max: MAX_CALLS });
  return {
    get: async (call, tx) => {
      const known = entries.get(call.id);
      if (known && known.revision >= call.revision) return known.accumulator;
      const reader = tx ?? db.prisma;
      const accumulator = known?.accumulator ?? createTranscriptAccumulator({ reps: await colleagueNames(reader) });
      const revision = known?.revision ?? -1;
      const apply = await readSince(reader, call, revision);
      // Another request may have counted it meanwhile.
      const entry = entries.get(call.id) ?? { accumulator, revision };
      if (entry.revision < call.revision) {
        apply(entry.accumulator);
        entry.revision = call.revision;
      }
      entries.set(call.id, entry);
      return entry.accumulator;
    },
    markCounted: (id, revision) => {
      const entry = entries.get(id);
      if (entry) entry.revision = Math.max(entry.revision, revision);
    },
    invalidate: (id) => void entries.delete(id),
  };
}

interface IngestDeps extends Pick<ServiceDeps, 'log' | 'clock'> {
  readonly metricsCache: MetricsCache;
  readonly settings: RuleSettings;
  /** Names of competitors to listen for. */
  readonly competitors: readonly string[];
}

/**
 * Applies an update to a locked call: stores the words, counts them anew, evaluates the coaching rules, and writes the
 * events. An update without anything new changes nothing.
 */
export async function ingestUpdate(
  tx: Tx,
  { log, clock, metricsCache, settings, competitors }: IngestDeps,
  before: LiveCall,
  update: LiveCallUpdate,
): Promise<LiveCall> {
  const now = clock.now();
  const inputMode = inputModeOf(before, update);
  const revision = before.revision + 1;
  const accumulator = await metricsCache.get(before, tx);
  const turnsBefore = accumulator.turns();
  const isText = update.transcript !== null && !isOutdated(before, update);

  let isNew = false;
  if (update.segments.length > 0) {
    await upsertSegments(tx, before.id, update.segments, revision);
    isNew = accumulator.add(...update.segments);
  } else if (isText) {
    isNew = accumulator.text(update.transcript ?? '');
  }
  const turns = accumulator.turns();
  if (isNew && lengthOf(turns) > LIVE_CALL_LIMITS.transcript) throw transcriptTooLong();

  const duration = durationOf(before, update, turns, now);
  if (!isNew && duration === before.duration) return before;

  const metrics = accumulator.metrics({ durationSeconds: duration });
  const gauges = gaugesOf(metrics);
  const alerts = evaluateRules({ turns, metrics, seconds: duration, plannedSeconds: before.plannedSeconds, competitors }, settings);
  const promptState = nextPromptState(before.promptState, alerts, duration);
  const row = await tx.liveCall.update({
    where: { id: before.id },
    omit: OMIT_TRANSCRIPT,
    data: {
      revision,
      inputMode,
      duration,
      metrics: gauges,
      promptState: serializePromptState(promptState),
      attention: attentionFor(gauges, promptState.prompts),
      lastUpdate: now,
      ...(isText && { currentTranscript: update.transcript ?? '', textSequence: update.sequence ?? before.textSequence }),
    },
  });
  metricsCache.markCounted(before.id, revision);
  const fields = { ...callEventFields(before), at: now };
  await log.append(tx, { ...fields, kind: 'live_call.updated', data: { revision, turnsFrom: firstChange(turnsBefore, turns) } });
  const known = new Set(before.promptState.prompts.map(({ id }) => id));
  for (const { id, kind, rule, text } of promptState.prompts) {
    if (kind === 'urgent' && !known.has(id)) await log.append(tx, { ...fields, kind: 'live_call.alerted', data: { rule, text } });
  }
  return readLiveCall(row);
}

/** A call that began with segments continues with segments, and one that began with text with text: mixed, the transcript would be ambiguous. */
function inputModeOf({ inputMode }: LiveCall, { transcript, segments }: LiveCallUpdate): LiveCall['inputMode'] {
  if (segments.length > 0 && inputMode === 'text')
    throw new Conflict('This call started with a transcript. Send `transcript`, not `segments`.');
  if (transcript !== null && inputMode === 'segments')
    throw new Conflict('This call started with segments. Send `segments`, not `transcript`.');
  if (inputMode) return inputMode;
  if (segments.length > 0) return 'segments';
  return transcript ? 'text' : null;
}

/** Whether a text with a higher sequence number came in before this one. */
const isOutdated = ({ textSequence }: LiveCall, { sequence }: LiveCallUpdate): boolean =>
  textSequence !== null && sequence !== null && sequence <= textSequence;

/**
 * Stores new segments and higher revisions of known ones. Of a segment sent twice in one update the highest revision counts.
 * Each keeps the position it first came in at: counting the call anew reads them in that order.
 */
export async function upsertSegments(tx: Tx, liveCallId: string, segments: readonly LiveSegment[], callRevision: number): Promise<void> {
  const newest = new Map<string, LiveSegment>();
  for (const segment of segments) {
    const known = newest.get(segment.id);
    if (!known || known.revision < segment.revision) newest.set(segment.id, segment);
  }
  await tx.$executeRaw`
    insert into live_call_segments (live_call_id, segment_id, revision, speaker, text, start_ms, end_ms, position, call_revision)
    select ${liveCallId}, sent.id, sent.revision, sent.speaker, sent.text, sent."startMs", sent."endMs",
      (select coalesce(max(position), 0) from live_call_segments where live_call_id = ${liveCallId}) + sent.ordinal, ${callRevision}
    from rows from (json_to_recordset(${JSON.stringify([...newest.values()])}::json)
      as (id text, revision int, speaker text, text text, "startMs" int, "endMs" int)) with ordinality
      as sent(id, revision, speaker, text, "startMs", "endMs", ordinal)
    on conflict (live_call_id, segment_id) do update
    set revision = excluded.revision, speaker = excluded.speaker, text = excluded.text,
      start_ms = coalesce(excluded.start_ms, live_call_segments.start_ms), end_ms = coalesce(excluded.end_ms, live_call_segments.end_ms),
      call_revision = excluded.call_revision
    where live_call_segments.revision < excluded.revision`;
}

/** Seconds: as sent, or else up to the last word with a time, or else by the clock. Never fewer than before. */
function durationOf(call: LiveCall, { duration }: LiveCallUpdate, turns: readonly CountedTurn[], now: Date): number {
  const lastWord = turns.reduce((latest, { end }) => Math.max(latest, end ?? 0), 0) / 1_000;
  const byClock = (now.getTime() - call.createdAt.getTime()) / 1_000;
  return Math.max(call.duration, Math.floor(duration ?? (lastWord || byClock)));
}

const lengthOf = (turns: readonly CountedTurn[]): number => turns.reduce((sum, { text }) => sum + text.length, 0);

const transcriptTooLong = () =>
  new Invalid([{ path: 'segments', message: `A call has at most ${LIVE_CALL_LIMITS.transcript.toLocaleString('en-US')} characters` }]);

/** Index of the first turn that changed; the number of turns where none did. */
function firstChange(before: readonly CountedTurn[], after: readonly CountedTurn[]): number {
  const changed = after.findIndex((turn, index) => {
    const earlier = before[index];
    return !earlier || earlier.text !== turn.text || earlier.speaker !== turn.speaker || earlier.start !== turn.start;
  });
  return changed === -1 ? after.length : changed;
}

type Change = Partial<Pick<Prisma.LiveCallUpdateInput, 'insights' | 'recommendations' | 'tipsFailure' | 'promptState' | 'attention'>>;

/** Changes a locked call without new words, and writes the event. */
export const createUpdateCall =
  ({ log, clock, metricsCache }: Omit<IngestDeps, 'settings' | 'competitors'>) =>
  async (tx: Tx, call: LiveCall, change: Change): Promise<LiveCall> => {
    const revision = call.revision + 1;
    const turnsFrom = (await metricsCache.get(call, tx)).turns().length;
    const row = await tx.liveCall.update({ where: { id: call.id }, omit: OMIT_TRANSCRIPT, data: { ...change, revision } });
    metricsCache.markCounted(call.id, revision);
    await log.append(tx, { ...callEventFields(call), kind: 'live_call.updated', data: { revision, turnsFrom }, at: clock.now() });
    return readLiveCall(row);
  };
