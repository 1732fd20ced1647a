import type { IncomingMessage } from 'node:http';
import { BadToken } from '#domain/failures.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { AppContainer } from '#server/container.ts';
import { setActor } from '#server/request-origin.ts';
import { bearerOf } from './bearer.ts';
import { clientAddress } from './client-address.ts';
import type { CookieJar } from './cookies.ts';

export interface Viewers {
  /** Who asks; null for nobody. A token wins over a cookie, and a bad one is refused with `BadToken` whatever the cookie. */
  authenticate(request: IncomingMessage): Promise<Viewer | null>;
  /** The same, and the cookie that prolongs a session which was idle for a while. */
  authenticateAndRefresh(request: IncomingMessage, setCookie: (header: string) => void): Promise<Viewer | null>;
  /** Whom a token stands for; throws `BadToken`. */
  authenticateToken(token: string): Promise<Viewer>;
}

/** Finds out who is asking, for every transport alike. */
export function createViewers(
  { config, sessions, tokens, securityLog }: Pick<AppContainer, 'config' | 'sessions' | 'tokens' | 'securityLog'>,
  jar: CookieJar,
): Viewers {
  const clientOf = (request: IncomingMessage) => ({
    address: clientAddress(request, config.TRUST_PROXY === 'on'),
    userAgent: request.headers['user-agent'] ?? '',
  });
  const ofToken = async (token: string) => {
    const viewer = await tokens.resolve(token);
    setActor(viewer);
    if (viewer) return viewer;
    securityLog.record('token.rejected');
    throw new BadToken();
  };
  const ofAnswerable: Viewers['authenticateAndRefresh'] = async (request, setCookie) => {
    const bearer = bearerOf(request.headers.authorization);
    if (bearer !== null) return ofToken(bearer);
    const token = jar.token(request.headers.cookie);
    const found = token ? await sessions.resolve(token) : null;
    if (!token || !found) return null;
    setActor(found.viewer);
    if (found.idle) setCookie(jar.set({ token, expiresAt: await sessions.extend(found.viewer, clientOf(request)) }));
    return found.viewer;
  };
  return {
    authenticateToken: ofToken,
    authenticateAndRefresh: ofAnswerable,
    authenticate: async (request) => {
      const bearer = bearerOf(request.headers.authorization);
      if (bearer !== null) return ofToken(bearer);
      const token = jar.token(request.headers.cookie);
      const viewer = (token ? await sessions.resolve(token) : null)?.viewer ?? null;
      setActor(viewer);
      return viewer;
    },
  };
}
