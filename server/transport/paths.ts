import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MethodNotAllowed } from './errors.ts';

/** The path of the matched route, however the URL encodes it; the URL where none matches. */
export const pathOf = ({ routeOptions, url }: FastifyRequest): string => routeOptions.url ?? url;

/** Paths with data, which other sites may not request on behalf of a person. */
export const isDataPath = (request: FastifyRequest): boolean =>
  /^\/(api|export|import|graphql|webhooks|schema\.graphql)(\/|\?|$)/.test(pathOf(request));

/** Paths that load balancers and monitoring request, by whatever host name they have for this server. */
export const isHealthCheck = (request: FastifyRequest): boolean => /^\/(healthz|readyz|metrics)(\/|\?|$)/.test(pathOf(request));

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers other methods on the paths of these routes with 405, and lists the allowed ones in `Allow`. */
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
