import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '#server/database/client.ts';
import { startEmbedded } from '#server/database/embedded/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { bulkSeed } from '#server/testing/bulk-seed.ts';
import { type RunningServer, startServer } from '../e2e/npm-start.ts';

/** What the benchmarks share: one PostgreSQL, and Callboard running on it. */
export interface Fixture {
  /** The URL of a seeded database with so many leads, created on first use. Another `purpose` gets its own database. */
  database(leads: number, purpose?: string): Promise<string>;
  /** Callboard as its users run it, with 10,000 leads. Started on first use, and shared. */
  product(): Promise<SignedIn>;
  /** Another one, over a database that is prepared with SQL before it starts. Who is signed in is its admin. */
  startProduct(options: ProductOptions): Promise<SignedIn>;
}

export interface SignedIn {
  readonly url: string;
  readonly cookie: string;
}

interface ProductOptions {
  readonly leads: number;
  /** Names the database. */
  readonly purpose: string;
  readonly preparation: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
}

/** Leads in the database of comparisons with peers. */
export const LEADS = 10_000;

// Limits so high that the load is never rejected. Costs are still counted.
export const UNLIMITED = { GRAPHQL_PERSON_COST_PER_MINUTE: '100000000', GRAPHQL_COST_LIMIT: '1000000' };

/** Runs `use` with a fixture, then stops everything it started. */
export async function withFixture(use: (fixture: Fixture) => Promise<void>): Promise<void> {
  const folder = await createTempDirectory('callboard-bench-');
  const server = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
  const databases = new Map<string, Promise<string>>();
  const products: Promise<RunningServer>[] = [];
  let signedIn: Promise<SignedIn> | null = null;
  const database: Fixture['database'] = (leads, purpose = 'shared') => {
    const name = `bench_${purpose}_${leads}`;
    const filled = databases.get(name) ?? fill(server.url, name, leads);
    databases.set(name, filled);
    return filled;
  };
  const start = async (url: string, settings: Readonly<Record<string, string>> = {}): Promise<SignedIn> => {
    const product = startServer({ DATABASE_URL: url, ...UNLIMITED, ...settings });
    products.push(product);
    const address = (await product).url;
    return { url: address, cookie: await register(address) };
  };
  try {
    await use({
      database,
      product: () => {
        signedIn ??= database(LEADS).then((url) => start(url));
        return signedIn;
      },
      startProduct: async ({ leads, purpose, preparation, settings }) => {
        const url = await database(leads, purpose);
        const owner = openDatabase({ url, poolSize: 1, statementTimeout: 0 });
        for (const statement of preparation) await owner.pool.query(statement);
        await owner.close();
        return start(url, settings);
      },
    });
  } finally {
    for (const product of products) await (await product).stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Registers a new user and returns the session cookie. `address` is the client’s, where the server trusts a proxy. */
export async function register(url: string, address = '127.0.0.1'): Promise<string> {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ username: `bench${randomUUID().slice(0, 8)}`, password: 'correct horse' }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`Could not register: ${await answer.text()}`);
  return cookie;
}

async function fill(server: string, name: string, leads: number): Promise<string> {
  const admin = openDatabase({ url: server, poolSize: 1, statementTimeout: 0 });
  await admin.pool.query(`create database ${name}`);
  await admin.close();
  const address = new URL(server);
  address.pathname = `/${name}`;
  await migrate(address.href);
  const builder = openDatabase({ url: address.href, poolSize: 1, statementTimeout: 0 });
  await bulkSeed(builder, { customers: leads / 10, leads, calls: leads / 10, orders: leads / 2 });
  await builder.pool.query('vacuum analyze');
  await builder.close();
  return address.href;
}
