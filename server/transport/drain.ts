import type { FastifyInstance } from 'fastify';

export interface Drain {
  /** Asks clients and proxies to send no further requests here; those that still arrive are served. */
  begin(): void;
  isDraining(): boolean;
}

/** Prepares a server for its stop. Register it before the routes. */
export function createDrain(http: FastifyInstance): Drain {
  let isDraining = false;
  http.addHook('onRequest', async (_request, reply) => {
    // Some routes write their response themselves, so the header is not left to the reply.
    if (isDraining) reply.raw.setHeader('connection', 'close');
  });
  return {
    begin: () => {
      isDraining = true;
    },
    isDraining: () => isDraining,
  };
}
