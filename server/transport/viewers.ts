import type { IncomingMessage } from 'node:http';
import type { Viewer } from '#domain/viewer.ts';
import type { World } from '#server/world.ts';
import type { CookieJar } from './cookies.ts';

export interface Viewers {
  /** Who asks; null for nobody. */
  of(request: IncomingMessage): Promise<Viewer | null>;
  /** The same, and the cookie that prolongs a session which was idle for a while. */
  ofAnswerable(request: IncomingMessage, setCookie: (header: string) => void): Promise<Viewer | null>;
}

/** Finds out who is asking, for every transport alike. */
export function createViewers({ sessions }: Pick<World, 'sessions'>, jar: CookieJar): Viewers {
  const resolve = async (request: IncomingMessage) => {
    const token = jar.token(request.headers.cookie);
    const found = token ? await sessions.resolve(token) : null;
    return { token, found };
  };
  return {
    of: async (request) => (await resolve(request)).found?.viewer ?? null,
    ofAnswerable: async (request, setCookie) => {
      const { token, found } = await resolve(request);
      if (!token || !found) return null;
      if (found.idle) setCookie(jar.give({ token, expiresAt: await sessions.touch(found.viewer) }));
      return found.viewer;
    },
  };
}
