import { type AddressInfo, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { createEventMonths } from '#domain/retention/event-months.ts';
import { DEMO_SIGN_IN, loadDemoData } from '#prisma/seed/demo-data.ts';
import { chooseAssistant } from './ai/assistant.ts';
import { chooseEmbedder } from './ai/embeddings.ts';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigError, drainSecondsOf, loadEnvFile, poolSharesOf, readConfig, renamedSettingWarnings } from './config.ts';
import { createContainer } from './container.ts';
import { openDatabase } from './database/client.ts';
import { assertUsableReplica, waitForDatabase } from './database/connect.ts';
import { DatabaseSetupError } from './database/database-errors.ts';
import { startEmbedded } from './database/embedded/embedded.ts';
import { migrate } from './database/migrations/migrate.ts';
import { createLogger, type Logger } from './logger.ts';
import { assertPortAvailable, ListenError } from './start/assert-port-available.ts';
import { collectStartupGarbage } from './start/collect-startup-garbage.ts';
import { readDemoState } from './start/demo-state.ts';
import { startNotices } from './start/start-notices.ts';
import { buildWebClient, WEB_DIST, WebBuildError } from './start/web-build.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Closes what the start opened. They run in reverse order, each with the signal that stops the server; null where the start failed. */
type ShutdownHook = (signal: NodeJS.Signals | null) => Promise<unknown>;

/** Starts everything and registers how to close it. */
async function start(config: Config, log: Logger, shutdownHooks: ShutdownHook[]): Promise<void> {
  await assertPortAvailable(config);
  // With --no-web something else serves the pages: `npm run dev` with hot reload.
  const webDist = process.argv.includes('--no-web') ? null : WEB_DIST;
  const webBuild = webDist ? buildWebClient(print) : Promise.resolve();
  // Awaited below; a failure in the meantime must not count as unhandled.
  webBuild.catch(() => undefined);
  const url = config.DATABASE_URL ?? (await startEmbeddedDatabase(config, shutdownHooks));
  await waitForDatabase(url);
  if (config.DATABASE_READ_URL) await assertUsableReplica(config.DATABASE_READ_URL);
  const applied = await migrate(url);
  if (applied.length > 0) log.info({ migrations: applied.length, newest: applied.at(-1) }, 'Applied database migrations');
  // Loaded only where it is configured.
  const tracing = config.OTEL_EXPORTER_OTLP_ENDPOINT ? (await import('./opentelemetry.ts')).startTracing(config, log) : null;
  if (tracing) shutdownHooks.unshift(tracing.close);
  const db = openDatabase({
    url,
    ...poolSharesOf(config),
    analystStatementTimeout: config.ANALYST_STATEMENT_TIMEOUT_MS,
    tracePool: tracing?.tracePool,
    ...(config.DATABASE_READ_URL && { replica: { url: config.DATABASE_READ_URL, log } }),
    onError: (error) => log.warn({ error }, 'Lost a database connection'),
  });
  shutdownHooks.unshift(() => db.close());
  // The hourly clean-up does it, too; until then such events are in the rest.
  await createEventMonths(db.pool, systemClock.now()).catch((error: unknown) =>
    log.warn({ error }, 'Could not make the tables of the months'),
  );

  const { demo, seed } = await readDemoState(db, { wanted: config.DEMO, embedded: config.DATABASE_URL === null });
  if (seed) {
    print('First start: creating the demo data…');
    // Loaded only where it is needed: it is large.
    const { seedDemoData } = await import('#prisma/seed.ts');
    await seedDemoData({ config, db, now: systemClock.now() });
  }
  const settings = demo && !process.env.COMPANY_NAME ? { ...config, COMPANY_NAME: loadDemoData().company.name } : config;
  const [assistant, embedder] = [await chooseAssistant(config), await chooseEmbedder(config)];
  const container = createContainer({ config: settings, demo, url, db, assistant, embedder, clock: systemClock, log });
  shutdownHooks.unshift(() => container.close());
  await container.ready;
  await webBuild;
  const app = await createApp(container, webDist, tracing);
  shutdownHooks.unshift(() => app.close());
  await app.http.listen({ host: config.HOST, port: config.PORT });
  // A supervisor sends SIGTERM; Ctrl+C stops at once.
  shutdownHooks.unshift(async (signal) => signal === 'SIGTERM' && app.drain(drainSecondsOf(config) * 1_000));
  printBanner(config, app.http.server.address(), await container.services.demoSignIn.works());
  const hasAccounts = (await db.prisma.user.findFirst({ select: { id: true } })) !== null;
  for (const notice of startNotices(config, { demo, hasAccounts })) print(`  ${notice}`);
  // Last: nobody who opens the page has to wait for it, and it retries by itself.
  void container.jobs.start();
  collectStartupGarbage();
}

async function startEmbeddedDatabase(config: Config, shutdownHooks: ShutdownHook[]): Promise<string> {
  const embedded = await startEmbedded({
    dataDir: resolve(config.DATA_DIR),
    log: print,
    onCrashLoop: (error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
      process.kill(process.pid, 'SIGTERM');
    },
  });
  shutdownHooks.unshift(() => embedded.stop());
  return embedded.url;
}

function printBanner(config: Config, address: string | AddressInfo | null, demoSignIn: boolean): void {
  const port = typeof address === 'object' && address ? address.port : config.PORT;
  const host = isIPv6(config.HOST) ? `[${config.HOST}]` : config.HOST;
  print(`\n  Callboard is running at ${config.PUBLIC_URL ?? `http://${host}:${port}`}`);
  if (demoSignIn) print(`  Sign in as ${DEMO_SIGN_IN.username} with the password ${DEMO_SIGN_IN.password}`);
  print('  Press Ctrl+C to stop\n');
}

async function startUntilSignal(): Promise<void> {
  loadEnvFile();
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL);
  for (const line of renamedSettingWarnings(process.env)) log.warn(line);
  const shutdownHooks: ShutdownHook[] = [];
  const stop = async (signal: NodeJS.Signals | null) => {
    for (const close of shutdownHooks.splice(0))
      await close(signal).catch((error: unknown) => log.error({ error }, 'Shutdown step failed'));
  };
  const onSignal = (signal: NodeJS.Signals) => {
    process.once('SIGINT', () => process.exit(130));
    process.once('SIGTERM', () => process.exit(143));
    void stop(signal).then(() => process.exit());
  };
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    await start(config, log, shutdownHooks);
  } catch (error) {
    await stop(null);
    throw error;
  }
}

/** One line for what the operator can fix; anything else is a bug, with its stack. */
function errorMessage(error: unknown): string {
  if (error instanceof ConfigError) return error.lines.join('\n');
  if (error instanceof DatabaseSetupError || error instanceof ListenError || error instanceof WebBuildError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Starts the server of this process. Ends the process when it cannot start, or by a signal. */
export const runServer = (): Promise<void> =>
  startUntilSignal().catch((error: unknown) => {
    process.stderr.write(`${errorMessage(error)}\n`);
    process.exit(1);
  });
