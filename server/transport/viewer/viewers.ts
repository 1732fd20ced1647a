import type { IncomingMessage } from 'node:http';
import { limitsOf, withLimits } from '#domain/access/token-access.ts';
import { BadToken } from '#domain/failures.ts';
import type { Caller, Viewer } from '#domain/viewer.ts';
import type { AppContainer } from '#server/container.ts';
import { setActor } from '#server/request-origin.ts';
import type { CookieJar } from './cookies.ts';

export interface Viewers {
  /** The caller; null for nobody. A token takes precedence over a cookie, and an invalid one throws `BadToken` whatever the cookie. */
  authenticate(request: IncomingMessage): Promise<Viewer | null>;
  /** The same, and sets the cookie that extends a session which was idle for a while. */
  authenticateAndRefresh(request: IncomingMessage, setCookie: (header: string) => void): Promise<Viewer | null>;
  /** The owner of a token; throws `BadToken`. */
  authenticateToken(token: string): Promise<Viewer>;
}

/** Authenticates callers, for every transport alike. */
export function createViewers(
  { config, sessions, tokens, securityLog, directory }: Pick<AppContainer, 'config' | 'sessions' | 'tokens' | 'securityLog' | 'directory'>,
  jar: CookieJar,
): Viewers {
  const clientOf = (request: IncomingMessage) => ({
    address: clientAddress(request, config.TRUST_PROXY === 'on'),
    userAgent: request.headers['user-agent'] ?? '',
  });
  const withAccess = async (caller: Caller): Promise<Viewer> => ({
    ...caller,
    access: withLimits(await directory.accessOf(caller.id), caller.id, limitsOf(caller.credential)),
  });
  const authenticateToken = async (token: string) => {
    const caller = await tokens.resolve(token);
    setActor(caller);
    if (caller) return withAccess(caller);
    securityLog.record('token.rejected');
    throw new BadToken();
  };
  const authenticateAndRefresh: Viewers['authenticateAndRefresh'] = async (request, setCookie) => {
    const bearer = bearerOf(request.headers.authorization);
    if (bearer !== null) return authenticateToken(bearer);
    const token = jar.token(request.headers.cookie);
    const found = token ? await sessions.resolve(token) : null;
    if (!token || !found) return null;
    setActor(found.viewer);
    if (found.idle) setCookie(jar.set({ token, expiresAt: await sessions.extend(found.viewer, clientOf(request)) }));
    return withAccess(found.viewer);
  };
  return {
    authenticateToken,
    authenticateAndRefresh,
    authenticate: async (request) => {
      const bearer = bearerOf(request.headers.authorization);
      if (bearer !== null) return authenticateToken(bearer);
      const token = jar.token(request.headers.cookie);
      const caller = (token ? await sessions.resolve(token) : null)?.viewer ?? null;
      setActor(caller);
      return caller && withAccess(caller);
    },
  };
}

/** The token of an `Authorization` header; null where there is none, and for other schemes, such as the password of a proxy. */
export function bearerOf(header: string | undefined): string | null {
  const [, token] = /^bearer(?:[ \t]+(.*))?$/i.exec(header?.trim() ?? '') ?? [];
  if (token !== undefined) return token.trim();
  return /^bearer$/i.test(header?.trim() ?? '') ? '' : null;
}

/** The same for the connection params of a WebSocket, whatever the case of `authorization`; anything but a token is an invalid one. */
export function bearerFromParams(params: Readonly<Record<string, unknown>> | undefined): string | null {
  const [, value] = Object.entries(params ?? {}).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  if (value === undefined || value === null) return null;
  return (typeof value === 'string' ? bearerOf(value) : null) ?? '';
}

/** The client address of a request that Fastify does not handle: behind a trusted proxy, the last address in `X-Forwarded-For`. */
export function clientAddress({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, trusted: boolean): string {
  const forwarded = trusted ? headers['x-forwarded-for'] : undefined;
  const last = (Array.isArray(forwarded) ? forwarded.join() : forwarded)?.split(',').at(-1)?.trim();
  return last || (socket.remoteAddress ?? '');
}
