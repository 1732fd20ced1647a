import { createDirectory, type Directory } from '#domain/access/directory.ts';
import { changesAccess } from '#domain/access/event-scope.ts';
import { createExports, type Exports } from '#domain/export/service.ts';
import { createStaleLeads } from '#domain/lead/stale-leads.ts';
import { createAnalystQueries } from '#domain/query/analyst-queries.ts';
import type { Workspace } from '#domain/request-context.ts';
import { type Cleanup, createCleanup } from '#domain/retention/cleanup.ts';
import { createWorkspaceSettings } from '#domain/workspace/settings.ts';
import { limitAssistant } from './ai/limited-assistant.ts';
import type { Assistant, Embedder } from './ai/port.ts';
import { taskSlots } from './ai/tasks.ts';
import { createUsageRecorder, recordEmbeddings, recordUsage, type Usage } from './ai/usage.ts';
import { type CostRateLimiter, createCostRateLimiter } from './auth/cost-rate-limiter.ts';
import { createFindRevoked, type FindRevoked, REVOKED_CHANNEL } from './auth/revoked-credentials.ts';
import { createSessions, type Sessions } from './auth/sessions.ts';
import { createTokens, type Tokens } from './auth/tokens.ts';
import { type Clock, systemClock } from './clock.ts';
import { watchClockOffset } from './clock-offset.ts';
import { type Config, poolSharesOf, workspaceDefaults } from './config.ts';
import { configureServices } from './configure-services.ts';
import type { Database } from './database/client.ts';
import { eventConsumers } from './domain/event-consumers.ts';
import type { Services } from './domain/services.ts';
import { createEventBus } from './events/event-bus.ts';
import { startEventConsumer } from './events/event-consumer.ts';
import { eventLog } from './events/event-log.ts';
import { startReader } from './events/reader.ts';
import { EVENT_DEADLINES, type EventDeadlines, startSequencer } from './events/sequencer.ts';
import { createSubscribeFrom, type ScopedEvents } from './events/subscribe-from.ts';
import { createIds } from './ids.ts';
import { bossDriver, JOBS_CHANNEL } from './jobs/boss.ts';
import type { Driver } from './jobs/driver.ts';
import { jobTable } from './jobs/job-table.ts';
import { createJobs, type Jobs } from './jobs/queue.ts';
import type { Logger } from './logger.ts';
import { runPeriodically } from './run-periodically.ts';
import { createSecurityEvents, type SecurityEvents } from './security-events.ts';
import { createSecurityLog, type SecurityLog } from './security-log.ts';

/** How often abandoned live calls are closed, in milliseconds. */
const SWEEP_INTERVAL_MS = 30_000;
const REMINDER_INTERVAL_MS = 60_000;

export interface ContainerOptions {
  readonly config: Config;
  /** Whether the database holds the demo data. */
  readonly demo: boolean;
  readonly url: string;
  readonly db: Database;
  readonly assistant: Assistant;
  /** Used for work that must be done although the assistant is unavailable; the offline assistant by default. */
  readonly fallback?: Assistant;
  /** Embeds training items and messages; none by default. */
  readonly embedder?: Embedder | null;
  readonly clock: Clock;
  readonly log: Logger;
  /** Runs background jobs; pg-boss in the same database by default. */
  readonly driver?: Driver;
  readonly deadlines?: EventDeadlines;
}

