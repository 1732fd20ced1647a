import { hash, randomBytes } from 'node:crypto';
import DataLoader from 'dataloader';
import type { Pool } from 'pg';
import { SESSIONS_PER_PERSON } from '#contract/limits.ts';
import type { Caller } from '#domain/viewer.ts';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/database/client.ts';
import { UNREPLICATED_COMMIT } from '#server/database/connect.ts';
import { runUnmetered } from '#server/database/read-meter.ts';
import { LACKS_SECOND_FACTOR, REVOKED_CHANNEL } from './revoked-credentials.ts';

const DAY = 86_400_000;
/** Days without use after which a session expires. */
export const SESSION_DAYS = 30;
/** Default for `SESSION_MAX_DAYS`: days after the sign-in when a session ends in any case. */
const MAX_DAYS = 90;
/** Minimum interval between updates of `last_seen_at`. */
const TOUCH_INTERVAL_MS = 60_000;
/** How long connections of a rotated token stay open: the browser needs the new token before it reconnects. */
const ROTATION_GRACE_MS = 10_000;
/** Characters of a `User-Agent` header that are stored. */
const USER_AGENT_MAX_LENGTH = 400;

export interface StartedSession {
  readonly id: string;
  /** The cookie's value. Only its hash is stored. */
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

/** How somebody signed in. Only `password` is not enough where the role requires a second factor. */
export interface SignInMethod {
  readonly method: 'password' | 'second_factor' | 'passkey' | 'oidc';
  /** The session at the identity provider (`sid`); left out where there is none. */
  readonly oidcSessionId?: string | null;
}

/** Ends every session that is not enough for the role of its person, after a change of roles. */
export async function endInsufficientSessions(tx: Tx): Promise<void> {
  await tx.$executeRawUnsafe(`
    with ended as (delete from sessions s using users u where u.id = s.user_id and ${LACKS_SECOND_FACTOR} returning s.id)
    select pg_notify('${REVOKED_CHANNEL}', id)::text from ended`);
}

/** A session as its owner sees it. */
export interface SessionRow extends Client {
  readonly id: string;
  readonly createdAt: Date;
  /** The last recorded use, to the minute. */
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

export interface Sessions {
  start(tx: Tx, userId: string, client: Client, method?: SignInMethod): Promise<StartedSession>;
  /** The viewer of a token; null when the session does not exist, has expired, lacks a required second factor, or the user is inactive. */
  resolve(token: string): Promise<{ readonly viewer: Caller; readonly idle: boolean } | null>;
  /** Records the use of a session, which extends it, and returns its new expiry. Call it when the session was `idle`. */
  extend(viewer: Caller, client: Client): Promise<Date>;
  /** The active sessions of a user, last used first; at most `SESSIONS_PER_PERSON`. */
  list(userId: string): Promise<readonly SessionRow[]>;
  /** Ends a session, only if it is this user's when one is given, and notifies every instance to close its sockets. False when there was none. */
  end(tx: Tx, sessionId: string, userId?: string): Promise<boolean>;
  /** Ends all of a user's sessions except one, the same way. Returns their ids. */
  endAll(tx: Tx, userId: string, exceptId?: string): Promise<readonly string[]>;
  /** Gives the session a new token and invalidates the old one. Null when the session has ended meanwhile. */
  rotateToken(tx: Tx, sessionId: string): Promise<StartedSession | null>;
  /** Call after a rotation is committed: closes the connections of the old token after a grace period. */
  scheduleOldClose(sessionId: string): void;
  /** Call after the end of a session is committed, so that this instance need not wait for its own notification. */
  notifyEnded(sessionId: string): void;
}

const RESOLVE = `
  select u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName", u.job_title as "jobTitle",
    u.profile_image_url as "profileImageUrl", s.id as "sessionId", s.expires_at as "expiresAt", s.created_at as "signedInAt",
    s.last_seen_at < $3 as idle
  from sessions s join users u on u.id = s.user_id
  where s.id = any($1::text[]) and s.expires_at > $2 and s.created_at > $4 and u.is_active and not ${LACKS_SECOND_FACTOR}`;

interface ResolvedRow extends Omit<Caller, 'credential'> {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly signedInAt: Date;
  readonly idle: boolean;
}

interface SessionDeps {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  /** Days after which a session ends even when it is in use. */
  readonly maxDays?: number;
  /** Called when this instance ended a session. */
  onEnded?(sessionId: string): void;
}

export function createSessions({ pool, clock, maxDays = MAX_DAYS, onEnded = () => {} }: SessionDeps): Sessions {
  const now = () => clock.now();
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  const expiry = (signedInAt: Date) => new Date(Math.min(now().getTime() + SESSION_DAYS * DAY, signedInAt.getTime() + maxDays * DAY));
  const createToken = () => {
    const token = randomBytes(32).toString('base64url');
    return { token, id: digest(token) };
  };
  const endAll = async (tx: Tx, userId: string, exceptId = '') => {
    const ended = await tx.$queryRaw<ReadonlyArray<{ id: string }>>`
      with ended as (delete from sessions where user_id = ${userId} and id <> ${exceptId} returning id)
      select id, pg_notify(${REVOKED_CHANNEL}, id)::text from ended`;
    return ended.map(({ id }) => id);
  };
  const findSessions = async (ids: readonly string[]) => {
    const { rows } = await runUnmetered(() =>
      pool.query<ResolvedRow>({
        name: 'session-resolve',
        text: RESOLVE,
        values: [ids, now(), ago(TOUCH_INTERVAL_MS), ago(maxDays * DAY)],
      }),
    );
    const sessions = new Map(
      rows.map(({ sessionId: id, expiresAt, signedInAt, idle, ...user }) => [
        id,
        { viewer: { ...user, credential: { kind: 'session' as const, id, expiresAt, signedInAt } }, idle },
      ]),
    );
    return ids.map((id) => sessions.get(id) ?? null);
  };
  // The requests that arrive in one turn of the event loop share a query; none waits for, or gets, one that started before it arrived.
  const found = new DataLoader(findSessions, { cache: false, batchScheduleFn: setImmediate });
  return {
    start: async (tx, userId, client, { method, oidcSessionId = null } = { method: 'password' }) => {
      const { token, id } = createToken();
      const createdAt = now();
      const expiresAt = expiry(createdAt);
      const row = { id, userId, expiresAt, lastSeenAt: createdAt, createdAt, method, oidcSessionId, ...sanitizeClient(client) };
      await tx.session.create({ data: row, select: { id: true } });
      await tx.$queryRaw`
        with ended as (delete from sessions where id in (
          select id from sessions where user_id = ${userId} order by last_seen_at desc, id = ${id} desc offset ${SESSIONS_PER_PERSON}) returning id)
        select pg_notify(${REVOKED_CHANNEL}, id)::text from ended`;
      return { id, token, expiresAt };
    },
    resolve: (token) => found.load(digest(token)),
    extend: async ({ credential }, client) => {
      const expiresAt = expiry(credential.kind === 'session' ? credential.signedInAt : now());
      const { address, userAgent } = sanitizeClient(client);
      await pool.query({
        name: 'session-touch',
        text: `update sessions set last_seen_at = $2, expires_at = $3, address = $4, user_agent = $5 from ${UNREPLICATED_COMMIT} where id = $1`,
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
      const { token, id } = createToken();
      const expiresAt = expiry(session.createdAt);
      const { count } = await tx.session.updateMany({ where: { id: sessionId }, data: { id, expiresAt, lastSeenAt: now() } });
      return count > 0 ? { id, token, expiresAt } : null;
    },
    scheduleOldClose: (sessionId) => {
      const end = () => {
        onEnded(sessionId);
        // Instances that miss the notification find out within a minute.
        pool.query('select pg_notify($1, $2)', [REVOKED_CHANNEL, sessionId]).catch(() => undefined);
      };
      setTimeout(end, ROTATION_GRACE_MS).unref();
    },
    notifyEnded: onEnded,
  };
}

// A header may contain characters that a text column cannot store.
const sanitizeClient = ({ address, userAgent }: Client): Client => ({
  address: address.slice(0, 100),
  userAgent: userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, USER_AGENT_MAX_LENGTH),
});

/** The stored hash of a token. A fast one is enough for 256 random bits. */
const digest = (token: string): string => hash('sha256', token);
