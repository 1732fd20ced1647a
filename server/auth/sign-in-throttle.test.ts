import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TooManyAttempts } from '#domain/failures.ts';
import { type Database, openDatabase } from '#server/database/client.ts';
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts';
import { STORY_NOW } from '#server/testing/world.ts';
import { addressPrefix } from './address-prefix.ts';
import { createSignInThrottle, REGISTRATIONS, SIGN_IN_RULES } from './sign-in-throttle.ts';

let home: FreshDatabase;
let db: Database;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: STORY_NOW });
  home = await freshDatabase();
  db = openDatabase({ url: home.url, poolSize: 4 });
});
afterAll(async () => {
  vi.useRealTimers();
  await db.close();
  await home.drop();
});

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const wrong = async () => null;
const right = async () => 'in';
const waitOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 0,
    (error: unknown) => (error instanceof TooManyAttempts ? error.retryAfter : error),
  );

describe('failures from one address', () => {
  it('are bounded over all accounts; right passwords cost nothing', async () => {
    const throttle = createSignInThrottle({ pool: db.pool });
    const from = (account: string, check: () => Promise<string | null>) =>
      throttle.signIn({ account, address: '10.0.0.1', knownDevice: null }, check);
    for (let person = 0; person < SIGN_IN_RULES.address.free + 5; person += 1) expect(await from(`person ${person}`, right)).toBe('in');
    for (let guess = 0; guess < SIGN_IN_RULES.address.free; guess += 1) await from(`guess ${guess}`, wrong);
    expect(await waitOf(from('one more', right))).toBe(SIGN_IN_RULES.address.delay);
    expect(await waitOf(throttle.signIn({ account: 'one more', address: '10.0.0.1', knownDevice: 'known' }, right))).toBe(0);
    expect(await waitOf(throttle.signIn({ account: 'one more', address: '10.0.0.2', knownDevice: null }, right))).toBe(0);
  });
});

describe('failures on one account', () => {
  it('cost twice as long each time, a quarter of an hour at most, and nothing a day later', async () => {
    const throttle = createSignInThrottle({ pool: db.pool });
    const attempt = (check: () => Promise<string | null>) =>
      throttle.signIn({ account: 'ada', address: '10.1.0.1', knownDevice: null }, check);
    for (let failure = 1; failure < SIGN_IN_RULES.pair.free; failure += 1) await attempt(wrong);
    const waits: unknown[] = [];
    for (let round = 0; round < 7; round += 1) {
      await attempt(wrong);
      const wait = await waitOf(attempt(right));
      waits.push(wait);
      pass(Number(wait));
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
    pass(SIGN_IN_RULES.pair.window);
    for (let failure = 1; failure < SIGN_IN_RULES.pair.free; failure += 1) await attempt(wrong);
    expect(await attempt(right)).toBe('in');
  });

  it('are forgotten when it is given another password', async () => {
    const throttle = createSignInThrottle({ pool: db.pool });
    const attempt = { account: 'Reset', address: '10.1.0.2', knownDevice: null };
    for (let failure = 0; failure < SIGN_IN_RULES.pair.free; failure += 1) await throttle.signIn(attempt, wrong);
    expect(await waitOf(throttle.signIn(attempt, right))).toBe(30);
    await throttle.reset('reset');
    expect(await waitOf(throttle.signIn(attempt, right))).toBe(0);
  });

  it('leave no username behind in the table', async () => {
    const throttle = createSignInThrottle({ pool: db.pool });
    await throttle.signIn({ account: 'somebody special', address: '10.2.0.1', knownDevice: null }, wrong);
    const { rows } = await db.pool.query<{ key: string }>('select key from throttles');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ key }) => key.includes('special'))).toEqual([]);
  });

  it('are counted in memory while the database does not answer', async () => {
    const away = { query: () => Promise.reject(new Error('away')) };
    const throttle = createSignInThrottle({ pool: away });
    const attempt = { account: 'ada', address: '10.3.0.1', knownDevice: null };
    for (let failure = 0; failure < SIGN_IN_RULES.pair.free; failure += 1) expect(await throttle.signIn(attempt, wrong)).toBeNull();
    expect(await waitOf(throttle.signIn(attempt, right))).toBe(30);
  });
});

describe('requests for an account', () => {
  it('are bounded for each address', async () => {
    const throttle = createSignInThrottle({ pool: db.pool });
    const asked = await Promise.all(Array.from({ length: REGISTRATIONS.most + 5 }, () => waitOf(throttle.register('10.4.0.1'))));
    expect(asked.filter((wait) => wait !== 0)).toEqual(Array(5).fill(REGISTRATIONS.window));
    expect(await waitOf(throttle.register('10.4.0.2'))).toBe(0);
  });
});

describe('an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['', 'unknown'],
    ['not an address', 'unknown'],
    ['x'.repeat(10_000), 'unknown'],
  ])('%s counts as %s', (address, prefix) => {
    expect(addressPrefix(address)).toBe(prefix);
  });
});