/** The composition root: everything a transport needs. */
export interface AppContainer {
  readonly config: Config;
  readonly db: Database;
  readonly services: Services;
  readonly exports: Exports;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  /** What each person may do. */
  readonly directory: Directory;
  /** Which of these sessions and tokens have ended, expired or were revoked. */
  readonly findRevoked: FindRevoked;
  /** The points each person has left this minute. */
  readonly costLimiter: CostRateLimiter;
  readonly subscribeFrom: ScopedEvents;
  /** The cursor of the newest event this instance has read. */
  eventCursor(): bigint;
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly log: Logger;
  /** Sign-ins, refusals and exports, as JSON lines of their own. */
  readonly securityLog: SecurityLog;
  /** The same lines on their way to the database. */
  readonly securityEvents: Pick<SecurityEvents, 'flush'>;
  /** Resolves once events are delivered. */
  readonly ready: Promise<unknown>;
  /** Background jobs; call `start` once the server listens. */
  readonly jobs: Pick<Jobs, 'start' | 'stats' | 'close'>;
  /** Whether this instance is the leader of the event log. */
  isLeader(): boolean;
  /** The number of subscribers to events. */
  subscriberCount(): number;
  /** Milliseconds since the database last answered the reader and the sequencer of this instance; from `stale` on it is not ready. */
  eventSilence(): { readonly reader: number; readonly sequencer: number; readonly stale: number };
  /** Seconds this machine's clock is ahead of the database's; null until it was measured. */
  clockOffset(): number | null;
  readonly cleanup: Cleanup;
  /** Calls `listener` when a session ends or a token is revoked, on any instance. */
  onRevoked(listener: (credentialId: string) => void): void;
  close(): Promise<void>;
}

