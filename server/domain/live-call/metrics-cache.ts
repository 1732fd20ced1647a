import type { Database, Tx } from '#server/database/client.ts';
import { createTranscriptAccumulator, type TranscriptAccumulator } from '../conversation/transcript-accumulator.ts';
import { segmentOf } from './segments.ts';
import type { LiveCall } from './stored-call.ts';

/** Calls whose count is kept in memory; the one asked for longest ago makes room. */
const KEPT = 500;

interface Entry {
  readonly tally: TranscriptAccumulator;
  /** The revision of the call it has counted. */
  revision: number;
}

/** The counts of running calls. What is kept is only ever a shortcut: whatever is stored can be counted anew. */
export interface MetricsCache {
  /** The count of a call as it is stored, or newer. `tx` is given by whoever holds the call. */
  of(call: LiveCall, tx?: Tx): Promise<TranscriptAccumulator>;
  /** Notes that what is being written has been counted. */
  counted(id: string, revision: number): void;
  /** What was counted did not come to be, or is no longer needed. */
  forget(id: string): void;
}

/** How many of us a text is searched for. */
const COLLEAGUES = 1_000;

type Reader = Pick<Tx, 'liveCall' | 'liveCallSegment' | 'user'>;

/** An empty count; the names of those who work here tell who is who in a text. */
async function newTally(reader: Reader): Promise<TranscriptAccumulator> {
  const where = { isActive: true, firstName: { not: '' } };
  const us = await reader.user.findMany({ where, orderBy: { id: 'asc' }, take: COLLEAGUES, select: { firstName: true, lastName: true } });
  return createTranscriptAccumulator({ reps: us.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()) });
}

export function createMetricsCache(db: Database): MetricsCache {
  const entries = new Map<string, Entry>();

  const keep = (id: string, entry: Entry): Entry => {
    entries.delete(id);
    entries.set(id, entry);
    const oldest = entries.keys().next();
    if (entries.size > KEPT && !oldest.done) entries.delete(oldest.value);
    return entry;
  };

  /** Brings a count up to what is stored; another server, or an earlier life of this one, may have written it. */
  const catchUp = async (call: LiveCall, from: number, reader: Reader) => {
    if (call.inputMode === null) return () => false;
    if (call.inputMode === 'segments') {
      const where = { liveCallId: call.id, callRevision: { gt: from } };
      const segments = await reader.liveCallSegment.findMany({ where, orderBy: { position: 'asc' } });
      return (tally: TranscriptAccumulator) => tally.add(...segments.map(segmentOf));
    }
    const stored = await reader.liveCall.findUnique({ where: { id: call.id }, select: { currentTranscript: true } });
    return (tally: TranscriptAccumulator) => tally.text(stored?.currentTranscript ?? '');
  };

  return {
    of: async (call, tx) => {
      const known = entries.get(call.id);
      if (known && known.revision >= call.revision) return keep(call.id, known).tally;
      const reader = tx ?? db.prisma;
      const tally = known?.tally ?? (await newTally(reader));
      const apply = await catchUp(call, known?.revision ?? -1, reader);
      // Somebody else may have counted it meanwhile, or more.
      const entry = entries.get(call.id) ?? { tally, revision: known?.revision ?? -1 };
      if (entry.revision < call.revision) {
        apply(entry.tally);
        entry.revision = call.revision;
      }
      return keep(call.id, entry).tally;
    },
    counted: (id, revision) => {
      const entry = entries.get(id);
      if (entry) entry.revision = Math.max(entry.revision, revision);
    },
    forget: (id) => void entries.delete(id),
  };
}
