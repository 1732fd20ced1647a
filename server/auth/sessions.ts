import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { SESSIONS_PER_PERSON } from '#contract/limits.ts';
import { singleFlightByKey } from '#domain/single-flight-by-key.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/database/client.ts';
import { REVOKED_CHANNEL } from './revoked-credentials.ts';

const DAY = 86_400_000;
/** A session ends when it was not used for this long. */
export const SESSION_DAYS = 30;
/** And this long after the sign-in in any case, unless `SESSION_MAX_DAYS` says otherwise. */
const MAX_DAYS = 90;
/** Use is written down at most this often. */
const TOUCH = 60_000;
/** What is open with a token that was exchanged stays this long: the browser comes back with the new one, which must reach it first. */
const ROTATION_GRACE_MS = 10_000;
/** Characters of a `User-Agent` header that are stored. */
const USER_AGENT_LENGTH = 400;

export interface StartedSession {
  /** The cookie's value; stored nowhere. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Where a request comes from. */
export interface Client {
  /** The client address. */
  readonly address: string;
  /** The `User-Agent` header; empty when there is none. */
  readonly userAgent: string;
}

/** A session as its owner sees it. */
export interface SessionRow extends Client {
  readonly id: string;
  readonly createdAt: Date;
  /** The last use that was written down, to the minute. */
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

export interface Sessions {
  start(tx: Tx, userId: string, client: Client): Promise<StartedSession>;
  /** Whom a token stands for; null when there is no such session, it is over, or the person is inactive. */
  resolve(token: string): Promise<{ readonly viewer: Viewer; readonly idle: boolean } | null>;
  /** Writes down that the session is in use and from where, which prolongs it; answers its new end. Needed when it was `idle`. */
  extend(viewer: Viewer, client: Client): Promise<Date>;
  /** The sessions of a person that are not over, the last used first; at most `SESSIONS_PER_PERSON`. */
  list(userId: string): Promise<readonly SessionRow[]>;
  /** Ends a session, of this person alone where one is given, and tells every instance, which close its sockets; false when there was none. */
  end(tx: Tx, sessionId: string, userId?: string): Promise<boolean>;
  /** Ends all of a person's sessions but one, the same way; answers which. */
  endAll(tx: Tx, userId: string, exceptId?: string): Promise<readonly string[]>;
  /** Gives the session another token, and the old one is worth nothing; null where the session has ended meanwhile. */
  rotateToken(tx: Tx, sessionId: string): Promise<StartedSession | null>;
  /** Says that a renewal is committed: what is open with the old token ends when the new one has had time to arrive. */
  scheduleOldClose(sessionId: string): void;
  /** Says here that a session's end is committed: this instance need not wait to be told what it did itself. */
  notifyEnded(sessionId: string): void;
}

const RESOLVE = `
  select u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName", u.job_title as "jobTitle",
    u.profile_image_url as "profileImageUrl", s.id as "sessionId", s.expires_at as "expiresAt", s.created_at as "signedInAt",
    s.last_seen_at < $3 as idle
  from sessions s join users u on u.id = s.user_id
  where s.id = $1 and s.expires_at > $2 and s.created_at > $4 and u.is_active`;

interface ResolvedRow extends Omit<Viewer, 'credential'> {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly signedInAt: Date;
  readonly idle: boolean;
}

interface SessionDeps {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  /** Days after which a session ends however much it is used. */
  readonly maxDays?: number;
  /** Hears which session was ended through this instance. */
  onEnded?(sessionId: string): void;
}

export function createSessions({ pool, clock, maxDays = MAX_DAYS, onEnded: onLeft = () => {} }: SessionDeps): Sessions {
  const now = () => clock.now();
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  const expiry = (signedInAt: Date) => new Date(Math.min(now().getTime() + SESSION_DAYS * DAY, signedInAt.getTime() + maxDays * DAY));
  const fresh = () => {
    const token = randomBytes(32).toString('base64url');
    return { token, id: digest(token) };
  };
  const endAll = async (tx: Tx, userId: string, exceptId = '') => {
    const ended = await tx.$queryRaw<ReadonlyArray<{ id: string }>>`
      with ended as (delete from sessions where user_id = ${userId} and id <> ${exceptId} returning id)
      select id, pg_notify(${REVOKED_CHANNEL}, id)::text from ended`;
    return ended.map(({ id }) => id);
  };
  return {
    start: async (tx, userId, client) => {
      const { token, id } = fresh();
      const createdAt = now();
      const expiresAt = expiry(createdAt);
      const row = { id, userId, expiresAt, lastSeenAt: createdAt, createdAt, ...stored(client) };
      await tx.session.create({ data: row, select: { id: true } });
      await tx.$queryRaw`
        with ended as (delete from sessions where id in (
          select id from sessions where user_id = ${userId} order by last_seen_at desc, id = ${id} desc offset ${SESSIONS_PER_PERSON}) returning id)
        select pg_notify(${REVOKED_CHANNEL}, id)::text from ended`;
      return { token, expiresAt };
    },
    // Requests that come together share the look, never one that began before they came.
    resolve: singleFlightByKey(digest, async (token) => {
      const { rows } = await pool.query<ResolvedRow>({
        name: 'session-resolve',
        text: RESOLVE,
        values: [digest(token), now(), ago(TOUCH), ago(maxDays * DAY)],
      });
      if (!rows[0]) return null;
      const { sessionId, expiresAt, signedInAt, idle, ...person } = rows[0];
      return { viewer: { ...person, credential: { kind: 'session', id: sessionId, expiresAt, signedInAt } }, idle };
    }),
    extend: async ({ credential }, client) => {
      const expiresAt = expiry(credential.kind === 'session' ? credential.signedInAt : now());
      const { address, userAgent } = stored(client);
      await pool.query({
        name: 'session-touch',
        text: 'update sessions set last_seen_at = $2, expires_at = $3, address = $4, user_agent = $5 where id = $1',
        values: [credential.id, now(), expiresAt, address, userAgent],
      });
      return expiresAt;
    },
    list: async (userId) => {
      const { rows } = await pool.query<SessionRow>({
        name: 'session-list',
        text: `select id, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt", address, user_agent as "userAgent"
          from sessions where user_id = $1 and expires_at > $2 and created_at > $3 order by last_seen_at desc, created_at desc, id limit ${SESSIONS_PER_PERSON}`,
        values: [userId, now(), ago(maxDays * DAY)],
      });
      return rows;
    },
    end: async (tx, sessionId, userId) => {
      const { count } = await tx.session.deleteMany({ where: { id: sessionId, userId } });
      if (count > 0 || userId === undefined) await tx.$executeRaw`select pg_notify(${REVOKED_CHANNEL}, ${sessionId})`;
      return count > 0;
    },
    endAll,
    rotateToken: async (tx, sessionId) => {
      const session = await tx.session.findUnique({ where: { id: sessionId }, select: { createdAt: true } });
      if (!session) return null;
      const { token, id } = fresh();
      const expiresAt = expiry(session.createdAt);
      const { count } = await tx.session.updateMany({ where: { id: sessionId }, data: { id, expiresAt, lastSeenAt: now() } });
      return count > 0 ? { token, expiresAt } : null;
    },
    scheduleOldClose: (sessionId) => {
      const end = () => {
        onLeft(sessionId);
        // Instances that do not hear of it find out by themselves, within a minute.
        pool.query('select pg_notify($1, $2)', [REVOKED_CHANNEL, sessionId]).catch(() => undefined);
      };
      setTimeout(end, ROTATION_GRACE_MS).unref();
    },
    notifyEnded: onLeft,
  };
}

// A header may hold what a text column does not.
const stored = ({ address, userAgent }: Client): Client => ({
  address: address.slice(0, 100),
  userAgent: userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, USER_AGENT_LENGTH),
});

/** What is stored of a token. It has 256 random bits, so a fast hash is enough. */
const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
