import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { RECORD_SCOPES, REGISTRATION_MODES, type RegistrationMode, ROLE_KEYS } from '#contract/access.ts';
import { WEEK_STARTS } from '#contract/workspace.ts';
import { AccentColor, Currency, EMAIL_DOMAIN, Locale, TimeZone } from '#contract/workspace-input.ts';
import type { WorkspaceValues } from '#domain/workspace/settings.ts';
import { ASSISTANT_TASKS, REASONING_EFFORTS } from './ai/tasks.ts';
import type { ModelPrice } from './ai/usage.ts';
import { parseDatabaseUrl } from './database/database-hosts.ts';
import { hostnameOf, isLoopbackHost } from './network-address.ts';

/** The settings are invalid; one line for each mistake. */
export class ConfigError extends Error {
  readonly lines: readonly string[];
  constructor(lines: readonly string[], options?: ErrorOptions) {
    super(lines.join('\n'), options);
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

const text = z.string().nullable().default(null);
const url = (schemes: RegExp, example: string) =>
  z
    .url({ protocol: schemes, error: `must be a URL such as ${example}` })
    .nullable()
    .default(null);
/** A PostgreSQL URL, which may name several hosts. */
const databaseUrl = z
  .string()
  .superRefine((given, { addIssue }) => {
    const address = parseDatabaseUrl(given);
    if (typeof address === 'string') addIssue({ code: 'custom', message: address });
  })
  .nullable()
  .default(null);
const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message));
};
const integer = (min: number, max: number, fallback: number) => wholeNumber(min, max).default(fallback);
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
const WEB = /^https?$/;

/** A value for each of some tasks of the assistant: `reply=high,advice=low`. Null where nothing is set. */
const byTask = <Value extends z.ZodType<unknown, string>>(value: Value) =>
  z
    .string()
    .transform((given) => Object.fromEntries(given.split(',').map((entry) => entry.split(/=(.*)/s, 2).map((part) => part.trim()))))
    .pipe(z.partialRecord(z.enum(ASSISTANT_TASKS, `must name tasks: ${ASSISTANT_TASKS.join(', ')}`), value))
    .nullable()
    .default(null);

/** What groups of an identity provider mean here: `crm-admins=admin,crm-sales=rep`. */
const groupMap = z
  .string()
  .transform((given) => given.split(',').map((entry) => /^\s*(.+?)\s*=\s*([^=]*?)\s*$/.exec(entry)))
  .refine((entries) => entries.every((entry) => entry !== null), 'must be pairs such as crm-admins=admin,crm-sales=rep')
  .transform(
    (entries): Record<string, string> => Object.fromEntries(entries.flatMap((entry) => (entry ? [[entry[1] ?? '', entry[2] ?? '']] : []))),
  );

/** US dollars for a million tokens of each model: what is sent and what is answered. */
const modelPrices = z
  .string()
  .transform((given) => given.split(',').map((entry) => /^\s*(\S{1,200})=(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)\s*$/.exec(entry)))
  .refine((entries) => entries.every((entry) => entry !== null), 'must be prices such as gpt-5-mini=0.25/2')
  .transform((entries): readonly ModelPrice[] =>
    entries.flatMap((entry) => (entry ? [{ model: entry[1] ?? '', prompt: Number(entry[2]), completion: Number(entry[3]) }] : [])),
  )
  .nullable()
  .default(null);

/** Host names separated by commas, lower case, without ports. */
const hostNames = z
  .string()
  .transform((given) => given.split(',').map((name) => hostnameOf(name.trim())))
  .refine((names) => names.every((name) => name !== null), 'must be host names such as crm.example.com,10.0.0.5, without http://')
  .transform((names): readonly string[] => names.filter((name) => name !== null))
  .nullable()
  .default(null);

/** A store's own domain. Any other is a mistake, or an attempt to obtain the token. */
const STORE_DOMAIN = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** How many connections of the pool are for analyst queries: a quarter, at least one. */
const analystShareOf = (pool: number): number => Math.max(1, Math.floor(pool / 4));

