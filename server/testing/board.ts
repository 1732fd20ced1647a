import { z } from 'zod';
import type { Caller } from './caller.ts';
import type { TestApp } from './test-app.ts';

/** What the web client listens to on its board. */
export const BOARD_CHANGED = `subscription PipelineChanged($after: EventCursor) {
  pipelineChanged(after: $after) {
    cursor kind from actor { id firstName displayName } columns { stage count value }
    lead {
      id name stage value updatedAt company source createdAt lastContactAt
    }
  }
}`;

const Created = z.object({ id: z.string() });
const Changed = z.object({ pipelineChanged: z.object({ cursor: z.string(), lead: z.object({ name: z.string() }).nullish() }) });

/** Adds a lead; answers its id. */
export async function addLead(caller: Caller, name: string): Promise<string> {
  const { body } = await caller.rest.post('/api/leads', { name, value: '100' });
  return Created.parse(body).id;
}

/** The cursors that a subscriber of the board received. */
export const cursorsOf = (messages: readonly unknown[]): bigint[] =>
  messages.map((data) => BigInt(Changed.parse(data).pipelineChanged.cursor));

/** Writes many changes of one lead at once, as busy colleagues would. */
export async function changeOften({ container }: TestApp, leadId: string, times: number): Promise<void> {
  await container.db.pool.query(
    `insert into events (kind, subject_type, subject_id, data, at)
     select 'lead.updated', 'lead', $1, '{"stage":"leads","changed":["name"]}', now() from generate_series(1, $2::int)`,
    [leadId, times],
  );
  container.db.committed();
}

/** The newest cursor, once every committed event has its number. */
export async function headOf({ container }: TestApp): Promise<bigint> {
  for (;;) {
    const { rows } = await container.db.pool.query<{ seq: string; waiting: boolean }>(
      'select seq, exists (select 1 from events where seq is null) as waiting from event_head',
    );
    if (rows[0] && !rows[0].waiting) return BigInt(rows[0].seq);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
