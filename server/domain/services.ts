import type { RegistrationMode, RoleKey } from '#contract/access.ts';
import type { Assistant, Embedder } from '#server/ai/port.ts';
import type { Challenges } from '#server/auth/challenges.ts';
import type { KnownDevices } from '#server/auth/known-devices.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import type { SecretBox } from '#server/auth/secret-box.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import type { SignInThrottle } from '#server/auth/sign-in-throttle.ts';
import type { Tokens } from '#server/auth/tokens.ts';
import type { CallTracker } from '#server/integrations/callrail/port.ts';
import type { Mailer } from '#server/integrations/mail/port.ts';
import type { IdentityProvider } from '#server/integrations/oidc/port.ts';
import type { Shop } from '#server/integrations/shopify/port.ts';
import { permissionsOf, readScopesOf } from './access/access.ts';
import type { Directory } from './access/directory.ts';
import { createDemoSignIn } from './account/demo-sign-in.ts';
import { createOidc } from './account/oidc.ts';
import { createOwnAccount } from './account/own-account.ts';
import { createOwnSessions } from './account/own-sessions.ts';
import { createPasskeys } from './account/passkeys.ts';
import { createPasswordConfirmation } from './account/password-confirmation.ts';
import { createPasswordResets } from './account/password-reset.ts';
import { createSecondFactor } from './account/second-factor.ts';
import { createAccounts } from './account/service.ts';
import { createActivity } from './activity/service.ts';
import { createAnalytics } from './analytics/service.ts';
import { createApiTokens } from './api-token/service.ts';
import { createCustomerFacts } from './assistant/customer-facts.ts';
import { createReplies } from './assistant/service.ts';
import { createAssistantUsage } from './assistant/usage.ts';
import { createAudit } from './audit/service.ts';
import { createCallImports } from './call-import/service.ts';
import { createCoaching } from './coaching/service.ts';
import { createCoachingRules } from './coaching-rule/service.ts';
import { createCustomers } from './customer/service.ts';
import { createDeadLetters } from './dead-letter/service.ts';
import type { SecurityDeps, ServiceDeps } from './deps.ts';
import { createEmailTemplates } from './email-template/service.ts';
import { eventConsumers } from './event-consumers.ts';
import { createFlows } from './flow/service.ts';
import { createImports } from './import/service.ts';
import type { Connection, Provider } from './integration/providers.ts';
import { createIntegrations } from './integration/service.ts';
import type { JobQueue } from './jobs/queue.ts';
import { createLeads } from './lead/service.ts';
import { createLiveCalls } from './live-call/service.ts';
import { createNotifications } from './notification/service.ts';
import { createOrders } from './order/service.ts';
import { createOrderImport } from './order-import/service.ts';
import { orderSource } from './order-import/source.ts';
import { createAccountsOfOthers } from './people/accounts.ts';
import { createAssignmentRules } from './people/assignment-rules.ts';
import { createChangeAccess } from './people/change-access.ts';
import { createInvitations } from './people/invitations.ts';
import { createPeople } from './people/service.ts';
import type { AnalystQueries } from './query/analyst-queries.ts';
import { createQueryService } from './query/service.ts';
import { createSyncs } from './sync/service.ts';
import { createTasks } from './task/service.ts';
import { createCompetitorNames } from './training/competitor-names.ts';
import { createItemEmbeddings } from './training/item-embeddings.ts';
import { createKnowledgeSearch } from './training/knowledge-search.ts';
import { createPhrasingProposals } from './training/phrasing-proposals.ts';
import { createTraining } from './training/service.ts';
import { createUnansweredQuestions } from './training/unanswered-questions.ts';
import { createTranscriptions } from './transcription/service.ts';
import { createUsers } from './user/service.ts';
import type { Viewer } from './viewer.ts';
import { createWorkspace } from './workspace/service.ts';
import type { WorkspaceSettings } from './workspace/settings.ts';

interface ServicesDeps extends ServiceDeps, SecurityDeps {
  readonly assistant: Assistant;
  readonly fallback: Assistant;
  /** Embeds training items and messages; null for no embeddings. */
  readonly embedder: Embedder | null;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly directory: Directory;
  readonly workspaceSettings: WorkspaceSettings;
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
  readonly devices: KnownDevices;
  readonly jobs: JobQueue;
  /** Null where Shopify is not configured. */
  readonly shop: Shop | null;
  /** Null where CallRail is not configured. */
  readonly tracker: CallTracker | null;
  readonly challenges: Challenges;
  /** Null without one. */
  readonly identityProvider: IdentityProvider | null;
  /** Null without `IDENTITY_SECRET`. */
  readonly secretBox: SecretBox | null;
  /** Null where no mail server is configured. */
  readonly mailer: Mailer | null;
  readonly connections: Readonly<Record<Provider, Connection>>;
  /** Limits analyst queries; unlimited when absent. */
  readonly analystQueries?: AnalystQueries;
  /** The published sign-in of the demo data; null without them. */
  readonly demoSignIn: { readonly username: string; readonly password: string } | null;
  readonly settings: {
    readonly companyName: string;
    readonly registration: RegistrationMode;
    readonly registrationDomains: readonly string[];
    readonly emailDomain: string;
    readonly publicUrl: string | null;
    readonly roleMap: Readonly<Record<string, RoleKey>> | null;
    readonly teamMap: Readonly<Record<string, string>> | null;
  };
  /** Called with failures that no caller waits for. */
  readonly onFailure: (error: unknown, message: string) => void;
}

/** The use cases by entity: what GraphQL and REST may call. */
export type Services = ReturnType<typeof createServices>;

