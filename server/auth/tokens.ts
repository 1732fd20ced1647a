import { hash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { TOKEN_PREFIX, type TokenScope } from '#contract/api-token.ts';
import { readTokenPermissions } from '#contract/api-token-input.ts';
import type { Caller } from '#domain/viewer.ts';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/database/client.ts';
import { UNREPLICATED_COMMIT } from '#server/database/connect.ts';
import { noSecurityLog, type SecurityLog } from '#server/security-log.ts';
import { REVOKED_CHANNEL } from './revoked-credentials.ts';

/** Minimum interval between updates of `last_used_at`. */
const TOUCH_INTERVAL_MS = 60_000;
const SECRET = new RegExp(`^${TOKEN_PREFIX}[\\w-]{43}$`);

/** A new token's secret, shown once, and what is stored of it. */
export interface MintedToken {
  readonly secret: string;
  readonly tokenHash: string;
  readonly lastFour: string;
}

export interface Tokens {
  mint(): MintedToken;
  /** The viewer of a secret; null when it is not a token, was revoked or has expired, or the user is inactive. */
  resolve(secret: string): Promise<Caller | null>;
  /** Notifies every instance that a token was revoked, so that they close its connections. */
  announceRevoked(tx: Tx, tokenId: string): Promise<void>;
  /** Revokes all of a user's tokens, the same way. Returns those that were valid. */
  revokeAll(tx: Tx, userId: string): Promise<ReadonlyArray<{ readonly id: string; readonly name: string }>>;
  /** Call after a revocation is committed, so that this instance need not wait for its own notification. */
  notifyRevoked(tokenId: string): void;
}

const RESOLVE = `
  select u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName", u.job_title as "jobTitle",
    u.profile_image_url as "profileImageUrl", t.id as "tokenId", t.scope, t.permissions, t.expires_at as "expiresAt",
    coalesce(t.last_used_at < $3, true) as idle, t.last_used_at is null as unused
  from api_tokens t join users u on u.id = t.user_id
  where t.token_hash = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2) and u.is_active`;

// The condition lets only one of two concurrent requests write.
const TOUCH = `update api_tokens set last_used_at = $2 from ${UNREPLICATED_COMMIT} where id = $1 and (last_used_at is null or last_used_at < $3)`;

interface ResolvedRow extends Omit<Caller, 'credential'> {
  readonly tokenId: string;
  readonly scope: TokenScope;
  readonly permissions: unknown;
  readonly expiresAt: Date | null;
  readonly idle: boolean;
  readonly unused: boolean;
}

interface TokenDeps {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  /** Records the first use of each token. */
  readonly securityLog?: SecurityLog;
  /** Called when this instance revoked a token. */
  onRevoked?(tokenId: string): void;
}

export function createTokens({ pool, clock, securityLog = noSecurityLog, onRevoked = () => {} }: TokenDeps): Tokens {
  return {
    mint: () => {
      const secret = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
      return { secret, tokenHash: digest(secret), lastFour: secret.slice(-4) };
    },
    resolve: async (secret) => {
      if (!SECRET.test(secret)) return null;
      const now = clock.now();
      const stale = new Date(now.getTime() - TOUCH_INTERVAL_MS);
      const { rows } = await pool.query<ResolvedRow>({ name: 'token-resolve', text: RESOLVE, values: [digest(secret), now, stale] });
      if (!rows[0]) return null;
      const { tokenId, scope, permissions, expiresAt, idle, unused, ...user } = rows[0];
      if (idle) {
        const { rowCount } = await pool.query({ name: 'token-used', text: TOUCH, values: [tokenId, now, stale] });
        if (unused && rowCount) securityLog.record('token.first_used', { actor: user, subjectId: tokenId, scope });
      }
      return { ...user, credential: { kind: 'token', id: tokenId, scope, permissions: readTokenPermissions(permissions), expiresAt } };
    },
    announceRevoked: async (tx, tokenId) => {
      await tx.$executeRaw`select pg_notify(${REVOKED_CHANNEL}, ${tokenId})`;
    },
    revokeAll: (tx, userId) => tx.$queryRaw<Array<{ id: string; name: string }>>`
      with revoked as (update api_tokens set revoked_at = ${clock.now()} where user_id = ${userId} and revoked_at is null returning id, name)
      select id, name, pg_notify(${REVOKED_CHANNEL}, id)::text from revoked`,
    notifyRevoked: onRevoked,
  };
}

/** The stored hash of a secret. A fast one is enough for 256 random bits. */
const digest = (secret: string): string => hash('sha256', secret);
