import type { FastifyReply, FastifyRequest } from 'fastify';
import { LimitExceeded } from '#domain/failures.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { Context, SessionCookie } from '#schema/context.ts';
import { createLoaders } from '#schema/loaders.ts';
import type { AppContainer } from '#server/container.ts';
import type { CookieJar } from './cookies.ts';
import type { Viewers } from './viewers.ts';

export interface Contexts {
  /** Who sent a request; null for nobody. Looked up once however often it is asked. Throws `BadToken`. */
  viewerOf(request: FastifyRequest, reply: FastifyReply): Promise<Viewer | null>;
  /** Of a request whose answer can carry a cookie; prolongs a session that was idle for a while. */
  ofRequest(request: FastifyRequest, reply: FastifyReply): Promise<Context>;
  /** Of an operation on a socket, whose viewer was found when it was opened. */
  ofSocket(viewer: Viewer | null, address: string): Context;
  /** Of a read that is executed once for several people, all of them signed in. */
  ofSharedRead(): Context;
}

/** Stands for every signed-in person in what is the same for all of them. It owns no rows, and its id is nobody's. */
const ANYONE_SIGNED_IN: Viewer = {
  id: '',
  username: '',
  email: '',
  firstName: '',
  lastName: '',
  jobTitle: '',
  profileImageUrl: null,
  credential: { kind: 'token', id: '', expiresAt: null, scope: 'read' },
};

/** What a request over a socket, or one that nobody sent, says of its client. */
const NO_CLIENT = { address: '', userAgent: '', device: null, cookie: null } as const;

/** Adds a `Set-Cookie` header; of two for the same cookie, the last one counts. */
function setCookie({ raw }: FastifyReply, header: string): void {
  const name = header.slice(0, header.indexOf('=') + 1);
  const others = [raw.getHeader('set-cookie') ?? []]
    .flat()
    .map(String)
    .filter((other) => !other.startsWith(name));
  raw.setHeader('set-cookie', [...others, header]);
}

/** What resolvers and routes may see, for every transport alike. */
export function createContexts(container: AppContainer, viewers: Viewers, jar: CookieJar): Contexts {
  const { services, subscribeFrom, eventCursor, workspace, costLimiter } = container;
  const charge = (viewer: Viewer | null, points: number) => {
    if (costLimiter.tryConsume(viewer, points)) return;
    const { limit, remaining, resetIn } = costLimiter.peek(viewer);
    throw new LimitExceeded(
      'RATE_LIMITED',
      `This costs ${points} points; ${remaining} of the ${limit} a minute are left. Wait ${resetIn} s.`,
      resetIn,
    );
  };
  const of = (viewer: Viewer | null, client: Pick<Context, 'address' | 'userAgent' | 'device' | 'cookie'>): Context => ({
    viewer,
    services,
    loaders: createLoaders(services),
    subscribeFrom,
    eventCursor: eventCursor(),
    workspace,
    charge: (points) => charge(viewer, points),
    ...client,
  });
  const found = new WeakMap<FastifyRequest, Promise<Viewer | null>>();
  const viewerOf: Contexts['viewerOf'] = (request, reply) => {
    const viewer = found.get(request) ?? viewers.authenticateAndRefresh(request.raw, (header) => setCookie(reply, header));
    found.set(request, viewer);
    return viewer;
  };
  return {
    viewerOf,
    ofRequest: async (request, reply) => {
      const viewer = await viewerOf(request, reply);
      const cookie: SessionCookie = {
        set: (session, device) => {
          setCookie(reply, jar.set(session));
          if (device !== null) setCookie(reply, jar.giveDevice(device));
        },
        clear: () => setCookie(reply, jar.clear()),
      };
      const { cookie: sent, 'user-agent': userAgent = '' } = request.headers;
      return of(viewer, { address: request.ip, userAgent, device: jar.device(sent), cookie });
    },
    ofSocket: (viewer, address) => of(viewer, { ...NO_CLIENT, address }),
    ofSharedRead: () => of(ANYONE_SIGNED_IN, NO_CLIENT),
  };
}
