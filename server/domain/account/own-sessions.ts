import Bowser from 'bowser';
import type { SessionRow, Sessions } from '#server/auth/sessions.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Forbidden, NotFound } from '../failures.ts';
import type { Viewer } from '../viewer.ts';

/** A browser the viewer is signed in with. */
export interface OwnSession extends Omit<SessionRow, 'userAgent'> {
  /** In words: "Firefox on macOS". */
  readonly device: string;
  /** Whether it is the session of this request. */
  readonly current: boolean;
}

interface OwnSessionsDeps extends Pick<ServiceDeps, 'db' | 'log' | 'clock'>, SecurityDeps {
  readonly sessions: Sessions;
}

export type OwnSessions = ReturnType<typeof createOwnSessions>;

/** The sessions of the viewer. Only the person themselves may list and end them, not an API token. */
export const createOwnSessions = ({ db, log, clock, sessions, securityLog }: OwnSessionsDeps) => {
  const find = async (viewer: Viewer): Promise<OwnSession[]> => {
    assertPerson(viewer);
    const rows = await sessions.list(viewer.id);
    return rows.map(({ userAgent, ...row }) => ({ ...row, device: deviceName(userAgent), current: row.id === viewer.credential.id }));
  };
  const endedEvent = ({ id }: Viewer) => ({
    ...({ kind: 'session.ended', subject: { type: 'user', id }, actorId: id, data: {}, at: clock.now() } as const),
  });

  return {
    /** The viewer's sessions, most recently used first. */
    list: find,

    /** Ends one of the viewer's sessions and returns it. Its open sockets close. */
    end: async (viewer: Viewer, id: string): Promise<OwnSession> => {
      const session = (await find(viewer)).find((each) => each.id === id);
      if (!session) throw new NotFound('Session', id);
      const existed = await db.reserved.transaction(async (tx) => {
        if (!(await sessions.end(tx, id, viewer.id))) return false;
        await log.append(tx, endedEvent(viewer));
        return true;
      });
      sessions.notifyEnded(id);
      if (existed) securityLog.record('session.ended', { actor: viewer, sessionsEnded: 1 });
      return session;
    },

    /** Ends all of the viewer's sessions except this one; returns how many. */
    endOthers: async (viewer: Viewer): Promise<number> => {
      assertPerson(viewer);
      const ids = await db.reserved.transaction(async (tx) => {
        const others = await sessions.endAll(tx, viewer.id, viewer.credential.id);
        for (const _ of others) await log.append(tx, endedEvent(viewer));
        return others;
      });
      for (const id of ids) sessions.notifyEnded(id);
      if (ids.length > 0) securityLog.record('session.ended', { actor: viewer, sessionsEnded: ids.length });
      return ids.length;
    },
  };
};

function assertPerson({ credential }: Viewer): void {
  if (credential.kind === 'token') throw new Forbidden('API tokens cannot list or end sessions. Sign in with a browser.');
}

/** A readable name for a `User-Agent` header: "Firefox on macOS", or the program's own name when it is not a browser. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  const program = browser.name || /^[\w.-]+/.exec(userAgent)?.[0];
  if (!program) return 'Unknown device';
  return os.name ? `${program} on ${os.name}` : program;
}
