import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { hostnameOf, isLoopbackHost } from './network-address.ts';

/** The environment does not make sense; one line for each variable that is wrong. */
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
    .url({ protocol: schemes, error: `must be an address such as ${example}` })
    .nullable()
    .default(null);
const integer = (min: number, max: number, fallback: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
    .default(fallback);
};
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
const WEB = /^https?$/;

/** Host names with commas between, lower case, without ports. */
const hostNames = z
  .string()
  .transform((given) => given.split(',').map((name) => hostnameOf(name.trim())))
  .refine((names) => names.every((name) => name !== null), 'must be host names such as crm.example.com,10.0.0.5, without http://')
  .transform((names): readonly string[] => names.filter((name) => name !== null))
  .nullable()
  .default(null);

/** A store's own address; another is a slip of the pen, or somebody who wants the token. */
const STORE_DOMAIN = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** How many connections of `DATABASE_POOL` analyst queries have: a quarter, at least one. */
const analystShareOf = (pool: number): number => Math.max(1, Math.floor(pool / 4));

/** Every variable the server reads, with its default; `.env.example` lists the same ones. */
const Environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: integer(0, 65_535, 4000),
    PUBLIC_URL: url(WEB, 'https://callboard.example.com'),
    ALLOWED_HOSTS: hostNames,
    DATA_DIR: z.string().default('.data'),
    DATABASE_URL: url(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/callboard'),
    // The least leaves a connection for each share: kept back, analyst queries, everything else.
    DATABASE_POOL: integer(6, 200, 16),
    DATABASE_RESERVED_CONNECTIONS: integer(1, 20, 2),
    ANALYST_QUERIES_PER_PERSON: integer(1, 20, 2),
    ANALYST_STATEMENT_TIMEOUT_MS: integer(100, 10_000, 3_000),
    DEMO: oneOf(['on', 'off']).nullable().default(null),
    EVENT_RETENTION_DAYS: integer(30, 3_650, 400),
    REGISTRATION: oneOf(['open', 'closed']).nullable().default(null),
    // Browsers keep a cookie for 400 days at most.
    SESSION_MAX_DAYS: integer(1, 365, 90),
    COMPANY_NAME: z.string().default('Your Company'),
    COMPANY_EMAIL_DOMAIN: z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain name such as company.com')
      .default('company.com'),
    LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    OPENAI_API_KEY: text,
    OPENAI_BASE_URL: url(WEB, 'http://127.0.0.1:11434/v1'),
    OPENAI_MODEL: text,
    ASSISTANT_CALLS_PER_MINUTE: integer(1, 10_000, 20),
    ASSISTANT_CALLS_PER_DAY: integer(1, 1_000_000, 2_000),
    ASSISTANT_CALLS_PER_PERSON: integer(1, 100, 3),
    ASSISTANT_CALLS_AT_ONCE: integer(1, 1_000, 8),
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
      'must be a secret of at least 16 characters, or several with commas between',
    ),
    TRUST_PROXY: oneOf(['on', 'off']).default('off'),
    OPERATOR_TOKEN: text.refine(
      (token) => token === null || /^[\x21-\x7e]{16,}$/.test(token),
      'must be at least 16 characters, without spaces',
    ),
    BODY_LIMIT_KB: integer(16, 65_536, 3072),
    ANONYMOUS_BODY_LIMIT_KB: integer(4, 65_536, 16),
    RESPONSE_LIMIT_MB: integer(1, 1_024, 16),
    EXPORT_STALL_TIMEOUT_MS: integer(1_000, 600_000, 30_000),
    GRAPHQL_COST_LIMIT: integer(100, 1_000_000, 10_000),
    GRAPHQL_COST_PER_MINUTE: integer(1_000, 100_000_000, 50_000),
    GRAPHQL_PERSON_COST_PER_MINUTE: integer(1_000, 100_000_000, 500_000),
    // The least of each leaves room for what the product's own pages ask.
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
      wrong('SHOPIFY_STORE_DOMAIN', 'must be the store’s own address such as yourshop.myshopify.com');
    // A pool that is itself wrong has a line of its own.
    if (set.DATABASE_POOL >= 6 && analystShareOf(set.DATABASE_POOL) + set.DATABASE_RESERVED_CONNECTIONS >= set.DATABASE_POOL)
      wrong('DATABASE_RESERVED_CONNECTIONS', `leaves no connection of the ${set.DATABASE_POOL} of DATABASE_POOL; lower it or raise that`);
    const pair = (one: keyof typeof set, other: keyof typeof set) => {
      if (set[one] && !set[other]) wrong(other, `is needed with ${one}`);
      if (set[other] && !set[one]) wrong(one, `is needed with ${other}`);
    };
    pair('SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET');
    pair('CALLRAIL_API_KEY', 'CALLRAIL_ACCOUNT_ID');
    const key = set.SHOPIFY_ACCESS_TOKEN
      ? 'SHOPIFY_ACCESS_TOKEN'
      : set.SHOPIFY_CLIENT_ID && set.SHOPIFY_CLIENT_SECRET && 'SHOPIFY_CLIENT_ID';
    if (key && !set.SHOPIFY_STORE_DOMAIN) wrong('SHOPIFY_STORE_DOMAIN', `is needed with ${key}`);
    // With the secret alone orders are taken as the store tells of them.
    const isTold = set.SHOPIFY_WEBHOOK_SECRET;
    if (set.SHOPIFY_STORE_DOMAIN && !isTold && !set.SHOPIFY_ACCESS_TOKEN && !set.SHOPIFY_CLIENT_ID && !set.SHOPIFY_CLIENT_SECRET)
      wrong('SHOPIFY_ACCESS_TOKEN', 'is needed with SHOPIFY_STORE_DOMAIN, or SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET in its place');
  });

