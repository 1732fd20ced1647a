import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { inject } from 'vitest';
import { connect } from '../database/connect.ts';
import { startEmbedded } from '../database/embedded/embedded.ts';
import { migrate } from '../database/migrations/migrate.ts';
import { createTempDirectory } from '../database/with-temp-database.ts';

/** Where the tests of one run find their databases. */
export interface TestServer {
  /** A database of the server, for a role that may create others. */
  readonly url: string;
  /** A migrated database nobody is connected to. */
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of its own for a test file: empty but migrated. Copying the template takes a fraction of the time of migrating. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('testServer');
  return createDatabase(url, 'callboard_test', template);
}

/** A database without any table, for tests of the migrations themselves. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase(inject('testServer').url, 'callboard_empty', 'template0');

/** One PostgreSQL for a whole test run: that of TEST_DATABASE_URL, or a throw-away one. Returns it with the function that ends it. */
export async function startTestServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} } : await startThrowAway();
  try {
    const template = await createDatabase(server.url, 'callboard_template', 'template0');
    await migrate(template.url);
    const stop = () => template.drop().finally(server.stop);
    return { url: server.url, template: nameOf(template.url), stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function startThrowAway() {
  const dataDir = await createTempDirectory('callboard-test-');
  const remove = () => rm(dataDir, { recursive: true, force: true });
  const { url, stop } = await startEmbedded({ dataDir, durable: false, log: () => {} });
  return { url, stop: () => stop().finally(remove) };
}

async function createDatabase(server: string, prefix: string, template: string): Promise<TestDatabase> {
  const name = `${prefix}_${randomUUID().replaceAll('-', '')}`;
  await executeOn(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(server, name) };
}

/** Autovacuum may be at work in it; we may not stop it, and it is over shortly. */
const HOUSEKEEPING = '42501';
const TRIES = 20;

async function dropDatabase(server: string, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await executeOn(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === HOUSEKEEPING) || tries === TRIES) throw error;
      await setTimeout(100);
    }
  }
}

async function executeOn(url: string, sql: string): Promise<void> {
  const client = await connect(url, 'callboard-test');
  await client.query(sql).finally(() => client.end());
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);
