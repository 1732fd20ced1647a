import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AppContainer } from '#server/container.ts';
import type { Viewers } from '../viewer/viewers.ts';
import type { Sockets } from '../websocket/websocket.ts';
import { addEventMetrics } from './event-metrics.ts';
import { healthDetail } from './health-detail.ts';
import { createOperatorCheck } from './operator.ts';
import { findUnreadyReason } from './readiness.ts';
import { addRetentionMetrics } from './retention-metrics.ts';

interface Doors {
  readonly sockets: Sockets;
  readonly viewers: Pick<Viewers, 'authenticate'>;
}

/** Whether the server lives, whether it can do its work, and how it is doing. */
export function serveHealth(http: FastifyInstance, container: AppContainer, { sockets, viewers }: Doors): void {
  const { config, db, subscriberCount, isLeader } = container;
  const isOperator = createOperatorCheck(config.OPERATOR_TOKEN);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('callboard_sockets', 'Open WebSockets', sockets.size);
  gauge('callboard_listeners', 'Subscriptions that wait for events', subscriberCount);
  gauge('callboard_sequencer', 'Whether this instance sequences the events', () => Number(isLeader()));
  gauge('callboard_database_connections', 'Open connections of the common share', () => db.pool.totalCount);
  gauge('callboard_database_waiting', 'Requests that wait for a connection of the common share', () => db.pool.waitingCount);
  gauge('callboard_analyst_connections', 'Open connections of the share of analyst queries', () => db.analystPool.totalCount);
  addEventMetrics(registry, container);
  addRetentionMetrics(registry, container);
  const durations = new Histogram({
    name: 'callboard_request_seconds',
    help: 'How long requests take',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });

  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });

  http.get('/healthz', async () => ({ status: 'ok' }));

  http.get('/readyz', async (_request, reply) => {
    const reason = await findUnreadyReason(container);
    if (reason === null) return { status: 'ready' };
    return reply.code(503).header('retry-after', '2').send({ message: reason });
  });

  // What runs and what went wrong is for signed-in people and for the operator.
  http.get('/healthz/detail', async (request, reply) => {
    if (!isOperator(request) && !(await viewers.authenticate(request.raw))) return reply.code(404).send({ message: 'Not found' });
    return healthDetail(container);
  });

  // Whoever may not see them learns nothing of them: 404, as for a path that does not exist.
  http.get('/metrics', async (request, reply) => {
    if (!isOperator(request)) return reply.code(404).send({ message: 'Not found' });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
