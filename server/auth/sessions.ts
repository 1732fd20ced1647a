import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { coalesceEach } from '#domain/coalesce-each.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/database/client.ts';
import { SIGNED_OUT_CHANNEL } from './signed-out.ts';

/** A session lives this long after it was last used. */
export const SESSION_DAYS = 30;
const LIFE = SESSION_DAYS * 86_400_000;
/** Use is written down at most this often. */
const TOUCH = 60_000;
/** What is open with a token that was exchanged stays this long: the browser comes back with the new one, which must reach it first. */
const CHANGING_OVER = 10_000;

export interface StartedSession {
  /** The cookie's value; stored nowhere. */
  readonly token: string;
  readonly expiresAt: Date;
}

export interface Sessions {
  start(tx: Tx, userId: string): Promise<StartedSession>;
  /** Whom a token stands for; null when there is no such session, it is over, or the person is inactive. */
  resolve(token: string): Promise<{ readonly viewer: Viewer; readonly idle: boolean } | null>;
  /** Writes down that the session is in use, which prolongs it; answers its new end. Needed when it was `idle`. */
  touch(viewer: Viewer): Promise<Date>;
  /** Ends it and tells every instance, which close its sockets; false when it had ended before. */
  end(tx: Tx, sessionId: string): Promise<boolean>;
  /** Ends all of a person's sessions but one, the same way; answers which. */
  endAll(tx: Tx, userId: string, exceptId?: string): Promise<readonly string[]>;
  /** Gives the session another token, and the old one is worth nothing; null where the session has ended meanwhile. */
  renew(tx: Tx, sessionId: string): Promise<StartedSession | null>;
  /** Says that a renewal is committed: what is open with the old token ends when the new one has had time to arrive. */
  renewed(sessionId: string): void;
  /** Says here that a session's end is committed: this instance need not wait to be told what it did itself. */
  left(sessionId: string): void;
}

const RESOLVE = `
  select u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName", u.job_title as "jobTitle",
    u.profile_image_url as "profileImageUrl", s.id as "sessionId", s.expires_at as "expiresAt", s.last_seen_at < $3 as idle
  from sessions s join users u on u.id = s.user_id
  where s.id = $1 and s.expires_at > $2 and u.is_active`;

interface ResolvedRow extends Omit<Viewer, 'credential'> {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly idle: boolean;
}

interface SessionDeps {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  /** Hears which session was ended through this instance. */
  onLeft?(sessionId: string): void;
}

export function createSessions({ pool, clock, onLeft = () => {} }: SessionDeps): Sessions {
  const expiry = () => new Date(clock.now().getTime() + LIFE);
  const fresh = () => {
    const token = randomBytes(32).toString('base64url');
    return { token, id: digest(token), expiresAt: expiry(), now: clock.now() };
  };
  return {
    start: async (tx, userId) => {
      const { token, id, expiresAt, now } = fresh();
      await tx.session.create({ data: { id, userId, expiresAt, lastSeenAt: now, createdAt: now }, select: { id: true } });
      return { token, expiresAt };
    },
    // Requests that come together share the look, never one that began before they came.
    resolve: coalesceEach(digest, async (token) => {
      const now = clock.now();
      const { rows } = await pool.query<ResolvedRow>({
        name: 'session-resolve',
        text: RESOLVE,
        values: [digest(token), now, new Date(now.getTime() - TOUCH)],
      });
      if (!rows[0]) return null;
      const { sessionId, expiresAt, idle, ...person } = rows[0];
      return { viewer: { ...person, credential: { kind: 'session', id: sessionId, expiresAt } }, idle };
    }),
    touch: async ({ credential }) => {
      const expiresAt = expiry();
      await pool.query({
        name: 'session-touch',
        text: 'update sessions set last_seen_at = $2, expires_at = $3 where id = $1',
        values: [credential.id, clock.now(), expiresAt],
      });
      return expiresAt;
    },
    end: async (tx, sessionId) => {
      const { count } = await tx.session.deleteMany({ where: { id: sessionId } });
      await tx.$executeRaw`select pg_notify(${SIGNED_OUT_CHANNEL}, ${sessionId})`;
      return count > 0;
    },
    endAll: async (tx, userId, exceptId = '') => {
      const ended = await tx.$queryRaw<ReadonlyArray<{ id: string }>>`
        with ended as (delete from sessions where user_id = ${userId} and id <> ${exceptId} returning id)
        select id, pg_notify(${SIGNED_OUT_CHANNEL}, id)::text from ended`;
      return ended.map(({ id }) => id);
    },
    renew: async (tx, sessionId) => {
      const { token, id, expiresAt, now } = fresh();
      const { count } = await tx.session.updateMany({ where: { id: sessionId }, data: { id, expiresAt, lastSeenAt: now } });
      return count > 0 ? { token, expiresAt } : null;
    },
    renewed: (sessionId) => {
      const end = () => {
        onLeft(sessionId);
        // Instances that do not hear of it find out by themselves, within a minute.
        pool.query('select pg_notify($1, $2)', [SIGNED_OUT_CHANNEL, sessionId]).catch(() => undefined);
      };
      setTimeout(end, CHANGING_OVER).unref();
    },
    left: onLeft,
  };
}

/** What is stored of a token. It has 256 random bits, so a fast hash is enough. */
const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