/** Every variable the server reads, with its default; `.env.example` lists the same ones. */
const Environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: integer(0, 65_535, 4000),
    PUBLIC_URL: url(WEB, 'https://callboard.example.com'),
    ALLOWED_HOSTS: hostNames,
    DATA_DIR: z.string().default('.data'),
    DATABASE_URL: databaseUrl,
    // A streaming replica of DATABASE_URL, for analyst queries, analytics and exports.
    DATABASE_READ_URL: url(/^postgres(ql)?$/, 'postgresql://user:password@replica:5432/callboard'),
    // At least one connection for each share: reserved, analyst queries, everything else.
    DATABASE_POOL_SIZE: integer(6, 200, 16),
    DATABASE_RESERVED_CONNECTIONS: integer(1, 20, 2),
    ANALYST_CONCURRENCY_PER_PERSON: integer(1, 20, 2),
    ANALYST_STATEMENT_TIMEOUT_MS: integer(100, 10_000, 3_000),
    DEMO: oneOf(['on', 'off']).nullable().default(null),
    EVENT_RETENTION_DAYS: integer(30, 3_650, 400),
    SECURITY_RETENTION_DAYS: integer(30, 3_650, 400),
    RECORD_SCOPE: oneOf(RECORD_SCOPES).default('everyone'),
    ACCENT_COLOR: AccentColor.nullable().default(null),
    CURRENCY: Currency.default('USD'),
    TIME_ZONE: TimeZone.nullable().default(null),
    WEEK_START: oneOf(WEEK_STARTS).default('monday'),
    LOCALE: Locale.nullable().default(null),
    REGISTRATION: oneOf(REGISTRATION_MODES).nullable().default(null),
    // Browsers keep a cookie for 400 days at most.
    SESSION_MAX_DAYS: integer(1, 365, 90),
    COMPANY_NAME: z.string().default('Your Company'),
    COMPANY_EMAIL_DOMAIN: z.string().regex(EMAIL_DOMAIN, 'must be a domain name such as company.com').default('company.com'),
    LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    SMTP_URL: url(/^smtps?$/, 'smtps://user:password@mail.example.com'),
    SMTP_FROM: text,
    IDENTITY_SECRET: text.refine((secret) => secret === null || secret.length >= 32, 'must be at least 32 characters'),
    OIDC_ISSUER: url(WEB, 'https://login.example.com'),
    OIDC_CLIENT_ID: text,
    OIDC_CLIENT_SECRET: text,
    OIDC_GROUPS_CLAIM: z.string().default('groups'),
    OIDC_ROLE_MAP: groupMap
      .pipe(z.record(z.string(), oneOf(ROLE_KEYS)))
      .nullable()
      .default(null),
    OIDC_TEAM_MAP: groupMap
      .pipe(z.record(z.string(), z.string().min(1, 'must name a team')))
      .nullable()
      .default(null),
    OPENAI_API_KEY: text,
    OPENAI_BASE_URL: url(WEB, 'http://127.0.0.1:11434/v1'),
    OPENAI_MODEL: text,
    ASSISTANT_TASK_MODELS: byTask(z.string().min(1, 'must name a model')),
    ASSISTANT_TASK_EFFORTS: byTask(oneOf(REASONING_EFFORTS)),
    ASSISTANT_TASK_SECONDS: byTask(wholeNumber(1, 600)),
    ASSISTANT_PRICES: modelPrices,
    ASSISTANT_TASK_SLOTS: byTask(wholeNumber(1, 1_000)),
    ASSISTANT_EMBEDDINGS_MODEL: text,
    ASSISTANT_REQUESTS_PER_MINUTE: integer(1, 10_000, 20),
    ASSISTANT_REQUESTS_PER_DAY: integer(1, 1_000_000, 2_000),
    ASSISTANT_CONCURRENCY_PER_PERSON: integer(1, 100, 3),
    ASSISTANT_CONCURRENCY: integer(1, 1_000, 8),
    SHOPIFY_STORE_DOMAIN: text,
    SHOPIFY_ACCESS_TOKEN: text,
    SHOPIFY_CLIENT_ID: text,
    SHOPIFY_CLIENT_SECRET: text,
    SHOPIFY_API_VERSION: z
      .string()
      .regex(/^(\d{4}-\d{2}|unstable)$/, 'must look like 2026-10')
      .default('2026-10'),
    SHOPIFY_WEBHOOK_SECRET: text,
    SHOPIFY_BASE_URL: url(WEB, 'https://my-store.myshopify.com'),
    CALLRAIL_API_KEY: text,
    CALLRAIL_ACCOUNT_ID: text,
    CALLRAIL_BASE_URL: url(WEB, 'https://api.callrail.com'),
    CALLRAIL_WEBHOOK_SECRET: text,
    LIVE_CALLS_WEBHOOK_SECRET: text.refine(
      (secrets) => secrets === null || secrets.split(',').every((secret) => secret.trim().length >= 16),
      'must be a secret of at least 16 characters, or several separated by commas',
    ),
    TRUST_PROXY: oneOf(['on', 'off']).default('off'),
    SHUTDOWN_DRAIN_SECONDS: wholeNumber(0, 300).nullable().default(null),
    OPERATOR_TOKEN: text.refine(
      (token) => token === null || /^[\x21-\x7e]{16,}$/.test(token),
      'must be at least 16 characters, without spaces',
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: url(WEB, 'http://127.0.0.1:4318'),
    OTEL_SERVICE_NAME: z.string().default('callboard'),
    OTEL_TRACES_SAMPLER_ARG: z
      .string()
      .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1')
      .default('1')
      .transform(Number),
    BODY_LIMIT_KB: integer(16, 65_536, 3072),
    ANONYMOUS_BODY_LIMIT_KB: integer(4, 65_536, 16),
    RESPONSE_LIMIT_MB: integer(1, 1_024, 16),
    EXPORT_STALL_TIMEOUT_MS: integer(1_000, 600_000, 30_000),
    GRAPHQL_COST_LIMIT: integer(100, 1_000_000, 10_000),
    GRAPHQL_COST_PER_MINUTE: integer(1_000, 100_000_000, 50_000),
    GRAPHQL_PERSON_COST_PER_MINUTE: integer(1_000, 100_000_000, 500_000),
    // The minimum of each leaves room for the operations of the web client.
    GRAPHQL_DEPTH_LIMIT: integer(8, 50, 12),
    GRAPHQL_ROOT_FIELD_LIMIT: integer(5, 1_000, 20),
    GRAPHQL_ALIAS_LIMIT: integer(5, 1_000, 20),
    GRAPHQL_DIRECTIVE_LIMIT: integer(5, 1_000, 20),
    GRAPHQL_FIELD_LIMIT: integer(100, 100_000, 1_000),
    GRAPHQL_TOKEN_LIMIT: integer(500, 100_000, 2_000),
    GRAPHQL_DOCUMENT_LIMIT_KB: integer(8, 1_024, 64),
    GRAPHQL_BATCH_LIMIT: integer(1, 100, 10),
  })
  .superRefine((set, { addIssue }) => {
    const wrong = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message });
    if (set.SHOPIFY_STORE_DOMAIN && !set.SHOPIFY_BASE_URL && !STORE_DOMAIN.test(set.SHOPIFY_STORE_DOMAIN))
      wrong('SHOPIFY_STORE_DOMAIN', 'must be the store’s myshopify.com domain, such as yourshop.myshopify.com');
    // An invalid pool size has its own message.
    if (set.DATABASE_POOL_SIZE >= 6 && analystShareOf(set.DATABASE_POOL_SIZE) + set.DATABASE_RESERVED_CONNECTIONS >= set.DATABASE_POOL_SIZE)
      wrong(
        'DATABASE_RESERVED_CONNECTIONS',
        `leaves none of the ${set.DATABASE_POOL_SIZE} connections of DATABASE_POOL_SIZE for other work; lower it or raise DATABASE_POOL_SIZE`,
      );
    if (set.DATABASE_READ_URL && !set.DATABASE_URL) wrong('DATABASE_URL', 'is required with DATABASE_READ_URL');
    const pair = (one: keyof typeof set, other: keyof typeof set) => {
      if (set[one] && !set[other]) wrong(other, `is required with ${one}`);
      if (set[other] && !set[one]) wrong(one, `is required with ${other}`);
    };
    if (set.ASSISTANT_EMBEDDINGS_MODEL && !set.OPENAI_API_KEY && !set.OPENAI_BASE_URL)
      wrong('OPENAI_BASE_URL', 'or OPENAI_API_KEY is required with ASSISTANT_EMBEDDINGS_MODEL');
    pair('SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET');
    pair('SMTP_URL', 'SMTP_FROM');
    if (set.SMTP_URL && !set.PUBLIC_URL) wrong('PUBLIC_URL', 'is required with SMTP_URL, for the links in mails');
    pair('OIDC_ISSUER', 'OIDC_CLIENT_ID');
    pair('OIDC_ISSUER', 'OIDC_CLIENT_SECRET');
    if (set.OIDC_ISSUER && !set.PUBLIC_URL) wrong('PUBLIC_URL', 'is required with OIDC_ISSUER, for the way back from it');
    pair('CALLRAIL_API_KEY', 'CALLRAIL_ACCOUNT_ID');
    const key = set.SHOPIFY_ACCESS_TOKEN
      ? 'SHOPIFY_ACCESS_TOKEN'
      : set.SHOPIFY_CLIENT_ID && set.SHOPIFY_CLIENT_SECRET && 'SHOPIFY_CLIENT_ID';
    if (key && !set.SHOPIFY_STORE_DOMAIN) wrong('SHOPIFY_STORE_DOMAIN', `is required with ${key}`);
    // With the webhook secret alone, orders arrive by webhook only.
    const hasWebhook = set.SHOPIFY_WEBHOOK_SECRET;
    if (set.SHOPIFY_STORE_DOMAIN && !hasWebhook && !set.SHOPIFY_ACCESS_TOKEN && !set.SHOPIFY_CLIENT_ID && !set.SHOPIFY_CLIENT_SECRET)
      wrong('SHOPIFY_ACCESS_TOKEN', 'is required with SHOPIFY_STORE_DOMAIN, or else SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET');
  });

