import { createDirectory, type Directory } from '#domain/access/directory.ts';
import type { JobQueue } from '#domain/jobs/queue.ts';
import type { AnalystQueries } from '#domain/query/analyst-queries.ts';
import { createWorkspaceSettings, type WorkspaceSettings } from '#domain/workspace/settings.ts';
import { DEMO_SIGN_IN } from '#prisma/seed/demo-data.ts';
import { offlineAssistant } from './ai/offline/assistant.ts';
import { withFallback } from './ai/offline-fallback.ts';
import type { Assistant, Embedder } from './ai/port.ts';
import { createChallenges } from './auth/challenges.ts';
import { createKnownDevices } from './auth/known-devices.ts';
import { createPasswords } from './auth/passwords.ts';
import { createSecretBox } from './auth/secret-box.ts';
import type { Sessions } from './auth/sessions.ts';
import { createSignInThrottle } from './auth/sign-in-throttle.ts';
import { createTokens, type Tokens } from './auth/tokens.ts';
import type { Clock } from './clock.ts';
import { type Config, workspaceDefaults } from './config.ts';
import type { Database } from './database/client.ts';
import { createServices, type Services } from './domain/services.ts';
import { eventLog } from './events/event-log.ts';
import type { NewId } from './ids.ts';
import { chooseCallTracker } from './integrations/callrail/choose.ts';
import { chooseMailer } from './integrations/mail/choose.ts';
import { chooseIdentityProvider } from './integrations/oidc/choose.ts';
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
  /** Embeds training items and messages; by default, nothing does. */
  readonly embedder?: Embedder | null;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly sessions: Sessions;
  /** For failures that no caller waits for. */
  readonly log?: Logger;
  /** Accepts background jobs; by default, enqueueing one throws. */
  readonly jobs?: JobQueue;
  readonly tokens?: Tokens;
  /** What each person may do; by default, read from the same database. */
  readonly directory?: Directory;
  /** The settings of the workspace; by default, those of the environment, until one is changed. */
  readonly workspaceSettings?: WorkspaceSettings;
  /** Records sign-ins, tokens and imports; by default, nothing is recorded. */
  readonly securityLog?: SecurityLog;
  /** Limits analyst queries; unlimited by default. */
  readonly analystQueries?: AnalystQueries;
}

/** The use cases over one database, with the configured adapters; the demo data are seeded through them, without a server. */
export function configureServices({
  config,
  demo,
  db,
  assistant,
  fallback = offlineAssistant(),
  embedder = null,
  clock,
  log,
  jobs = noJobs,
  tokens = createTokens({ pool: db.pool, clock }),
  directory = createDirectory({ pool: db.pool, recordScope: config.RECORD_SCOPE }),
  workspaceSettings = createWorkspaceSettings({ pool: db.pool, defaults: workspaceDefaults(config, demo) }),
  securityLog = noSecurityLog,
  ...rest
}: ServiceOptions): Services {
  const unconnected = demo ? 'demo' : 'not_configured';
  return createServices({
    ...rest,
    assistant: withFallback(assistant, fallback),
    ...{ db, fallback, embedder, clock, jobs, tokens, directory, workspaceSettings, securityLog, log: eventLog },
    passwords: createPasswords(),
    throttle: createSignInThrottle({ pool: db.reserved.pool }),
    devices: createKnownDevices({ pool: db.reserved.pool, clock }),
    shop: chooseShop(config, { demo, clock, note: (line) => log?.warn(line) }),
    tracker: chooseCallTracker(config, demo, clock),
    mailer: chooseMailer(config),
    challenges: createChallenges({ db, clock }),
    identityProvider: chooseIdentityProvider(config),
    secretBox: createSecretBox(config.IDENTITY_SECRET),
    connections: {
      shopify: shopifyConfigured(config) ? 'connected' : unconnected,
      callrail: config.CALLRAIL_API_KEY && config.CALLRAIL_ACCOUNT_ID ? 'connected' : unconnected,
    },
    demoSignIn: demo ? DEMO_SIGN_IN : null,
    settings: {
      get companyName() {
        return workspaceSettings.current().values.companyName;
      },
      get registration() {
        return workspaceSettings.current().values.registration;
      },
      get registrationDomains() {
        return workspaceSettings.current().values.registrationDomains;
      },
      emailDomain: config.COMPANY_EMAIL_DOMAIN,
      publicUrl: config.PUBLIC_URL,
      roleMap: config.OIDC_ROLE_MAP,
      teamMap: config.OIDC_TEAM_MAP,
    },
    onFailure: (error, message) => log?.error({ error }, message),
  });
}
