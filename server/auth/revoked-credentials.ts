import type { Pool } from 'pg';
import type { Clock } from '#server/clock.ts';

/** PostgreSQL channel for ended sessions and revoked tokens. */
export const REVOKED_CHANNEL = 'callboard_sessions';

/** SQL: the session `s` of the user `u` is not enough for their role. */
export const LACKS_SECOND_FACTOR = `(s.method = 'password' and not u.second_factor_exempt
  and exists (select 1 from roles where roles.key = u.role_key and roles.requires_second_factor))`;

const FIND_REVOKED = `
  select credential.id from unnest($1::text[]) as credential(id)
  where not exists (select 1 from sessions s join users u on u.id = s.user_id
      where s.id = credential.id and s.expires_at > $2 and u.is_active and not ${LACKS_SECOND_FACTOR})
    and not exists (select 1 from api_tokens t join users u on u.id = t.user_id
      where t.id = credential.id and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2) and u.is_active)`;

/** Which of these sessions and tokens are no longer valid. Their ids never collide: one is a hash, the other a UUID. */
export type FindRevoked = (credentialIds: readonly string[]) => Promise<readonly string[]>;

export const createFindRevoked =
  ({ pool, clock }: { pool: Pick<Pool, 'query'>; clock: Clock }): FindRevoked =>
  async (credentialIds) => {
    const { rows } = await pool.query<{ id: string }>(FIND_REVOKED, [credentialIds, clock.now()]);
    return rows.map((row) => row.id);
  };