export type Config = z.output<typeof Environment>;

/** The names of all settings; a test compares `.env.example` with them. */
export const SETTING_NAMES = Object.keys(Environment.shape);

/** How the connections of `DATABASE_POOL_SIZE` are divided; together they are all of them. */
export const poolSharesOf = ({ DATABASE_POOL_SIZE, DATABASE_RESERVED_CONNECTIONS }: Config) => {
  const analysts = analystShareOf(DATABASE_POOL_SIZE);
  return { poolSize: DATABASE_POOL_SIZE - DATABASE_RESERVED_CONNECTIONS - analysts, reserved: DATABASE_RESERVED_CONNECTIONS, analysts };
};

/** How long the server serves on after SIGTERM. Without a proxy nobody would turn to another server in the meantime. */
export const drainSecondsOf = ({ SHUTDOWN_DRAIN_SECONDS, TRUST_PROXY }: Pick<Config, 'SHUTDOWN_DRAIN_SECONDS' | 'TRUST_PROXY'>): number =>
  SHUTDOWN_DRAIN_SECONDS ?? (TRUST_PROXY === 'on' ? 5 : 0);

type Env = Readonly<Record<string, string | undefined>>;

/** Old names of settings. Each is still read for one release, with a warning at the start. */
const RENAMED: Readonly<Record<string, string>> = {
  ANALYST_QUERIES_PER_PERSON: 'ANALYST_CONCURRENCY_PER_PERSON',
  ASSISTANT_CALLS_AT_ONCE: 'ASSISTANT_CONCURRENCY',
  ASSISTANT_CALLS_PER_DAY: 'ASSISTANT_REQUESTS_PER_DAY',
  ASSISTANT_CALLS_PER_MINUTE: 'ASSISTANT_REQUESTS_PER_MINUTE',
  ASSISTANT_CALLS_PER_PERSON: 'ASSISTANT_CONCURRENCY_PER_PERSON',
  DATABASE_POOL: 'DATABASE_POOL_SIZE',
  GRAPHQL_SESSION_COST_PER_MINUTE: 'GRAPHQL_PERSON_COST_PER_MINUTE',
};

