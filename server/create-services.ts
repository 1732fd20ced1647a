import { createDemoSignIn } from '#domain/account/demo-sign-in.ts';
import { createOwnAccount } from '#domain/account/own-account.ts';
import { createOwnSessions } from '#domain/account/own-sessions.ts';
import { createPasswordConfirmation } from '#domain/account/password-confirmation.ts';
import { createAccounts } from '#domain/account/service.ts';
import { createActivity } from '#domain/activity/service.ts';
import { createAnalytics } from '#domain/analytics/service.ts';
import { createApiTokens } from '#domain/api-token/service.ts';
import { createReplies } from '#domain/assistant/service.ts';
import { createCallImports } from '#domain/call-import/service.ts';
import { createCoaching } from '#domain/coaching/service.ts';
import { createCoachingRules } from '#domain/coaching-rule/service.ts';
import { createCustomers } from '#domain/customer/service.ts';
import { createDeadLetters } from '#domain/dead-letter/service.ts';
import { createEmailTemplates } from '#domain/email-template/service.ts';
import { createFlows } from '#domain/flow/service.ts';
import { createImports } from '#domain/import/service.ts';
import type { Connection, Provider } from '#domain/integration/providers.ts';
import { createIntegrations } from '#domain/integration/service.ts';
import type { JobQueue } from '#domain/jobs/queue.ts';
import { createLeads } from '#domain/lead/service.ts';
import { createLiveCalls } from '#domain/live-call/service.ts';
import { createNotifications } from '#domain/notification/service.ts';
import { createOrders } from '#domain/order/service.ts';
import { createOrderImport } from '#domain/order-import/service.ts';
import { orderSource } from '#domain/order-import/source.ts';
import type { AnalystQueries } from '#domain/query/analyst-queries.ts';
import { createQueryService } from '#domain/query/service.ts';
import { createSyncs } from '#domain/sync/service.ts';
import { createTraining } from '#domain/training/service.ts';
import { createTranscriptions } from '#domain/transcription/service.ts';
import { createUsers } from '#domain/user/service.ts';
import { DEMO_SIGN_IN } from '#prisma/seed/demo-data.ts';
import { offlineAssistant } from './ai/offline/assistant.ts';
import type { Assistant } from './ai/port.ts';
import { createKnownDevices } from './auth/known-devices.ts';
import { createPasswords } from './auth/passwords.ts';
import type { Sessions } from './auth/sessions.ts';
import { createSignInThrottle } from './auth/sign-in-throttle.ts';
import { createTokens, type Tokens } from './auth/tokens.ts';
import type { Clock } from './clock.ts';
import { type Config, isRegistrationOpen } from './config.ts';
import type { Database } from './database/client.ts';
import type { Services } from './domain/services.ts';
import { eventConsumers } from './event-consumers.ts';
import { eventLog } from './events/event-log.ts';
import type { NewId } from './ids.ts';
import { chooseCallTracker } from './integrations/callrail/choose.ts';
import { chooseShop, shopifyConfigured } from './integrations/shopify/choose.ts';
import { noJobs } from './jobs/queue.ts';
import type { Logger } from './logger.ts';
import { noSecurityLog, type SecurityLog } from './security-log.ts';

interface ServiceOptions {
  readonly config: Config;
  readonly demo: boolean;
  readonly db: Database;
  readonly assistant: Assistant;
  readonly fallback?: Assistant;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly sessions: Sessions;
  /** For failures that no caller waits for. */
  readonly log?: Logger;
  /** Accepts background jobs; by default, enqueueing one throws. */
  readonly jobs?: JobQueue;
  readonly tokens?: Tokens;
  /** Records sign-ins, tokens and imports; by default, nothing is recorded. */
  readonly securityLog?: SecurityLog;
  /** Limits analyst queries; unlimited by default. */
  readonly analystQueries?: AnalystQueries;
}

