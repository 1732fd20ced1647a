import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, poolSharesOf, readConfig, renamedSettingWarnings, SETTING_NAMES } from './config.ts';

const example = await readFile(new URL('../.env.example', import.meta.url), 'utf8');
const paragraphs = example.split('\n\n').filter((paragraph) => /^# [A-Z_]+=/m.test(paragraph));
const assignments = example.split('\n').flatMap((line) => /^#? ?([A-Z][A-Z_]+)=(.*)$/.exec(line)?.slice(1, 2) ?? []);

const errorLines = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
};

describe('.env.example', () => {
  it('lists every variable once, and no other', () => {
    expect(assignments.toSorted()).toEqual(SETTING_NAMES.toSorted());
  });

  it('explains every setting and states its default', () => {
    expect(paragraphs).toHaveLength(SETTING_NAMES.length);
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/Default: /);
  });

  it('copied unchanged has the same effect as no file', () => {
    expect(readConfig(Object.fromEntries(Object.entries(parseEnv(example))))).toEqual(readConfig({}));
  });

  it('is valid when everything in it is uncommented', () => {
    const everything = parseEnv(example.replace(/^# (?=[A-Z_]+=)/gm, ''));
    expect(errorLines(Object.fromEntries(Object.entries(everything).map(([name, value]) => [name, value ?? ''])))).toEqual([]);
  });

  it('names the defaults that hold', () => {
    const defaults = readConfig({});
    for (const paragraph of paragraphs) {
      const [, name = ''] = /^# ([A-Z_]+)=/m.exec(paragraph) ?? [];
      const value = new Map<string, unknown>(Object.entries(defaults)).get(name);
      if (value !== null) expect(paragraph, name).toContain(`Default: ${value}\n`);
    }
  });
});

describe('a setting', () => {
  it('may be for some tasks of the assistant', () => {
    const { ASSISTANT_TASK_MODELS, ASSISTANT_TASK_SLOTS } = readConfig({
      ASSISTANT_TASK_MODELS: 'reply=a=b, advice = org/c:d',
      ASSISTANT_TASK_SLOTS: 'reply=3',
    });
    expect(ASSISTANT_TASK_MODELS).toEqual({ reply: 'a=b', advice: 'org/c:d' });
    expect(ASSISTANT_TASK_SLOTS).toEqual({ reply: 3 });
    expect(errorLines({ ASSISTANT_TASK_MODELS: 'letters=a' })).toEqual([expect.stringContaining('ASSISTANT_TASK_MODELS')]);
    expect(errorLines({ ASSISTANT_TASK_MODELS: 'reply' })).toEqual([expect.stringContaining('ASSISTANT_TASK_MODELS')]);
  });

  it('counts as not made when it is empty, and outer white space does not matter', () => {
    expect(readConfig({ PORT: '', REGISTRATION: '  ', COMPANY_NAME: ' Acme ', DATABASE_POOL_SIZE: ' 6\r' })).toEqual({
      ...readConfig({}),
      COMPANY_NAME: 'Acme',
      DATABASE_POOL_SIZE: 6,
    });
  });

  it.each([
    ['PORT', 'http', 'must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '0x10', 'must be a whole number from 0 to 65535'],
    ['PORT', '4e3', 'must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['DATABASE_POOL_SIZE', '1', 'must be a whole number from 6 to 200'],
    ['DATABASE_POOL_SIZE', '2.5', 'must be a whole number from 6 to 200'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be a URL such as http://127.0.0.1:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'must be a number from 0 to 1'],
    ['BODY_LIMIT_KB', '1', 'must be a whole number from 16 to 65536'],
    ['GRAPHQL_COST_LIMIT', '9', 'must be a whole number from 100 to 1000000'],
    ['PUBLIC_URL', 'callboard.example.com', 'must be a URL such as https://callboard.example.com'],
    ['PUBLIC_URL', 'ftp://example.com', 'must be a URL such as https://callboard.example.com'],
    ['DATABASE_URL', 'mysql://host/db', 'is not a PostgreSQL URL such as postgresql://user:password@host:5432/callboard'],
    [
      'DATABASE_URL',
      'postgresql://a,b/db?target_session_attrs=any',
      'cannot have target_session_attrs=any: Callboard needs the primary, target_session_attrs=read-write',
    ],
    ['OPENAI_BASE_URL', 'localhost', 'must be a URL such as http://127.0.0.1:11434/v1'],
    ['ASSISTANT_TASK_EFFORTS', 'reply=huge', 'must be one of none, minimal, low, medium, high, xhigh', 'ASSISTANT_TASK_EFFORTS.reply'],
    ['ASSISTANT_TASK_SECONDS', 'reply=0', 'must be a whole number from 1 to 600', 'ASSISTANT_TASK_SECONDS.reply'],
    ['SHOPIFY_BASE_URL', 'x', 'must be a URL such as https://my-store.myshopify.com'],
    ['CALLRAIL_BASE_URL', 'x', 'must be a URL such as https://api.callrail.com'],
    ['DEMO', 'yes', 'must be one of on, off'],
    ['REGISTRATION', 'Open', 'must be one of closed, invitation, domain, open'],
    ['TRUST_PROXY', '1', 'must be one of on, off'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
    ['COMPANY_EMAIL_DOMAIN', 'localhost', 'must be a domain name such as company.com'],
    ['SHOPIFY_API_VERSION', 'latest', 'must look like 2026-10'],
    ['GRAPHQL_DEPTH_LIMIT', '7', 'must be a whole number from 8 to 50'],
    ['GRAPHQL_ROOT_FIELD_LIMIT', '0', 'must be a whole number from 5 to 1000'],
    ['GRAPHQL_ALIAS_LIMIT', 'twenty', 'must be a whole number from 5 to 1000'],
    ['GRAPHQL_DIRECTIVE_LIMIT', '1001', 'must be a whole number from 5 to 1000'],
    ['GRAPHQL_TOKEN_LIMIT', '2,000', 'must be a whole number from 500 to 100000'],
    ['GRAPHQL_BATCH_LIMIT', '0', 'must be a whole number from 1 to 100'],
    ['ASSISTANT_EMBEDDINGS_MODEL', 'm', 'or OPENAI_API_KEY is required with ASSISTANT_EMBEDDINGS_MODEL', 'OPENAI_BASE_URL'],
    ['CALLRAIL_API_KEY', 'k', 'is required with CALLRAIL_API_KEY', 'CALLRAIL_ACCOUNT_ID'],
    ['CALLRAIL_ACCOUNT_ID', 'a', 'is required with CALLRAIL_ACCOUNT_ID', 'CALLRAIL_API_KEY'],
    ['SHOPIFY_CLIENT_ID', 'id', 'is required with SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET'],
    ['SHOPIFY_CLIENT_SECRET', 's', 'is required with SHOPIFY_CLIENT_SECRET', 'SHOPIFY_CLIENT_ID'],
    ['SHOPIFY_ACCESS_TOKEN', 't', 'is required with SHOPIFY_ACCESS_TOKEN', 'SHOPIFY_STORE_DOMAIN'],
    ['DATABASE_READ_URL', 'postgresql://callboard@replica/callboard', 'is required with DATABASE_READ_URL', 'DATABASE_URL'],
    [
      'SHOPIFY_STORE_DOMAIN',
      'yourshop.myshopify.com',
      'is required with SHOPIFY_STORE_DOMAIN, or else SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET',
      'SHOPIFY_ACCESS_TOKEN',
    ],
  ])('%s=%s alone stops the start with one line', (name, value, message, wrong = name) => {
    expect(errorLines({ [name]: value })).toEqual([`${wrong} ${message}. See .env.example.`]);
  });

  it('may be in a file of its own, which a value in the environment overrides', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'callboard-config-')), 'token');
    await writeFile(file, 'a-token-from-a-file\n');
    expect(readConfig({ OPERATOR_TOKEN_FILE: file }).OPERATOR_TOKEN).toBe('a-token-from-a-file');
    expect(readConfig({ OPERATOR_TOKEN_FILE: file, OPERATOR_TOKEN: 'another-longer-token' }).OPERATOR_TOKEN).toBe('another-longer-token');
    expect(errorLines({ OPERATOR_TOKEN_FILE: '/nowhere/token' })).toEqual([
      'Cannot read /nowhere/token. Give read access to the user that runs Callboard.',
    ]);
    await rm(dirname(file), { recursive: true });
  });

  it('that reserves more connections than the pool has stops the start', () => {
    expect(errorLines({ DATABASE_POOL_SIZE: '8', DATABASE_RESERVED_CONNECTIONS: '6' })).toEqual([
      'DATABASE_RESERVED_CONNECTIONS leaves none of the 8 connections of DATABASE_POOL_SIZE for other work; lower it or raise DATABASE_POOL_SIZE. See .env.example.',
    ]);
    expect(poolSharesOf(readConfig({ DATABASE_POOL_SIZE: '8' }))).toEqual({ poolSize: 4, reserved: 2, analysts: 2 });
    expect(poolSharesOf(readConfig({ DATABASE_POOL_SIZE: '6' }))).toEqual({ poolSize: 3, reserved: 2, analysts: 1 });
  });

  it('that was renamed is still read under its old name with a warning, and the new name wins', () => {
    const old = { GRAPHQL_SESSION_COST_PER_MINUTE: '2000' };
    expect(readConfig(old).GRAPHQL_PERSON_COST_PER_MINUTE).toBe(2_000);
    expect(readConfig({ ...old, GRAPHQL_PERSON_COST_PER_MINUTE: '3000' }).GRAPHQL_PERSON_COST_PER_MINUTE).toBe(3_000);
    expect(renamedSettingWarnings(old)).toEqual([
      'GRAPHQL_SESSION_COST_PER_MINUTE was renamed to GRAPHQL_PERSON_COST_PER_MINUTE. Rename it: the next release will ignore the old name.',
    ]);
    expect(renamedSettingWarnings({})).toEqual([]);
  });

  it('of the store must be its own domain, unless SHOPIFY_BASE_URL is set', () => {
    for (const domain of ['shop.example.com', 'evil.com/x.myshopify.com'])
      expect(errorLines({ SHOPIFY_STORE_DOMAIN: domain, SHOPIFY_ACCESS_TOKEN: 't' })).toEqual([
        'SHOPIFY_STORE_DOMAIN must be the store’s myshopify.com domain, such as yourshop.myshopify.com. See .env.example.',
      ]);
    const elsewhere = { SHOPIFY_STORE_DOMAIN: 'shop.example.com', SHOPIFY_BASE_URL: 'http://127.0.0.1:4001' };
    expect(errorLines({ ...elsewhere, SHOPIFY_ACCESS_TOKEN: 't' })).toEqual([]);
  });

  it('that requires others is accepted with all of them', () => {
    const app = { SHOPIFY_CLIENT_ID: 'id', SHOPIFY_CLIENT_SECRET: 's' };
    expect(errorLines({ ...app, SHOPIFY_STORE_DOMAIN: 'yourshop.myshopify.com' })).toEqual([]);
    expect(errorLines(app)).toEqual(['SHOPIFY_STORE_DOMAIN is required with SHOPIFY_CLIENT_ID. See .env.example.']);
    expect(errorLines({ CALLRAIL_API_KEY: 'k', CALLRAIL_ACCOUNT_ID: 'a' })).toEqual([]);
  });

  it('is reported together with the other mistakes, without its value', () => {
    const lines = errorLines({ PORT: 'x', DATABASE_URL: 'mysql://root:hunter2@host/db', DEMO: 'maybe' });
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'DATABASE_URL', 'DEMO']);
    expect(lines.join()).not.toContain('hunter2');
  });
});