export function createContainer({
  config,
  demo,
  url,
  db,
  assistant,
  fallback,
  embedder,
  clock,
  log,
  driver,
  deadlines = EVENT_DEADLINES,
}: ContainerOptions): AppContainer {
  const revokedListeners = new Set<(credentialId: string) => void>();
  const notifyRevoked = (credentialId: string) => {
    for (const listener of revokedListeners) listener(credentialId);
  };
  const sessions = createSessions({ pool: db.reserved.pool, clock, maxDays: config.SESSION_MAX_DAYS, onEnded: notifyRevoked });
  const securityEvents = createSecurityEvents({ pool: db.pool, log });
  const securityLog = createSecurityLog({ log, clock, store: securityEvents });
  const directory = createDirectory({ pool: db.reserved.pool, recordScope: config.RECORD_SCOPE });
  const workspaceSettings = createWorkspaceSettings({ pool: db.reserved.pool, defaults: workspaceDefaults(config, demo) });
  const tokens = createTokens({ pool: db.reserved.pool, clock, securityLog, onRevoked: notifyRevoked });
  const costLimiter = createCostRateLimiter({
    pool: db.reserved.pool,
    clock,
    log,
    limits: { person: config.GRAPHQL_PERSON_COST_PER_MINUTE, tokens: config.GRAPHQL_COST_PER_MINUTE },
  });
  const analystQueries = createAnalystQueries({
    pool: db.analystReads,
    perPerson: config.ANALYST_CONCURRENCY_PER_PERSON,
    atOnce: poolSharesOf(config).analysts,
    timeoutMs: config.ANALYST_STATEMENT_TIMEOUT_MS,
    charge: costLimiter.consume,
  });
  const newId = createIds(clock);
  const store = createUsageRecorder({ db, clock, newId, prices: config.ASSISTANT_PRICES ?? [] });
  // An answer is not lost because nobody could note what it cost.
  const record = (usage: Usage) =>
    store(usage).catch((error: unknown) => log.warn({ error, task: usage.task }, 'What an answer of the model cost was not stored'));
  const limitedAssistant = limitAssistant(recordUsage(assistant, record), {
    pool: db.reserved.pool,
    limits: {
      perMinute: config.ASSISTANT_REQUESTS_PER_MINUTE,
      perDay: config.ASSISTANT_REQUESTS_PER_DAY,
      perPerson: config.ASSISTANT_CONCURRENCY_PER_PERSON,
      atOnce: config.ASSISTANT_CONCURRENCY,
      perTask: taskSlots(config),
    },
  });
  const jobDriver = driver ?? bossDriver({ db, log });
  const jobs = createJobs({ db, clock, newId, log, driver: jobDriver });
  const services = configureServices({
    ...{
      config,
      demo,
      db,
      assistant: limitedAssistant,
      fallback,
      embedder: embedder && recordEmbeddings(embedder, record),
      clock,
      newId,
      sessions,
      tokens,
      directory,
      workspaceSettings,
      jobs,
      log,
      analystQueries,
      securityLog,
    },
  });
  const cleanup = createCleanup({ db, clock, jobs, log, settings: () => workspaceSettings.current().values });
  jobs.register(jobTable({ ...services, quietLeads: createStaleLeads({ db, log: eventLog, clock, newId }), cleanup }));
  const eventBus = createEventBus();
  const refreshAccess = () =>
    directory.reload().then(
      () => eventBus.endOutdated(),
      (error: unknown) => log.error({ error }, 'What people may do was not read again after a change'),
    );
  const refreshSettings = () =>
    workspaceSettings.reload().catch((error: unknown) => log.error({ error }, 'The workspace settings were not read again after a change'));
  const sequencer = startSequencer({ url, log, deadlines });
  const consumers = eventConsumers({ log: eventLog, clock, notifications: services.notifications }).map((consumer) =>
    startEventConsumer({ consumer, db, clock, newId, log, isLeader: sequencer.isLeader }),
  );
  const reader = startReader({
    url,
    eventBus: {
      publish: (events) => {
        eventBus.publish(events);
        if (events.some(({ kind }) => changesAccess(kind))) void refreshAccess();
        if (events.some(({ kind }) => kind === 'workspace.changed')) void refreshSettings();
        for (const each of consumers) each.notify(events);
      },
    },
    log,
    deadlines,
    onNewEpoch: () => {
      eventBus.endAll();
      void refreshAccess();
      void refreshSettings();
    },
    onChannel: {
      [REVOKED_CHANNEL]: notifyRevoked,
      [JOBS_CHANNEL]: (queue) => jobDriver.onNotify?.(queue),
    },
  });
  db.afterCommit(() => sequencer.trigger());
  const refusalCounts = runPeriodically({
    name: 'Flushing the security log',
    intervalMs: 60_000,
    run: async () => securityLog.flush(),
    log,
  });
  const clockOffset = watchClockOffset({ pool: db.reserved.pool, clock: systemClock, log });
  const sweeper = runPeriodically({
    name: 'Closing abandoned live calls',
    intervalMs: SWEEP_INTERVAL_MS,
    run: services.liveCalls.closeStaleCalls,
    log,
  });
  const reminders = runPeriodically({ name: 'Reminding of tasks', intervalMs: REMINDER_INTERVAL_MS, run: services.tasks.remind, log });
  return {
    config,
    db,
    services,
    exports: createExports({ url, db, clock, log: eventLog, securityLog }),
    sessions,
    tokens,
    directory,
    findRevoked: createFindRevoked({ pool: db.reserved.pool, clock }),
    costLimiter,
    clock,
    log,
    securityLog,
    securityEvents,
    subscribeFrom: createSubscribeFrom({ eventBus, pool: db.pool, head: reader.head }),
    eventCursor: reader.head,
    workspace: {
      settings: workspaceSettings.current,
      demo,
      assistantEngine: assistant.engine,
      passwordResetByMail: config.SMTP_URL !== null,
      oidcSignIn: config.OIDC_ISSUER !== null,
    },
    ready: Promise.all([workspaceSettings.reload(), sequencer.ready, reader.ready, ...consumers.map(({ ready }) => ready)]),
    jobs: {
      ...jobs,
      start: async () => {
        await jobs.start();
        // The model may be new.
        if (services.itemEmbeddings.isOn) await db.transaction((tx) => jobs.enqueue(tx, 'training.embed', {}));
      },
    },
    isLeader: sequencer.isLeader,
    subscriberCount: eventBus.size,
    eventSilence: () => ({ reader: reader.silence(), sequencer: sequencer.silence(), stale: deadlines.stale }),
    clockOffset: clockOffset.seconds,
    cleanup,
    onRevoked: (listener) => void revokedListeners.add(listener),
    close: async () => {
      eventBus.close();
      await jobs.close();
      await Promise.all([
        ...consumers.map((each) => each.close()),
        sweeper.close(),
        reminders.close(),
        clockOffset.close(),
        refusalCounts.close(),
        costLimiter.close(),
        services.liveCalls.settled(),
      ]);
      await Promise.all([sequencer.close(), reader.close()]);
      securityLog.flush();
      await securityEvents.close();
    },
  };
}
