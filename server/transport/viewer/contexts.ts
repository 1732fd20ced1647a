import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#domain/viewer.ts';
import type { Context, SessionCookie } from '#schema/context.ts';
import { createLoaders } from '#schema/loaders.ts';
import type { World } from '#server/world.ts';
import type { CookieJar } from './cookies.ts';
import type { Viewers } from './viewers.ts';

export interface Contexts {
  /** Of a request whose answer can carry a cookie; prolongs a session that was idle for a while. */
  ofRequest(request: FastifyRequest, reply: FastifyReply): Promise<Context>;
  /** Of an operation on a socket, whose viewer was found when it was opened. */
  ofSocket(viewer: Viewer | null, address: string): Context;
}

/** What resolvers and routes may see, for every transport alike. */
export function createContexts(world: World, viewers: Viewers, jar: CookieJar): Contexts {
  const { services, follow, heard, workspace } = world;
  const of = (viewer: Viewer | null, client: Pick<Context, 'address' | 'userAgent' | 'device' | 'cookie'>): Context => ({
    viewer,
    services,
    load: createLoaders(services),
    follow,
    heard: heard(),
    workspace,
    ...client,
  });
  return {
    ofRequest: async (request, reply) => {
      const cookies = new Map<string, string>();
      // Of two for the same cookie, the last one counts.
      const setCookie = (header: string) => {
        cookies.set(header.slice(0, header.indexOf('=')), header);
        reply.raw.setHeader('set-cookie', [...cookies.values()]);
      };
      const viewer = await viewers.ofAnswerable(request.raw, setCookie);
      const cookie: SessionCookie = {
        set: (session, device) => {
          setCookie(jar.give(session));
          if (device !== null) setCookie(jar.giveDevice(device));
        },
        clear: () => setCookie(jar.take()),
      };
      const { cookie: sent, 'user-agent': userAgent = '' } = request.headers;
      return of(viewer, { address: request.ip, userAgent, device: jar.device(sent), cookie });
    },
    ofSocket: (viewer, address) => of(viewer, { address, userAgent: '', device: null, cookie: null }),
  };
}
