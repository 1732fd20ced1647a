import type { Tx } from '#server/database/client.ts';
import { NOT_AWAITED } from '../retention/event-months.ts';

// An update is read as "all turns from here on, as they are now". So a later one that begins at the same turn or before tells as much,
// from whichever cursor a replay starts, and nobody has to load anything again.
const THIN = `
  delete from events where id in (
    select id from (
      select id, turns_from, min(turns_from) over (order by id rows between 1 following and unbounded following) as later,
        row_number() over (order by id) as position
      from (
        select id, (data ->> 'turnsFrom')::int as turns_from from events
        where subject_type = 'live_call' and subject_id = $1 and kind = 'live_call.updated' and ${NOT_AWAITED}
      ) as sequenced
    ) as compared where later <= turns_from and position > 1
  ) and subject_type = 'live_call' and subject_id = $1`;

/** Removes the updates of a call that is over, except the first, the last, and those without which a replay would miss a turn. */
export async function thinUpdates(tx: Pick<Tx, '$executeRawUnsafe'>, callId: string): Promise<number> {
  return tx.$executeRawUnsafe(THIN, callId);
}
