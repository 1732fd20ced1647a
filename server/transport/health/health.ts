import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SERVER } from '#domain/viewer.ts';
import type { JobRun } from '#prisma/generated/client.ts';
import type { AppContainer } from '#server/container.ts';
import { isLoopbackHost } from '#server/network-address.ts';
import { DATABASE_FULL } from '../errors.ts';
import { bearerOf, type Viewers } from '../viewer/viewers.ts';
import type { Sockets } from '../websocket/websocket.ts';
import { addDiskMetrics, addEmbeddingMetrics, addEventMetrics, addReplicaMetrics, addRetentionMetrics } from './metrics.ts';

interface HealthDeps {
  readonly sockets: Sockets;
  readonly viewers: Pick<Viewers, 'authenticate'>;
  isDraining(): boolean;
}

/** `/healthz` (alive), `/readyz` (ready for requests), `/healthz/detail` and `/metrics`. */
export function serveHealth(http: FastifyInstance, container: AppContainer, { sockets, viewers, isDraining }: HealthDeps): void {
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
  gauge('callboard_listeners', 'Open subscriptions', subscriberCount);
  gauge('callboard_sequencer', '1 where this instance sequences events, else 0', () => Number(isLeader()));
  gauge('callboard_database_connections', 'Open connections of the main pool', () => db.pool.totalCount);
  gauge('callboard_database_waiting', 'Requests waiting for a connection of the main pool', () => db.pool.waitingCount);
  new Gauge({
    name: 'callboard_database_read_only',
    help: '1 where the database server takes no writes, such as a standby that is not promoted yet, else 0',
    registers: [registry],
    async collect() {
      await db.ping().catch(() => undefined);
      this.set(Number(db.isReadOnly()));
    },
  });
  gauge('callboard_analyst_connections', 'Open connections of the analyst pool', () => db.analystPool.totalCount);
  gauge(
    'callboard_clock_offset_seconds',
    'Seconds the clock of this server is ahead of the database’s',
    () => container.clockOffset() ?? 0,
  );
  addEventMetrics(registry, container);
  addRetentionMetrics(registry, container);
  addDiskMetrics(registry, container);
  addReplicaMetrics(registry, db);
  addEmbeddingMetrics(registry, container.services.itemEmbeddings);
  const durations = new Histogram({
    name: 'callboard_request_seconds',
    help: 'Seconds from a request to the end of its response; requests that are cut off are not counted',
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
    const reason = isDraining() ? 'The server is shutting down.' : await findUnreadyReason(container);
    // Reads go on, and no other instance could write.
    if (reason === null) return { status: 'ready', ...(db.diskFull().isRecent && { message: DATABASE_FULL }) };
    return reply.code(503).header('retry-after', '2').send({ message: reason });
  });

  // For signed-in people and the operator.
  http.get('/healthz/detail', async (request, reply) => {
    if (!isOperator(request) && !(await viewers.authenticate(request.raw))) return reply.code(404).send({ message: 'Not found' });
    return healthDetail(container);
  });

  // 404, as for a path that does not exist, so that others do not learn that it exists.
  http.get('/metrics', async (request, reply) => {
    if (!isOperator(request)) return reply.code(404).send({ message: 'Not found' });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/**
 * Why this instance should get no requests; null when it should. Checks this instance alone: where events are stuck for all
 * instances (`callboard_events_unsequenced_age_seconds`), another one would not help.
 */
async function findUnreadyReason({ db, log, eventSilence }: Pick<AppContainer, 'db' | 'log' | 'eventSilence'>): Promise<string | null> {
  try {
    await db.ping();
  } catch (error) {
    log.warn({ error }, 'Not ready: the database does not respond');
    return db.isReadOnly() ? 'The database is read-only.' : 'The database cannot be reached.';
  }
  const { reader, sequencer, stale } = eventSilence();
  if (reader > stale) return `The event log was last read ${Math.floor(reader / 1_000)} s ago.`;
  if (sequencer > stale) return `The event sequencer last got a response ${Math.floor(sequencer / 1_000)} s ago.`;
  return null;
}

/** Running, waiting and failed jobs, integrations, and the state of this instance. */
async function healthDetail({ db, jobs, isLeader, subscriberCount, eventCursor, clockOffset, services }: AppContainer) {
  const isAnswering = await db.ping().then(
    () => true,
    () => false,
  );
  const instance = {
    ...{ sequences: isLeader(), listeners: subscriberCount(), heard: String(eventCursor()) },
    clockOffsetSeconds: clockOffset(),
  };
  const connections = { open: db.pool.totalCount, idle: db.pool.idleCount, waiting: db.pool.waitingCount };
  const database = { answers: isAnswering, connections, ...(db.replica && { replica: db.replica.status() }) };
  if (!isAnswering) return { status: 'no database', instance, database };
  const { running, failed, queues } = await jobs.stats();
  return {
    status: 'ok',
    instance,
    database,
    integrations: await services.integrations.list(SERVER),
    jobs: { queues, running: running.map(presentRun), failed: failed.map(presentRun) },
  };
}

const presentRun = ({ id, name, key, state, attempts, done, total, message, createdAt, startedAt, finishedAt }: JobRun) => ({
  ...{ id, name, key, state, attempts, done, total, message },
  ...{ createdAt, startedAt, finishedAt },
});

type OperatorRequest = Pick<FastifyRequest, 'socket' | 'headers'>;

/**
 * Who may read metrics. With a token: requests that send it, from anywhere. Without one: requests from this machine, with a loopback
 * host name and through no proxy. A proxy that adds no header looks like this machine, so a server behind one needs the token.
 */
export function createOperatorCheck(token: string | null): (request: OperatorRequest) => boolean {
  if (token === null)
    return ({ socket, headers }) => isLoopbackHost(socket.remoteAddress) && isLoopbackHost(headers.host) && !isForwarded(headers);
  const expected = digest(token);
  return ({ headers }) => timingSafeEqual(digest(bearerOf(headers.authorization) ?? ''), expected);
}

/** Of equal length for any text, as `timingSafeEqual` requires. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Headers that proxies add; none adds all of them. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'] as const;

const isForwarded = (headers: IncomingHttpHeaders): boolean => FORWARDED.some((name) => headers[name] !== undefined);
