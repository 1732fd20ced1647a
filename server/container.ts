import type { SubscribeFrom } from '#domain/event-subscription.ts';
import { createExports, type Exports } from '#domain/export/service.ts';
import { createStaleLeads } from '#domain/lead/stale-leads.ts';
import { createAnalystQueries } from '#domain/query/analyst-queries.ts';
import type { Workspace } from '#domain/request-context.ts';
import { type Cleanup, createCleanup } from '#domain/retention/cleanup.ts';
import { limitAssistant } from './ai/limited-assistant.ts';
import type { Assistant } from './ai/port.ts';
import { type CostRateLimiter, createCostRateLimiter } from './auth/cost-rate-limiter.ts';
import { createRevokedCredentials, type RevokedCredentials, SIGNED_OUT_CHANNEL } from './auth/revoked-credentials.ts';
import { createSessions, type Sessions } from './auth/sessions.ts';
import { createTokens, type Tokens } from './auth/tokens.ts';
import type { Clock } from './clock.ts';
import { type Config, isRegistrationOpen, poolSharesOf } from './config.ts';
import { createServices } from './create-services.ts';
import type { Database } from './database/client.ts';
import type { Services } from './domain/services.ts';
import { eventConsumers } from './event-consumers.ts';
import { EVENT_DEADLINES, type EventDeadlines } from './events/deadlines.ts';
import { createEventBus } from './events/event-bus.ts';
import { startEventConsumer } from './events/event-consumer.ts';
import { eventLog } from './events/log.ts';
import { startReader } from './events/reader.ts';
import { startSequencer } from './events/sequencer.ts';
import { createSubscribeFrom } from './events/subscribe-from.ts';
import { createIds } from './ids.ts';
import { bossDriver, JOBS_CHANNEL } from './jobs/boss.ts';
import type { Driver } from './jobs/driver.ts';
import { jobTable } from './jobs/job-table.ts';
import { createJobs, type Jobs } from './jobs/queue.ts';
import type { Logger } from './logger.ts';
import { runPeriodically } from './run-periodically.ts';
import { createSecurityLog, type SecurityLog } from './security-log.ts';

/** How often calls that went silent are looked for. */
const SWEEP_EVERY = 30_000;

export interface ContainerOptions {
  readonly config: Config;
  /** Whether invented people live here. */
  readonly demo: boolean;
  readonly url: string;
  readonly db: Database;
  readonly assistant: Assistant;
  /** Does what must be done where the assistant cannot be reached; the offline one when left out. */
  readonly fallback?: Assistant;
  readonly clock: Clock;
  readonly log: Logger;
  /** Carries background work; pg-boss in the same database when left out. */
  readonly driver?: Driver;
  readonly deadlines?: EventDeadlines;
}

/** Everything a transport needs, put together in one place. */
export interface AppContainer {
  readonly config: Config;
  readonly db: Database;
  readonly services: Services;
  readonly exports: Exports;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  /** Which sessions and tokens are no more. */
  readonly signedOut: RevokedCredentials;
  /** What each person may still ask for this minute. */
  readonly costLimiter: CostRateLimiter;
  readonly follow: SubscribeFrom;
  /** The newest event this instance knows. */
  heard(): bigint;
  readonly workspace: Workspace;
  readonly clock: Clock;
  readonly log: Logger;
  /** Who signed in, who was refused and what was taken away, as JSON lines of their own. */
  readonly securityLog: SecurityLog;
  /** Resolves once events flow. */
  readonly ready: Promise<unknown>;
  /** Background work; `start` it once the server listens. */
  readonly jobs: Pick<Jobs, 'start' | 'stats' | 'close'>;
  /** Whether this instance gives out the sequence numbers. */
  sequences(): boolean;
  /** How many listen to events. */
  listeners(): number;
  /** Milliseconds since the reader and the sequencer of this instance last had an answer; `stale` is how many make it not ready. */
  eventSilence(): { readonly reader: number; readonly sequencer: number; readonly stale: number };
  readonly cleanup: Cleanup;
  /** Calls back when a session ends or a token is revoked, on whichever instance. */
  onSignedOut(listener: (credentialId: string) => void): void;
  close(): Promise<void>;
}

