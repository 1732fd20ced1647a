import type { SessionRow, Sessions } from '#server/auth/sessions.ts';
import type { SecurityDeps, ServiceDeps } from '../deps.ts';
import { Forbidden, NotFound } from '../failures.ts';
import type { Viewer } from '../viewer.ts';
import { deviceName } from './device-name.ts';

/** A browser the viewer is signed in with. */
export interface OwnSession extends Omit<SessionRow, 'userAgent'> {
  /** In words: "Firefox on macOS". */
  readonly device: string;
  /** Whether it is the one that asks. */
  readonly current: boolean;
}

interface OwnSessionsDeps extends Pick<ServiceDeps, 'db' | 'log' | 'clock'>, SecurityDeps {
  readonly sessions: Sessions;
}

export type OwnSessions = ReturnType<typeof createOwnSessions>;

/** Where a person is signed in. Only they themselves may see and end it, and no API token. */
export const createOwnSessions = ({ db, log, clock, sessions, securityLog }: OwnSessionsDeps) => {
  const find = async (viewer: Viewer): Promise<OwnSession[]> => {
    assertPerson(viewer);
    const rows = await sessions.list(viewer.id);
    return rows.map(({ userAgent, ...row }) => ({ ...row, device: deviceName(userAgent), current: row.id === viewer.credential.id }));
  };
  const ended = ({ id }: Viewer) => ({
    ...({ kind: 'session.ended', subject: { type: 'user', id }, actorId: id, data: {}, at: clock.now() } as const),
  });

  return {
    /** The viewer's sessions, the last used first. */
    list: find,

    /** Ends one of the viewer's sessions; answers what it was. Its open sockets close. */
    end: async (viewer: Viewer, id: string): Promise<OwnSession> => {
      const session = (await find(viewer)).find((each) => each.id === id);
      if (!session) throw new NotFound('Session', id);
      const wasThere = await db.reserved.transaction(async (tx) => {
        if (!(await sessions.end(tx, id, viewer.id))) return false;
        await log.append(tx, ended(viewer));
        return true;
      });
      sessions.notifyEnded(id);
      if (wasThere) securityLog.record('session.ended', { actor: viewer, sessionsEnded: 1 });
      return session;
    },

    /** Ends all of the viewer's sessions but this one; answers how many. */
    endOthers: async (viewer: Viewer): Promise<number> => {
      assertPerson(viewer);
      const ids = await db.reserved.transaction(async (tx) => {
        const others = await sessions.endAll(tx, viewer.id, viewer.credential.id);
        for (const _ of others) await log.append(tx, ended(viewer));
        return others;
      });
      for (const id of ids) sessions.notifyEnded(id);
      if (ids.length > 0) securityLog.record('session.ended', { actor: viewer, sessionsEnded: ids.length });
      return ids.length;
    },
  };
};

function assertPerson({ credential }: Viewer): void {
  if (credential.kind === 'token') throw new Forbidden('Sessions are seen and ended by a signed-in person, not by an API token.');
}
