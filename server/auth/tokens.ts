import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { TOKEN_PREFIX, type TokenScope } from '#contract/api-token.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/database/client.ts';
import { noSecurityLog, type SecurityLog } from '#server/security-log.ts';
import { REVOKED_CHANNEL } from './revoked-credentials.ts';

/** Use is written down at most this often. */
const TOUCH = 60_000;
const SECRET = new RegExp(`^${TOKEN_PREFIX}[\\w-]{43}$`);

/** A new token's secret, told once, and what is stored of it. */
export interface MintedToken {
  readonly secret: string;
  readonly tokenHash: string;
  readonly lastFour: string;
}

export interface Tokens {
  mint(): MintedToken;
  /** Whom a secret stands for; null where it is no token, was revoked, is over, or the person is inactive. */
  resolve(secret: string): Promise<Viewer | null>;
  /** Tells every instance that a token is no more: they close what is open with it. */
  announceRevoked(tx: Tx, tokenId: string): Promise<void>;
  /** Revokes all of a person's tokens, the same way; answers which were in force. */
  revokeAll(tx: Tx, userId: string): Promise<ReadonlyArray<{ readonly id: string; readonly name: string }>>;
  /** Says here that a revocation is committed: this instance need not wait to be told what it did itself. */
  notifyRevoked(tokenId: string): void;
}

const RESOLVE = `
  select u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName", u.job_title as "jobTitle",
    u.profile_image_url as "profileImageUrl", t.id as "tokenId", t.scope, t.expires_at as "expiresAt",
    coalesce(t.last_used_at < $3, true) as idle, t.last_used_at is null as unused
  from api_tokens t join users u on u.id = t.user_id
  where t.token_hash = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2) and u.is_active`;

// Of two requests at once, one writes.
const USED = 'update api_tokens set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at < $3)';

interface ResolvedRow extends Omit<Viewer, 'credential'> {
  readonly tokenId: string;
  readonly scope: TokenScope;
  readonly expiresAt: Date | null;
  readonly idle: boolean;
  readonly unused: boolean;
}

interface TokenDeps {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  /** Takes down the first use of each token; nobody does when left out. */
  readonly securityLog?: SecurityLog;
  /** Hears which token was revoked through this instance. */
  onRevoked?(tokenId: string): void;
}

export function createTokens({ pool, clock, securityLog = noSecurityLog, onRevoked: onLeft = () => {} }: TokenDeps): Tokens {
  return {
    mint: () => {
      const secret = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
      return { secret, tokenHash: digest(secret), lastFour: secret.slice(-4) };
    },
    resolve: async (secret) => {
      if (!SECRET.test(secret)) return null;
      const now = clock.now();
      const stale = new Date(now.getTime() - TOUCH);
      const { rows } = await pool.query<ResolvedRow>({ name: 'token-resolve', text: RESOLVE, values: [digest(secret), now, stale] });
      if (!rows[0]) return null;
      const { tokenId, scope, expiresAt, idle, unused, ...person } = rows[0];
      if (idle) {
        const { rowCount } = await pool.query({ name: 'token-used', text: USED, values: [tokenId, now, stale] });
        if (unused && rowCount) securityLog.record('token.first_used', { actor: person, subjectId: tokenId, scope });
      }
      return { ...person, credential: { kind: 'token', id: tokenId, scope, expiresAt } };
    },
    announceRevoked: async (tx, tokenId) => {
      await tx.$executeRaw`select pg_notify(${REVOKED_CHANNEL}, ${tokenId})`;
    },
    revokeAll: (tx, userId) => tx.$queryRaw<Array<{ id: string; name: string }>>`
      with revoked as (update api_tokens set revoked_at = ${clock.now()} where user_id = ${userId} and revoked_at is null returning id, name)
      select id, name, pg_notify(${REVOKED_CHANNEL}, id)::text from revoked`,
    notifyRevoked: onLeft,
  };
}

/** What is stored of a secret. It has 256 random bits, so a fast hash is enough. */
const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');