export function createContainer({
  config,
  demo,
  url,
  db,
  assistant,
  fallback,
  clock,
  log,
  driver,
  deadlines = EVENT_DEADLINES,
}: ContainerOptions): AppContainer {
  const leaveListeners = new Set<(credentialId: string) => void>();
  const left = (credentialId: string) => {
    for (const listener of leaveListeners) listener(credentialId);
  };
  const sessions = createSessions({ pool: db.reserved.pool, clock, maxDays: config.SESSION_MAX_DAYS, onLeft: left });
  const securityLog = createSecurityLog({ log, clock });
  const tokens = createTokens({ pool: db.reserved.pool, clock, securityLog, onLeft: left });
  const costLimiter = createCostRateLimiter({
    pool: db.reserved.pool,
    clock,
    log,
    limits: { person: config.GRAPHQL_PERSON_COST_PER_MINUTE, tokens: config.GRAPHQL_COST_PER_MINUTE },
  });
  const analystQueries = createAnalystQueries({
    pool: db.analystPool,
    perPerson: config.ANALYST_QUERIES_PER_PERSON,
    atOnce: poolSharesOf(config).analysts,
    timeoutMs: config.ANALYST_STATEMENT_TIMEOUT_MS,
    charge: costLimiter.consume,
  });
  const limited = limitAssistant(assistant, {
    pool: db.reserved.pool,
    limits: {
      perMinute: config.ASSISTANT_CALLS_PER_MINUTE,
      perDay: config.ASSISTANT_CALLS_PER_DAY,
      perPerson: config.ASSISTANT_CALLS_PER_PERSON,
      atOnce: config.ASSISTANT_CALLS_AT_ONCE,
    },
  });
  const newId = createIds(clock);
  const jobDriver = driver ?? bossDriver({ db, log });
  const jobs = createJobs({ db, clock, newId, log, driver: jobDriver });
  const services = createServices({
    ...{ config, demo, db, assistant: limited, fallback, clock, newId, sessions, tokens, jobs, log, analystQueries, securityLog },
  });
  const cleanup = createCleanup({ db, clock, jobs, log, config });
  jobs.register(jobTable({ ...services, quietLeads: createStaleLeads({ db, log: eventLog, clock, newId }), cleanup }));
  const hub = createEventBus();
  const sequencer = startSequencer({ url, log, deadlines });
  const consumers = eventConsumers({ log: eventLog, clock, notifications: services.notifications }).map((consumer) =>
    startEventConsumer({ consumer, db, clock, newId, log, isLeader: sequencer.isLeader }),
  );
  const reader = startReader({
    url,
    hub: {
      publish: (events) => {
        hub.publish(events);
        for (const each of consumers) each.notify(events);
      },
    },
    log,
    deadlines,
    onChannel: {
      [SIGNED_OUT_CHANNEL]: left,
      [JOBS_CHANNEL]: (queue) => jobDriver.onNotify?.(queue),
    },
  });
  db.afterCommit(() => sequencer.kick());
  const refusalCounts = runPeriodically({ name: 'counting refusals', milliseconds: 60_000, run: async () => securityLog.flush(), log });
  const sweeper = runPeriodically({
    name: 'closing silent calls',
    milliseconds: SWEEP_EVERY,
    run: services.liveCalls.closeStaleCalls,
    log,
  });
  return {
    config,
    db,
    services,
    exports: createExports({ url, db, clock, log: eventLog, securityLog }),
    sessions,
    tokens,
    signedOut: createRevokedCredentials({ pool: db.reserved.pool, clock }),
    costLimiter,
    clock,
    log,
    securityLog,
    follow: createSubscribeFrom({ hub, pool: db.pool, head: reader.head }),
    heard: reader.head,
    workspace: {
      companyName: config.COMPANY_NAME,
      demo,
      registrationOpen: isRegistrationOpen(config, demo),
      assistantEngine: assistant.engine,
    },
    ready: Promise.all([sequencer.ready, reader.ready, ...consumers.map(({ ready }) => ready)]),
    jobs,
    sequences: sequencer.isLeader,
    listeners: hub.size,
    eventSilence: () => ({ reader: reader.silence(), sequencer: sequencer.silence(), stale: deadlines.stale }),
    cleanup,
    onSignedOut: (listener) => void leaveListeners.add(listener),
    close: async () => {
      hub.close();
      await jobs.close();
      await Promise.all([
        ...consumers.map((each) => each.close()),
        sweeper.close(),
        refusalCounts.close(),
        costLimiter.close(),
        services.liveCalls.settled(),
      ]);
      await Promise.all([sequencer.close(), reader.close()]);
      securityLog.flush();
    },
  };
}
