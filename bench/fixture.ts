import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '#server/database/client.ts';
import { startEmbedded } from '#server/database/embedded/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { bulkSeed } from '#server/testing/bulk-seed.ts';
import { type Product, startProduct } from '../e2e/product.ts';

/** What all rows stand on: one PostgreSQL, and the product on it. */
export interface Fixture {
  /** A filled database of so many leads; made when first asked for. `purpose` sets one apart from others of that size. */
  database(leads: number, purpose?: string): Promise<string>;
  /** The product as its users run it, over the database of 10,000 leads; the same one for all who ask. */
  product(): Promise<SignedIn>;
}

export interface SignedIn {
  readonly url: string;
  readonly cookie: string;
}

/** How many leads comparisons with others are made with. */
export const LEADS = 10_000;

// More than anyone spends in a minute; what an operation costs is counted all the same.
export const GENEROUS = { GRAPHQL_PERSON_COST_PER_MINUTE: '100000000', GRAPHQL_COST_LIMIT: '1000000' };

/** Lends the bed to `use`, and stops all that was started. */
export async function withFixture(use: (bed: Fixture) => Promise<void>): Promise<void> {
  const folder = await createTempDirectory('callboard-bench-');
  const server = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
  const databases = new Map<string, Promise<string>>();
  const products: Promise<Product>[] = [];
  let signedIn: Promise<SignedIn> | null = null;
  const database: Fixture['database'] = (leads, purpose = 'ours') => {
    const name = `bench_${purpose}_${leads}`;
    const filled = databases.get(name) ?? fill(server.url, name, leads);
    databases.set(name, filled);
    return filled;
  };
  const start = async (): Promise<SignedIn> => {
    const product = startProduct({ DATABASE_URL: await database(LEADS), ...GENEROUS });
    products.push(product);
    const { url } = await product;
    return { url, cookie: await register(url) };
  };
  try {
    await use({
      database,
      product: () => {
        signedIn ??= start();
        return signedIn;
      },
    });
  } finally {
    for (const product of products) await (await product).stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Somebody new, signed in. */
export async function register(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
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
