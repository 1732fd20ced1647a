import type { LiveCallNote } from '#prisma/generated/client.ts';
import { inScope } from '../access/access.ts';
import type { CountedTurn } from '../conversation/counted-turns.ts';
import { writeDialogue } from '../conversation/dialogue.ts';
import type { ConversationMetrics } from '../conversation/measure.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Person, Reader } from '../viewer.ts';
import type { MetricsCache } from './ingest.ts';
import { type LiveCall, OMIT_TRANSCRIPT, readLiveCall } from './stored-call.ts';

/** Notes read per call, the newest ones. */
const MAX_NOTES = 100;
// A limit per call, so that one with many notes does not hide another's.
const NEWEST_NOTES = `
  select note.id, note.live_call_id as "liveCallId", note.author_id as "authorId", note.text, note.created_at as "createdAt"
  from unnest($1::text[]) as requested(id) cross join lateral (
    select * from live_call_notes where live_call_id = requested.id order by id desc limit $2
  ) as note order by note.id desc`;

export const liveCallQueries = ({ db, metricsCache }: Pick<ServiceDeps, 'db'> & { readonly metricsCache: MetricsCache }) => {
  /** Those of several ids that may be read, in any order; for batched reading. */
  const findMany = async (reader: Reader, ids: readonly string[]): Promise<LiveCall[]> => {
    const rows = await db.prisma.liveCall.findMany({ where: { id: { in: [...ids] } }, omit: OMIT_TRANSCRIPT });
    return inScope(rows, reader.access.rows('liveCall'), ({ userId }) => userId).map(readLiveCall);
  };
  return {
    /** The one with this id; null where there is none, or none that may be read. */
    find: async (reader: Reader, id: string): Promise<LiveCall | null> => (await findMany(reader, [id]))[0] ?? null,

    findMany,

    /** A person's call by its client's id. */
    findByCallId: async (viewer: Person, callId: string): Promise<LiveCall | null> => {
      const row = await db.prisma.liveCall.findUnique({ where: { userId_callId: { userId: viewer.id, callId } }, omit: OMIT_TRANSCRIPT });
      return row && readLiveCall(row);
    },

    /** The turns of the dialogue. */
    turns: async (call: LiveCall): Promise<readonly CountedTurn[]> => (await metricsCache.get(call)).turns(),

    /** Every metric of the call. */
    metrics: async (call: LiveCall): Promise<ConversationMetrics> =>
      (await metricsCache.get(call)).metrics({ durationSeconds: call.duration }),

    /** The transcript as one text. */
    transcript: async (call: LiveCall): Promise<string> => {
      if (call.inputMode === 'segments') return writeDialogue((await metricsCache.get(call)).turns());
      const stored = await db.prisma.liveCall.findUnique({ where: { id: call.id }, select: { currentTranscript: true } });
      return stored?.currentTranscript ?? '';
    },

    /** Coaches' notes by call id, oldest first. */
    notes: async (ids: readonly string[]): Promise<ReadonlyMap<string, readonly LiveCallNote[]>> => {
      const { rows } = await db.pool.query<LiveCallNote>({ name: 'live-call-notes', text: NEWEST_NOTES, values: [ids, MAX_NOTES] });
      return Map.groupBy(rows.toReversed(), ({ liveCallId }) => liveCallId);
    },
  };
};