/** The use cases over one database; the demo data are seeded through them, without a server. */
export function createServices({
  config,
  demo,
  db,
  assistant,
  fallback = offlineAssistant(),
  clock,
  newId,
  sessions,
  log,
  jobs = noJobs,
  tokens = createTokens({ pool: db.pool, clock }),
  analystQueries,
  securityLog = noSecurityLog,
}: ServiceOptions): Services {
  const deps = { db, log: eventLog, clock, newId };
  const passwords = createPasswords();
  const throttle = createSignInThrottle({ pool: db.reserved.pool });
  const devices = createKnownDevices({ pool: db.reserved.pool, clock });
  const confirmPassword = createPasswordConfirmation({ db, clock, passwords, throttle, securityLog });
  const passwordRules = { companyNames: [config.COMPANY_NAME], demoSignIn: demo ? DEMO_SIGN_IN : null };
  const transcriptions = createTranscriptions({ ...deps, assistant, fallback, jobs });
  const coachingRules = createCoachingRules(deps);
  const unconnected = demo ? 'demo' : 'not_configured';
  const connections: Record<Provider, Connection> = {
    shopify: shopifyConfigured(config) ? 'connected' : unconnected,
    callrail: config.CALLRAIL_API_KEY && config.CALLRAIL_ACCOUNT_ID ? 'connected' : unconnected,
  };
  const tracker = chooseCallTracker(config, demo, clock);
  const callImport = createCallImports({ ...deps, tracker, jobs, storeCall: transcriptions.take });
  const notifications = createNotifications(deps);
  const orderImport = createOrderImport({ ...deps, shop: chooseShop(config, { demo, clock, note: (line) => log?.warn(line) }) });
  return {
    accounts: createAccounts({
      ...deps,
      securityLog,
      sessions,
      passwords,
      throttle,
      devices,
      passwordRules,
      settings: { registrationOpen: isRegistrationOpen(config, demo), emailDomain: config.COMPANY_EMAIL_DOMAIN },
    }),
    activity: createActivity(deps),
    analyst: createQueryService({ ...deps, queries: analystQueries }),
    analytics: createAnalytics({ ...deps, analystQueries }),
    apiTokens: createApiTokens({ ...deps, tokens, confirmPassword, securityLog }),
    callImport,
    coachingRules,
    coaching: createCoaching({ ...deps, assistant, fallback }),
    customers: createCustomers(deps),
    deadLetters: createDeadLetters({ db, clock, consumers: eventConsumers({ ...deps, notifications }) }),
    demoSignIn: createDemoSignIn({ db, passwords, signIn: demo ? DEMO_SIGN_IN : null }),
    flows: createFlows(deps),
    emailTemplates: createEmailTemplates({ ...deps, assistant, settings: { companyName: config.COMPANY_NAME } }),
    imports: createImports({ ...deps, jobs, securityLog }),
    integrations: createIntegrations({ db, connections }),
    leads: createLeads(deps),
    liveCalls: createLiveCalls({
      ...deps,
      assistant,
      storeCall: transcriptions.add,
      rules: coachingRules.settings,
      onFailure: (error) => log?.error({ error }, 'Follow-up work of a live call update failed'),
    }),
    notifications,
    orderImport,
    orders: createOrders(deps),
    ownAccount: createOwnAccount({
      ...deps,
      passwords,
      sessions,
      tokens,
      devices,
      throttle,
      confirmPassword,
      passwordRules,
      securityLog,
    }),
    replies: createReplies({ ...deps, assistant, settings: { companyName: config.COMPANY_NAME } }),
    // One entry for each service that can be synced.
    syncs: createSyncs({ ...deps, jobs, connections, sources: { shopify: orderSource(orderImport), callrail: callImport.source } }),
    training: createTraining(deps),
    transcriptions,
    sessions: createOwnSessions({ ...deps, sessions, securityLog }),
    users: createUsers(deps),
  };
}
