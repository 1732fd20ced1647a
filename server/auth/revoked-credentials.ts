import type { Pool } from 'pg';
import type { Clock } from '#server/clock.ts';

/** The channel that tells every instance which session has ended, and which token was revoked. */
export const REVOKED_CHANNEL = 'callboard_sessions';

const OVER = `
  select asked.id from unnest($1::text[]) as asked(id)
  where not exists (select 1 from sessions s join users u on u.id = s.user_id
      where s.id = asked.id and s.expires_at > $2 and u.is_active)
    and not exists (select 1 from api_tokens t join users u on u.id = t.user_id
      where t.id = asked.id and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2) and u.is_active)`;

/** Which of these sessions and tokens are no more. Their ids never meet: the one is a hash, the other a UUID. */
export type FindRevoked = (credentialIds: readonly string[]) => Promise<readonly string[]>;

export const createFindRevoked =
  ({ pool, clock }: { pool: Pick<Pool, 'query'>; clock: Clock }): FindRevoked =>
  async (credentialIds) => {
    const { rows } = await pool.query<{ id: string }>(OVER, [credentialIds, clock.now()]);
    return rows.map((row) => row.id);
  };
