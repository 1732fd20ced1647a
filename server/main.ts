import { type AddressInfo, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { DEMO_SIGN_IN, loadDemoData } from '#prisma/seed/demo-data.ts';
import { chooseAssistant } from './ai/assistant.ts';
import { createApp } from './app.ts';
import { assertPortAvailable, ListenError } from './assert-port-available.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigError, loadEnvFile, poolSharesOf, readConfig, renamedSettingWarnings } from './config.ts';
import { createContainer } from './container.ts';
import { openDatabase } from './database/client.ts';
import { waitForDatabase } from './database/connect.ts';
import { DatabaseSetupError } from './database/database-errors.ts';
import { startEmbedded } from './database/embedded/embedded.ts';
import { migrate } from './database/migrations/migrate.ts';
import { readDemoState } from './demo.ts';
import { createLogger, type Logger } from './logger.ts';
import { collectStartupGarbage, disableWasmTierUp } from './memory.ts';
import { startNotices } from './start-notices.ts';
import { buildWebClient, WEB_DIST, WebBuildError } from './web-build.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What was opened, to be closed in the opposite order. */
type Closer = () => Promise<unknown>;

/** Starts everything; answers what ends it, the last opened first. */
async function start(config: Config, log: Logger, closers: Closer[]): Promise<void> {
  await assertPortAvailable(config);
  // With --no-web somebody else serves the pages: `npm run dev`, where every change shows at once.
  const webDist = process.argv.includes('--no-web') ? null : WEB_DIST;
  const built = webDist ? buildWebClient(say) : Promise.resolve();
  // Awaited below; a failure meanwhile must not count as unhandled.
  built.catch(() => undefined);
  const url = config.DATABASE_URL ?? (await ownDatabase(config, closers));
  await waitForDatabase(url);
  const applied = await migrate(url);
  if (applied.length > 0) log.debug({ migrations: applied }, 'Applied database migrations');
  const db = openDatabase({
    url,
    ...poolSharesOf(config),
    analystStatementTimeout: config.ANALYST_STATEMENT_TIMEOUT_MS,
    onError: (error) => log.warn({ error }, 'Database connection lost'),
  });
  closers.unshift(() => db.close());

  const { demo, seed } = await readDemoState(db, { wanted: config.DEMO, embedded: config.DATABASE_URL === null });
  if (seed) {
    say('First start: creating the demo data…');
    // Its stories are long, and are told once.
    const { seedDemoData } = await import('#prisma/seed.ts');
    await seedDemoData({ config, db, now: systemClock.now() });
  }
  const named = demo && !process.env.COMPANY_NAME ? { ...config, COMPANY_NAME: loadDemoData().company.name } : config;
  const container = createContainer({ config: named, demo, url, db, assistant: await chooseAssistant(config), clock: systemClock, log });
  closers.unshift(() => container.close());
  await container.ready;
  await built;
  const app = await createApp(container, webDist);
  closers.unshift(() => app.close());
  await app.http.listen({ host: config.HOST, port: config.PORT });
  greet(config, app.http.server.address(), await container.services.demoSignIn.works());
  const hasAccounts = (await db.prisma.user.findFirst({ select: { id: true } })) !== null;
  for (const notice of startNotices(config, { demo, hasAccounts })) say(`  ${notice}`);
  // Only now: nobody who opens the page has to wait for it, and it tries again by itself.
  void container.jobs.start();
  collectStartupGarbage();
}

async function ownDatabase(config: Config, closers: Closer[]): Promise<string> {
  const embedded = await startEmbedded({
    dataDir: resolve(config.DATA_DIR),
    log: say,
    onLost: (error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
      process.kill(process.pid, 'SIGTERM');
    },
  });
  closers.unshift(() => embedded.stop());
  return embedded.url;
}

function greet(config: Config, address: string | AddressInfo | null, demoSignIn: boolean): void {
  const port = typeof address === 'object' && address ? address.port : config.PORT;
  const host = isIPv6(config.HOST) ? `[${config.HOST}]` : config.HOST;
  say(`\n  Callboard is running at ${config.PUBLIC_URL ?? `http://${host}:${port}`}`);
  if (demoSignIn) say(`  Sign in as ${DEMO_SIGN_IN.username} with the password ${DEMO_SIGN_IN.password}`);
  say('  Press Ctrl+C to stop\n');
}

async function main(): Promise<void> {
  disableWasmTierUp();
  loadEnvFile();
  const config = readConfig(process.env);
  const log = createLogger(config.LOG_LEVEL);
  for (const line of renamedSettingWarnings(process.env)) log.warn(line);
  const closers: Closer[] = [];
  const stop = async () => {
    for (const close of closers.splice(0)) await close().catch((error: unknown) => log.error({ error }, 'Shutdown step failed'));
  };
  const onSignal = () => {
    process.once('SIGINT', () => process.exit(130));
    process.once('SIGTERM', () => process.exit(143));
    void stop().then(() => process.exit());
  };
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    await start(config, log, closers);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What a person who starts the server can mend is one line; anything else is a fault of ours, with its trace. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.lines.join('\n');
  if (error instanceof DatabaseSetupError || error instanceof ListenError || error instanceof WebBuildError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