/** A warning for each setting that has its old name, to be logged when the server starts. */
export const renamedSettingWarnings = (env: Env): readonly string[] =>
  Object.entries(RENAMED).flatMap(([old, name]) =>
    env[old]?.trim() ? [`${old} was renamed to ${name}. Rename it: the next release will ignore the old name.`] : [],
  );

/** The value of a setting: under its name, in the file that `<name>_FILE` names, or under its old name. */
function rawValue(env: Env, name: string): string | undefined {
  const [old] = Object.entries(RENAMED).find(([, renamed]) => renamed === name) ?? [];
  const file = env[`${name}${FILE_SUFFIX}`]?.trim();
  return env[name]?.trim() || (file && contents(file).trim()) || (old && env[old]?.trim());
}

/** Secrets arrive in files where the environment can be read by others: `OPERATOR_TOKEN_FILE=/run/secrets/operator_token`. */
const FILE_SUFFIX = '_FILE';

const isSettingName = (name: string): boolean => SETTING_NAMES.includes(name.replace(/_FILE$/, '')) || name in RENAMED;

/** Reads the settings; an empty value counts as not set. Throws `ConfigError` with a line for each mistake. */
export function readConfig(env: Env): Config {
  const set = Object.fromEntries(SETTING_NAMES.map((name) => [name, rawValue(env, name)]).filter(([, value]) => value));
  const parsed = Environment.safeParse(set);
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}. See .env.example.`));
}

/** What holds for the workspace where no admin has set it. */
export const workspaceDefaults = (config: Config, demo: boolean): WorkspaceValues => ({
  companyName: config.COMPANY_NAME,
  accentColor: config.ACCENT_COLOR,
  currency: config.CURRENCY,
  timeZone: config.TIME_ZONE,
  weekStart: config.WEEK_START,
  locale: config.LOCALE,
  eventRetentionDays: config.EVENT_RETENTION_DAYS,
  securityRetentionDays: config.SECURITY_RETENTION_DAYS,
  recordScope: config.RECORD_SCOPE,
  registration: registrationDefault(config, demo),
  registrationDomains: [config.COMPANY_EMAIL_DOMAIN.toLowerCase()],
});

/** Whether HOST is a loopback address. */
export const listensOnLoopback = ({ HOST }: Pick<Config, 'HOST'>): boolean => isLoopbackHost(HOST);

/**
 * Who may register where no admin has set it. Anyone only with the demo data, and only while nobody else can reach this server: on a
 * loopback HOST and without a PUBLIC_URL.
 */
export const registrationDefault = (config: Pick<Config, 'HOST' | 'PUBLIC_URL' | 'REGISTRATION'>, demo: boolean): RegistrationMode =>
  config.REGISTRATION ?? (demo && listensOnLoopback(config) && config.PUBLIC_URL === null ? 'open' : 'closed');

/** Other settings allowed in the file: those of Node.js, and of the OpenTelemetry exporter. */
const LIBRARY_SETTINGS = /^(NODE_|SSL_CERT_|TZ$|(HTTPS?|NO)_PROXY$|OTEL_EXPORTER_OTLP_|OTEL_RESOURCE_ATTRIBUTES$)/i;

/**
 * Adds the variables of a `.env` file if there is one; those already set win. An unknown name stops the start: a typo in
 * `REGISTRATION=closed` would leave registration open.
 */
export function loadEnvFile(path = '.env'): void {
  if (!existsSync(path)) return;
  const unknown = Object.keys(parseEnv(contents(path))).filter((name) => !isSettingName(name) && !LIBRARY_SETTINGS.test(name));
  if (unknown.length > 0) throw new ConfigError(unknown.map((name) => `Unknown setting ${name} in ${path}. Fix or remove it.`));
  process.loadEnvFile(path);
}

function contents(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError([`Cannot read ${path}. Give read access to the user that runs Callboard.`], { cause: error });
  }
}
