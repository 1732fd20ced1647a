import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Access, NO_ACCESS } from '#domain/access/access.ts';
import type { RelyingParty } from '#domain/account/passkeys.ts';
import { LimitExceeded } from '#domain/failures.ts';
import { createLoaders } from '#domain/loaders.ts';
import type { Context, SessionCookie } from '#domain/request-context.ts';
import type { Caller, Viewer } from '#domain/viewer.ts';
import type { AppContainer } from '#server/container.ts';
import { hostnameOf, isLoopbackHost } from '#server/network-address.ts';
import type { CookieJar } from './cookies.ts';
import type { Viewers } from './viewers.ts';

export interface Contexts {
  /** Who sent a request; null for nobody. Looked up once per request. Throws `BadToken`. */
  viewerOf(request: FastifyRequest, reply: FastifyReply): Promise<Viewer | null>;
  /** For a request whose response can carry a cookie; extends a session that was idle for a while. */
  forRequest(request: FastifyRequest, reply: FastifyReply): Promise<Context>;
  /** For an operation on a socket, whose viewer was authenticated when it opened. */
  forSocket(viewer: Viewer | null, address: string): Context;
  /** For a read that is executed once for several signed-in people who may see the same. */
  forSharedRead(access: Access): Context;
}

/** Any signed-in person, in reads that are the same for all of them. It owns no rows, and nobody has its id. */
const ANYONE_SIGNED_IN: Caller = {
  id: '',
  username: '',
  email: '',
  firstName: '',
  lastName: '',
  jobTitle: '',
  profileImageUrl: null,
  credential: { kind: 'token', id: '', expiresAt: null, scope: 'read', permissions: null },
};

/** The client of an operation over a socket, and of one without a request. */
const NO_CLIENT = { address: '', userAgent: '', device: null, relyingParty: () => null, cookie: null } as const;

/** Adds a `Set-Cookie` header; a later one for the same cookie replaces it. */
function setCookie({ raw }: FastifyReply, header: string): void {
  const name = header.slice(0, header.indexOf('=') + 1);
  const others = [raw.getHeader('set-cookie') ?? []]
    .flat()
    .map(String)
    .filter((other) => !other.startsWith(name));
  raw.setHeader('set-cookie', [...others, header]);
}

/** The page that passkeys are bound to: that of PUBLIC_URL, or else the host of the request where it is this machine. */
export function relyingPartyOf(publicUrl: string | null, host: string | undefined): RelyingParty | null {
  if (publicUrl === null && !isLoopbackHost(hostnameOf(host ?? '') ?? '')) return null;
  const { origin, hostname } = new URL(publicUrl ?? `http://${host}`);
  return { origin, id: hostname };
}

/** Creates what resolvers and routes may see, for every transport alike. */
export function createContexts(container: AppContainer, viewers: Viewers, jar: CookieJar): Contexts {
  const { services, subscribeFrom, eventCursor, workspace, costLimiter } = container;
  const charge = (viewer: Viewer | null, points: number) => {
    if (costLimiter.tryConsume(viewer, points)) return;
    const { limit, remaining, resetIn } = costLimiter.peek(viewer);
    throw new LimitExceeded(
      'RATE_LIMITED',
      `This costs ${points} points; ${remaining} of ${limit} per minute are left. Retry in ${resetIn} s.`,
      resetIn,
    );
  };
  const create = (
    viewer: Viewer | null,
    client: Pick<Context, 'address' | 'userAgent' | 'device' | 'relyingParty' | 'cookie'>,
  ): Context => ({
    viewer,
    services,
    loaders: createLoaders(services, viewer),
    subscribeFrom: subscribeFrom(viewer?.access ?? NO_ACCESS),
    eventCursor: eventCursor(),
    workspace,
    charge: (points) => charge(viewer, points),
    ...client,
  });
  const viewersByRequest = new WeakMap<FastifyRequest, Promise<Viewer | null>>();
  const viewerOf: Contexts['viewerOf'] = (request, reply) => {
    const viewer = viewersByRequest.get(request) ?? viewers.authenticateAndRefresh(request.raw, (header) => setCookie(reply, header));
    viewersByRequest.set(request, viewer);
    return viewer;
  };
  return {
    viewerOf,
    forRequest: async (request, reply) => {
      const viewer = await viewerOf(request, reply);
      const cookie: SessionCookie = {
        set: (session, device) => {
          setCookie(reply, jar.set(session));
          if (device !== null) setCookie(reply, jar.setDevice(device));
        },
        clear: () => setCookie(reply, jar.clear()),
      };
      const { cookie: sent, 'user-agent': userAgent = '', host } = request.headers;
      const relyingParty = () => relyingPartyOf(container.config.PUBLIC_URL, host);
      return create(viewer, { address: request.ip, userAgent, device: jar.device(sent), relyingParty, cookie });
    },
    forSocket: (viewer, address) => create(viewer, { ...NO_CLIENT, address }),
    forSharedRead: (access) => create({ ...ANYONE_SIGNED_IN, access }, NO_CLIENT),
  };
}
