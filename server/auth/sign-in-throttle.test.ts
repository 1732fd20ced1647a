import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LimitExceeded, TooManyAttempts } from '#domain/failures.ts';
import { type Database, openDatabase } from '#server/database/client.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { TEST_NOW } from '#server/testing/test-app.ts';
import { addressPrefix } from '../network-address.ts';
import {
  CONFIRMATIONS_AT_ONCE,
  createSignInThrottle,
  REGISTRATIONS,
  SIGN_IN_RULES,
  SIGN_INS_AT_ONCE,
  SIGN_INS_PER_MINUTE,
  type SignInThrottle,
} from './sign-in-throttle.ts';

let app: TestDatabase;
let db: Database;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: TEST_NOW });
  app = await createTestDatabase();
  db = openDatabase({ url: app.url, poolSize: 4 });
});
afterAll(async () => {
  vi.useRealTimers();
  await db.close();
  await app.drop();
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

  it('share one count however the username is typed', async () => {
    const throttle = createSignInThrottle({ pool: db.pool });
    const attempt = (account: string) => ({ account, address: '10.1.0.3', knownDevice: null });
    const spellings = ['Grace Hopper', 'grace hopper', '  Grace  Hopper ', 'grace\u00a0hopper', '\uff27race\tHopper'];
    for (let failure = 0; failure < SIGN_IN_RULES.pair.free; failure += 1)
      await throttle.signIn(attempt(spellings[failure % spellings.length] ?? ''), wrong);
    for (const spelling of spellings) expect(await waitOf(throttle.signIn(attempt(spelling), right))).toBe(30);
    await throttle.reset(' GRACE HOPPER');
    expect(await waitOf(throttle.signIn(attempt('Grace Hopper'), right))).toBe(0);
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

describe('right passwords', () => {
  it('of one account are bounded a minute, from everywhere and known browsers together', async () => {
    const throttle = createSignInThrottle({ pool: db.pool });
    const attempt = (at: number) =>
      throttle.signIn({ account: 'repeated', address: `10.5.0.${at}`, knownDevice: at % 2 ? `device ${at}` : null }, right);
    for (let at = 0; at < SIGN_INS_PER_MINUTE.limit; at += 1) expect(await attempt(at)).toBe('in');
    expect(await waitOf(attempt(0))).toBe(SIGN_INS_PER_MINUTE.window);
    expect(await waitOf(attempt(1))).toBe(SIGN_INS_PER_MINUTE.window);
    expect(await throttle.signIn({ account: 'another', address: '10.5.0.0', knownDevice: null }, right)).toBe('in');
    pass(SIGN_INS_PER_MINUTE.window);
    expect(await attempt(0)).toBe('in');
  });
});

describe('sign-ins at once', () => {
  /** Sign-ins whose passwords are not checked before `finish`, and what became of each. */
  function flood(attempts: ReadonlyArray<Parameters<SignInThrottle['signIn']>[0]>, throttle: SignInThrottle) {
    const gate = Promise.withResolvers<void>();
    let [running, refused, finished] = [0, 0, 0];
    const check = async () => {
      running += 1;
      await gate.promise;
      return 'in';
    };
    const all = attempts.map((attempt) =>
      throttle.signIn(attempt, check).then(
        () => {
          finished += 1;
        },
        (error: unknown) => {
          if (!(error instanceof LimitExceeded)) throw error;
          refused += 1;
        },
      ),
    );
    return {
      counts: () => ({ running, refused, finished }),
      finish: () => {
        gate.resolve();
        return Promise.all(all);
      },
    };
  }
  const stranger = (account: string, address: string) => ({ account, address, knownDevice: null });
  const times = <Item>(length: number, item: (at: number) => Item) => Array.from({ length }, (_, at) => item(at));

  it('of one account take one slot: others get in while it has 300 under way, also from the same address', async () => {
    const throttle = createSignInThrottle({ pool: db.pool });
    const { running, waiting } = SIGN_INS_AT_ONCE.pair;
    const mallory = flood(
      times(300, () => stranger('mallory', '10.6.0.1')),
      throttle,
    );
    await expect.poll(mallory.counts).toEqual({ running, refused: 300 - running - waiting, finished: 0 });
    expect(await throttle.signIn(stranger('victim', '10.6.0.2'), right)).toBe('in');
    expect(await throttle.signIn(stranger('colleague', '10.6.0.1'), right)).toBe('in');
    expect(mallory.counts()).toMatchObject({ running, finished: 0 });
    await mallory.finish();
    expect(mallory.counts().finished).toBe(running + waiting);
  });

  it('from one address take half of the slots, and an office of 300 people gets in whole', async () => {
    const throttle = createSignInThrottle({ pool: db.pool });
    const office = flood(
      times(300, (at) => stranger(`person ${at}`, `2001:db8:6:1::${at.toString(16)}`)),
      throttle,
    );
    await expect.poll(office.counts).toEqual({ running: SIGN_INS_AT_ONCE.address.running, refused: 0, finished: 0 });
    expect(await throttle.signIn(stranger('elsewhere', '2001:db8:6:2::1'), right)).toBe('in');
    await office.finish();
    expect(office.counts()).toEqual({ running: 300, refused: 0, finished: 300 });
  });

  it('of one account from everywhere leave slots for other accounts', async () => {
    const throttle = createSignInThrottle({ pool: db.pool });
    const many = flood(
      times(100, (at) => stranger('famous', `10.7.0.${at}`)),
      throttle,
    );
    await expect.poll(many.counts).toEqual({ running: SIGN_INS_AT_ONCE.account.running, refused: 0, finished: 0 });
    expect(await throttle.signIn(stranger('another', '10.7.1.1'), right)).toBe('in');
    await many.finish();
  });

  it('of strangers never hold up a known browser, nor a signed-in person who types their password again', async () => {
    const throttle = createSignInThrottle({ pool: db.pool });
    // Half of them to the owner's account: fewer than SIGN_INS_PER_MINUTE, so that none is refused for that.
    const strangers = flood(
      times(180, (at) => stranger(at % 2 ? 'owner' : `stranger ${at}`, `10.8.0.${at}`)),
      throttle,
    );
    await expect.poll(strangers.counts).toEqual({ running: SIGN_INS_AT_ONCE.server.running, refused: 0, finished: 0 });
    expect(await throttle.signIn({ account: 'owner', address: '10.8.0.1', knownDevice: 'known' }, right)).toBe('in');
    expect(await throttle.confirm({ personId: 'owner', sessionId: 'session' }, right)).toBe('in');
    await strangers.finish();
  });

  it('leave passwords typed again to each person: one who floods waits for themselves', async () => {
    const throttle = createSignInThrottle({ pool: db.pool });
    const gate = Promise.withResolvers<string>();
    const flooding = Promise.allSettled(
      times(50, (at) => throttle.confirm({ personId: 'mallory', sessionId: `session ${at}` }, () => gate.promise)),
    );
    expect(await throttle.confirm({ personId: 'victim', sessionId: 'another' }, right)).toBe('in');
    gate.resolve('in');
    const done = (await flooding).filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBe(CONFIRMATIONS_AT_ONCE.person.running + CONFIRMATIONS_AT_ONCE.person.waiting);
  });
});

describe('requests for an account', () => {
  it('are bounded for each address', async () => {
    const throttle = createSignInThrottle({ pool: db.pool });
    const registrations = await Promise.all(Array.from({ length: REGISTRATIONS.limit + 5 }, () => waitOf(throttle.register('10.4.0.1'))));
    expect(registrations.filter((wait) => wait !== 0)).toEqual(Array(5).fill(REGISTRATIONS.window));
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
