import { LRUCache } from 'lru-cache';
import type { LiveCallSegment } from '#prisma/generated/client.ts';
import type { Database, Tx } from '#server/database/client.ts';
import type { Segment } from '../conversation/segments.ts';
import { createTranscriptAccumulator, type TranscriptAccumulator } from '../conversation/transcript-accumulator.ts';
import { colleagueNames } from '../transcription/queries.ts';
import type { LiveCall } from './stored-call.ts';

/** Calls whose accumulators stay in memory. */
const MAX_CALLS = 500;

interface Entry {
  readonly accumulator: TranscriptAccumulator;
  /** The revision of the call it has counted. */
  revision: number;
}

/** What was counted in running calls. Only a cache: everything can be counted anew from the stored words. */
export interface MetricsCache {
  /** The accumulator of a call at its stored revision or a later one. Whoever has the row locked passes `tx`. */
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