export type Config = z.output<typeof Environment>;

/** The names of all variables, for the test that holds `.env.example`. */
export const SETTING_NAMES = Object.keys(Environment.shape);

/** How the connections of `DATABASE_POOL` are divided; together they are all of them. */
export const poolSharesOf = ({ DATABASE_POOL, DATABASE_RESERVED_CONNECTIONS }: Config) => {
  const analysts = analystShareOf(DATABASE_POOL);
  return { poolSize: DATABASE_POOL - DATABASE_RESERVED_CONNECTIONS - analysts, reserved: DATABASE_RESERVED_CONNECTIONS, analysts };
};

type Env = Readonly<Record<string, string | undefined>>;

/** Settings that have another name now. The old one is read for one release. */
const RENAMED: Readonly<Record<string, string>> = { GRAPHQL_SESSION_COST_PER_MINUTE: 'GRAPHQL_PERSON_COST_PER_MINUTE' };

/** A sentence for each setting that stands under its old name, to be logged when the server starts. */
export const renamedSettingWarnings = (env: Env): readonly string[] =>
  Object.entries(RENAMED).flatMap(([old, name]) =>
    env[old]?.trim() ? [`${old} is now called ${name}. Rename it; the next release will not read the old name.`] : [],
  );

/** The value of a setting, also under its old name. */
function rawValue(env: Env, name: string): string | undefined {
  const [old] = Object.entries(RENAMED).find(([, renamed]) => renamed === name) ?? [];
  return env[name]?.trim() || (old && env[old]?.trim());
}

/** Reads the environment; an empty value counts as not set. Throws `ConfigError` with a line for each mistake. */
export function readConfig(env: Env): Config {
  const set = Object.fromEntries(SETTING_NAMES.map((name) => [name, rawValue(env, name)]).filter(([, value]) => value));
  const parsed = Environment.safeParse(set);
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message} (see .env.example)`));
}

/** Whether HOST is this machine alone. */
export const listensOnLoopback = ({ HOST }: Pick<Config, 'HOST'>): boolean => isLoopbackHost(HOST);

/**
 * Whether anyone may make an account. Not set, only the demo world on this machine lets them: its people are invented, and
 * nobody else can reach it. `PUBLIC_URL` says that somebody can.
 */
export const isRegistrationOpen = (config: Pick<Config, 'HOST' | 'PUBLIC_URL' | 'REGISTRATION'>, demo: boolean): boolean =>
  config.REGISTRATION === null ? demo && listensOnLoopback(config) && config.PUBLIC_URL === null : config.REGISTRATION === 'open';

/** What else may stand in the file: settings of Node itself. */
const NODES_OWN = /^(NODE_|SSL_CERT_|TZ$|(HTTPS?|NO)_PROXY$)/i;

/**
 * Adds the variables of a `.env` file, where there is one; those already set win. A name that is no setting stops the start:
 * a slip of the pen in `REGISTRATION=closed` would leave the door open.
 */
export function loadEnvFile(path = '.env'): void {
  if (!existsSync(path)) return;
  const strange = Object.keys(parseEnv(contents(path))).filter(
    (name) => !SETTING_NAMES.includes(name) && !(name in RENAMED) && !NODES_OWN.test(name),
  );
  if (strange.length > 0)
    throw new ConfigError(strange.map((name) => `${name}: is no setting; mend or remove it in ${path} (see .env.example)`));
  process.loadEnvFile(path);
}

function contents(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError([`${path} cannot be read: let the user who starts Callboard read it.`], { cause: error });
  }
}
