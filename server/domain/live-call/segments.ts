import type { LiveSegment } from '#contract/live-call-input.ts';
import type { LiveCallSegment } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import type { Segment } from '../conversation/segments.ts';

/**
 * Stores what is new: unknown segments, and those heard better than before. One sent twice in an update counts in its
 * highest revision. Each comes after all that came before it, however many are sent again: whoever counts the
 * call anew takes them in the order they came in.
 */
export async function storeSegments(tx: Tx, liveCallId: string, segments: readonly LiveSegment[], callRevision: number): Promise<void> {
  const newest = new Map<string, LiveSegment>();
  for (const segment of segments) {
    const known = newest.get(segment.id);
    if (!known || known.revision < segment.revision) newest.set(segment.id, segment);
  }
  await tx.$executeRaw`
    insert into live_call_segments (live_call_id, segment_id, revision, speaker, text, start_ms, end_ms, position, call_revision)
    select ${liveCallId}, heard.id, heard.revision, heard.speaker, heard.text, heard."startMs", heard."endMs",
      (select coalesce(max(position), 0) from live_call_segments where live_call_id = ${liveCallId}) + heard.at, ${callRevision}
    from rows from (json_to_recordset(${JSON.stringify([...newest.values()])}::json)
      as (id text, revision int, speaker text, text text, "startMs" int, "endMs" int)) with ordinality
      as heard(id, revision, speaker, text, "startMs", "endMs", at)
    on conflict (live_call_id, segment_id) do update
    set revision = excluded.revision, speaker = excluded.speaker, text = excluded.text,
      start_ms = coalesce(excluded.start_ms, live_call_segments.start_ms), end_ms = coalesce(excluded.end_ms, live_call_segments.end_ms),
      call_revision = excluded.call_revision
    where live_call_segments.revision < excluded.revision`;
}

/** Stored segments as the conversation engine takes them. */
export const segmentOf = ({ segmentId, revision, speaker, text, startMs, endMs }: LiveCallSegment): Segment => ({
  id: segmentId,
  revision,
  speaker: speaker === 'rep' ? 'rep' : 'customer',
  text,
  startMs,
  endMs,
});
