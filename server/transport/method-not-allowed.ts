import type { FastifyInstance } from 'fastify';

/** A path that is there, asked for in a way it has not: 405. */
export class MethodNotAllowed extends Error {
  constructor(method: string, allowed: readonly string[]) {
    super(`${method} does not work here; ${allowed.join(' and ')} ${allowed.length > 1 ? 'do' : 'does'}.`);
    this.name = 'WrongMethod';
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers every path of these routes with 405 to what none of them does, and says in `Allow` what they do. */
export function rejectOtherMethods(http: FastifyInstance, routes: ReadonlyArray<{ readonly method: string; readonly path: string }>): void {
  const methods = new Map<string, string[]>();
  for (const { method, path } of routes) {
    const url = path.replaceAll(/:[a-z]+/gi, ':part');
    methods.set(url, [...(methods.get(url) ?? []), method]);
  }
  for (const [url, allowed] of methods) {
    http.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url,
      exposeHeadRoute: false,
      handler: (request, reply) => {
        reply.header('allow', allowed.join(', '));
        throw new MethodNotAllowed(request.method, allowed);
      },
    });
  }
}