export function createServices({
  assistant,
  fallback,
  embedder,
  sessions,
  tokens,
  directory,
  workspaceSettings,
  passwords,
  throttle,
  devices,
  jobs,
  shop,
  tracker,
  mailer,
  secretBox,
  challenges,
  identityProvider,
  connections,
  analystQueries,
  demoSignIn,
  settings,
  securityLog,
  onFailure,
  ...deps
}: ServicesDeps) {
  const { db, clock } = deps;
  const changeAccess = createChangeAccess({ db, clock, directory });
  const confirmPassword = createPasswordConfirmation({ db, clock, passwords, throttle, securityLog });
  const passwordRules = {
    get companyNames() {
      return [settings.companyName];
    },
    demoSignIn,
  };
  const secondFactor = createSecondFactor({ ...deps, passwords, throttle, confirmPassword, secretBox, settings, securityLog });
  const accounts = createAccounts({
    ...deps,
    ...{ securityLog, sessions, passwords, throttle, devices, secondFactor, passwordRules, settings },
  });
  const transcriptions = createTranscriptions({ ...deps, assistant, fallback, jobs, accessOf: directory.accessOf });
  const itemEmbeddings = createItemEmbeddings({ db, clock, embedder });
  const knowledgeSearch = createKnowledgeSearch({ pool: db.pool, refine: itemEmbeddings.refine });
  const coachingRules = createCoachingRules(deps);
  const callImport = createCallImports({ ...deps, tracker, jobs, storeCall: transcriptions.take });
  const notifications = createNotifications(deps);
  const orderImport = createOrderImport({ ...deps, shop });
  /** With the credential of the request where it is theirs, as after signing in it is not yet. */
  const accessOf = async (personId: string, viewer: Viewer | null) =>
    viewer?.id === personId ? viewer.access : directory.accessOf(personId);
  return {
    access: {
      /** What somebody may do. */
      permissionsOf: async (personId: string, viewer: Viewer | null) => permissionsOf(await accessOf(personId, viewer)),
      /** Whose rows they may read. */
      readScopesOf: async (personId: string, viewer: Viewer | null) => readScopesOf(await accessOf(personId, viewer), personId),
      /** Whether anybody else is in their team or a team below it. */
      hasTeammates: async (personId: string, viewer: Viewer | null) => (await accessOf(personId, viewer)).team.size > 1,
    },
    accounts,
    passkeys: createPasskeys({ ...deps, ...{ challenges, throttle, confirmPassword, accounts, settings, securityLog } }),
    activity: createActivity(deps),
    analyst: createQueryService({ ...deps, queries: analystQueries }),
    analytics: createAnalytics({ ...deps, analystQueries }),
    assistantUsage: createAssistantUsage(deps),
    apiTokens: createApiTokens({ ...deps, tokens, confirmPassword, securityLog }),
    assignmentRules: createAssignmentRules(deps),
    audit: createAudit({ db, clock, queries: analystQueries }),
    callImport,
    coachingRules,
    coaching: createCoaching({ ...deps, assistant, fallback, accessOf: directory.accessOf }),
    customers: createCustomers(deps),
    deadLetters: createDeadLetters({ db, clock, consumers: eventConsumers({ ...deps, notifications }) }),
    demoSignIn: createDemoSignIn({ db, passwords, signIn: demoSignIn }),
    flows: createFlows(deps),
    emailTemplates: createEmailTemplates({ ...deps, assistant, knowledgeSearch, settings }),
    imports: createImports({ ...deps, jobs, securityLog, accessOf: directory.accessOf }),
    itemEmbeddings,
    integrations: createIntegrations({ db, connections }),
    leads: createLeads(deps),
    liveCalls: createLiveCalls({
      ...deps,
      assistant,
      knowledgeSearch,
      storeCall: transcriptions.add,
      accessOf: directory.accessOf,
      rules: coachingRules.settings,
      competitors: createCompetitorNames(db.pool),
      onFailure: (error) => onFailure(error, 'Follow-up work of a live call update failed'),
    }),
    notifications,
    phrasingProposals: createPhrasingProposals(deps),
    orderImport,
    orders: createOrders(deps),
    oidc: createOidc({
      ...deps,
      ...{ identityProvider, challenges, throttle, sessions, tokens, devices, passwords, directory, accounts },
      ...{ settings, securityLog },
    }),
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
    passwordResets: createPasswordResets({
      ...deps,
      ...{ passwords, sessions, tokens, devices, throttle, passwordRules, mailer, jobs, securityLog, settings },
    }),
    replies: createReplies({ ...deps, assistant, knowledgeSearch, customerFacts: createCustomerFacts(deps), settings }),
    // One entry for each service that can be synced.
    syncs: createSyncs({ ...deps, jobs, connections, sources: { shopify: orderSource(orderImport), callrail: callImport.source } }),
    tasks: createTasks({ ...deps, timeZone: () => workspaceSettings.current().values.timeZone ?? 'UTC' }),
    training: createTraining({ ...deps, ...(itemEmbeddings.isOn && { onChange: (tx) => jobs.enqueue(tx, 'training.embed', {}) }) }),
    transcriptions,
    unansweredQuestions: createUnansweredQuestions({ ...deps, fallback, knowledgeSearch }),
    secondFactor,
    sessions: createOwnSessions({ ...deps, sessions, securityLog }),
    users: createUsers(deps),
    people: createPeople({ ...deps, change: changeAccess }),
    accountsOfOthers: createAccountsOfOthers({ ...deps, sessions, tokens, devices, securityLog, change: changeAccess }),
    invitations: createInvitations({ ...deps, change: changeAccess, jobs, mailer, settings }),
    workspace: createWorkspace({ ...deps, directory, workspaceSettings }),
  };
}
