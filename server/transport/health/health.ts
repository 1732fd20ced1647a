import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { World } from '#server/world.ts';
import type { Viewers } from '../viewer/viewers.ts';
import type { Sockets } from '../websocket/websocket.ts';
import { addEventMetrics } from './event-metrics.ts';
import { healthDetail } from './health-detail.ts';
import { whyNotReady } from './readiness.ts';
import { addRetentionMetrics } from './retention-metrics.ts';

interface Doors {
  readonly sockets: Sockets;
  readonly viewers: Pick<Viewers, 'of'>;
}

/** Whether the server lives, whether it can do its work, and how it is doing. */
export function serveHealth(http: FastifyInstance, world: World, { sockets, viewers }: Doors): void {
  const { db, listeners, sequences } = world;
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
  gauge('callboard_listeners', 'Subscriptions that wait for events', listeners);
  gauge('callboard_sequencer', 'Whether this instance sequences the events', () => Number(sequences()));
  gauge('callboard_database_connections', 'Open connections of the pool', () => db.pool.totalCount);
  gauge('callboard_database_waiting', 'Requests that wait for a connection', () => db.pool.waitingCount);
  addEventMetrics(registry, world);
  addRetentionMetrics(registry, world);
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
    const reason = await whyNotReady(world);
    if (reason === null) return { status: 'ready' };
    return reply.code(503).header('retry-after', '2').send({ message: reason });
  });

  // What runs and what went wrong is for those who work here, and for the operator's own eyes.
  http.get('/healthz/detail', async (request, reply) => {
    if (!isOperator(request) && !(await viewers.of(request.raw))) return reply.code(404).send({ message: 'Not found' });
    return healthDetail(world);
  });

  // Numbers for the operator's own collector, not for the world: only from this machine, and not for whom a proxy on it speaks.
  http.get('/metrics', async (request, reply) => {
    if (!isOperator(request)) return reply.code(404).send({ message: 'Not found' });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const isOperator = ({ socket, headers }: FastifyRequest): boolean => isLoopback(socket.remoteAddress) && !isForwarded(headers);

const isLoopback = (address: string | undefined): boolean =>
  address === '::1' || address?.startsWith('127.') === true || address?.startsWith('::ffff:127.') === true;

/** What proxies add, each of them some of it. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'] as const;

const isForwarded = (headers: IncomingHttpHeaders): boolean => FORWARDED.some((name) => headers[name] !== undefined);
