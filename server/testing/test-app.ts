import type { AddressInfo } from 'node:net';
import { offlineAssistant } from '#server/ai/offline/assistant.ts';
import type { Assistant, Embedder } from '#server/ai/port.ts';
import { createApp } from '#server/app.ts';
import type { Clock } from '#server/clock.ts';
import { type Config, poolSharesOf, readConfig } from '#server/config.ts';
import { type AppContainer, createContainer } from '#server/container.ts';
import { openDatabase } from '#server/database/client.ts';
import type { EventDeadlines } from '#server/events/sequencer.ts';
import { createLogger, type Logger } from '#server/logger.ts';
import type { Tracing } from '#server/opentelemetry.ts';
import { type Caller, createCaller } from './caller.ts';
import { createTestDatabase } from './database.ts';
import { immediateJobs } from './immediate-jobs.ts';

/** When the stories of the tests happen. */
export const TEST_NOW = new Date('2026-11-20T09:30:00.000Z');

export interface TestClock extends Clock {
  /** Lets time pass, in milliseconds. */
  advance(milliseconds: number): void;
}

/** A clock that only advances when the test sets it. */
export function createFixedClock(at = TEST_NOW): TestClock {
  let now = at.getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

export interface TestAppOptions {
  /** Settings that differ from the defaults, as environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  readonly assistant?: Assistant;
  /** Steps in where the assistant cannot be reached. */
  readonly fallback?: Assistant;
  /** Embeds training items and messages; none by default. */
  readonly embedder?: Embedder;
  /** Use the database of another app, as a second server instance. */
  readonly beside?: TestApp;
  readonly webDist?: string | null;
  /** Leads the server to its database another way; answers the address there. */
  readonly through?: (databaseUrl: string) => Promise<string>;
  /** Where the server's log goes; nowhere when left out. */
  readonly log?: Logger;
  /** How long the event log may be silent; as in the product when left out. */
  readonly deadlines?: EventDeadlines;
  /** Carry background work as the product does it, in the database; left out, it is done here and at once. */
  readonly queue?: boolean;
  /** Traces of what the server does; none when left out. */
  readonly tracing?: Tracing;
}

/** A server as people use it: real PostgreSQL, real HTTP and WebSocket on a free port, a clock of the test's own. */
export interface TestApp {
  readonly url: string;
  readonly databaseUrl: string;
  readonly clock: TestClock;
  readonly config: Config;
  readonly container: AppContainer;
  /** Registers a person through the API and sends requests as them. */
  signUp(username: string): Promise<Caller>;
  /** Calls without being signed in. */
  anonymous(): Caller;
  close(): Promise<void>;
}

export async function createTestApp({
  env = {},
  assistant = offlineAssistant(),
  fallback,
  embedder,
  beside,
  webDist = null,
  through = async (databaseUrl) => databaseUrl,
  log: customLog,
  queue = false,
  deadlines,
  tracing,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = beside ? { url: beside.databaseUrl, drop: async () => undefined } : await createTestDatabase();
  const databaseUrl = await through(database.url);
  const config = readConfig({ LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '8', DATABASE_URL: databaseUrl, REGISTRATION: 'open', ...env });
  const clock = beside?.clock ?? createFixedClock();
  const log = customLog ?? createLogger(config.LOG_LEVEL);
  const db = openDatabase({
    url: databaseUrl,
    ...poolSharesOf(config),
    analystStatementTimeout: config.ANALYST_STATEMENT_TIMEOUT_MS,
    tracePool: tracing?.tracePool,
  });
  const driver = queue ? undefined : immediateJobs(db);
  const container = createContainer({
    config,
    demo: false,
    url: databaseUrl,
    db,
    assistant,
    fallback,
    embedder,
    clock,
    log,
    driver,
    deadlines,
  });
  await container.ready;
  const app = await createApp(container, webDist, tracing);
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  await container.jobs.start();
  const { port } = address(app.http.server.address());
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    databaseUrl: database.url,
    clock,
    config,
    container,
    signUp: async (username) => {
      const caller = createCaller(url);
      await caller.rest.post('/api/auth/register', { username, password: 'correct horse' });
      return caller;
    },
    anonymous: () => createCaller(url),
    close: async () => {
      await app.close();
      await container.close();
      await db.close();
      await database.drop();
    },
  };
}

function address(customLog: AddressInfo | string | null): AddressInfo {
  if (customLog === null || typeof customLog === 'string') throw new Error('The test server has no port');
  return customLog;
}
