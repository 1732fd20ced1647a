import type { FastifyRequest } from 'fastify';

/** The route that answers, however its letters were encoded; the path as asked for where there is none. */
export const pathOf = ({ routeOptions, url }: FastifyRequest): string => routeOptions.url ?? url;

/** Paths that answer with data: other sites may not ask for them in a person's name. */
export const answersWithData = (request: FastifyRequest): boolean =>
  /^\/(api|export|import|graphql|webhooks|schema\.graphql)(\/|\?|$)/.test(pathOf(request));

/** Paths a load balancer or a monitoring system asks for, by whatever name it has for this server. */
export const isHealthCheck = (request: FastifyRequest): boolean => /^\/(healthz|readyz|metrics)(\/|\?|$)/.test(pathOf(request));
