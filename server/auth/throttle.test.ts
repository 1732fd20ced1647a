import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TooManyAttempts } from '#domain/failures.ts';
import { type Database, openDatabase } from '#server/database/client.ts';
import { type FreshDatabase, freshDatabase } from '#server/testing/database.ts';
import { stoppedClock } from '#server/testing/world.ts';
import { ATTEMPTS, createThrottle } from './throttle.ts';

let home: FreshDatabase;
let db: Database;
beforeAll(async () => {
  home = await freshDatabase();
  db = openDatabase({ url: home.url, poolSize: 4 });
});
afterAll(async () => {
  await db.close();
  await home.drop();
});

const refusalOf = (attempt: Promise<void>) =>
  attempt.then(
    () => null,
    (error: unknown) => error,
  );

describe('attempts from one address', () => {
  it('are bounded over all accounts, and counted exactly when they come at once', async () => {
    const clock = stoppedClock();
    const throttle = createThrottle({ pool: db.pool, clock });
    const attempts = Array.from({ length: ATTEMPTS.address + 5 }, (_, account) =>
      refusalOf(throttle.attempt(`account ${account}`, '10.0.0.1')),
    );
    const refused = (await Promise.all(attempts)).filter((error) => error !== null);
    expect(refused).toHaveLength(5);
    expect(refused).toEqual(Array(5).fill(new TooManyAttempts(15 * 60)));
    await expect(throttle.visit('10.0.0.2')).resolves.toBeUndefined();
    clock.pass(15 * 60_000);
    await expect(throttle.visit('10.0.0.1')).resolves.toBeUndefined();
  });

  it('that succeed are not held against the others who sit behind it', async () => {
    const throttle = createThrottle({ pool: db.pool, clock: stoppedClock() });
    for (let person = 0; person < ATTEMPTS.address + 5; person += 1) {
      await throttle.attempt(`person ${person}`, '10.0.1.1');
      await throttle.succeeded(`person ${person}`, '10.0.1.1');
    }
    for (let guess = 0; guess < ATTEMPTS.address; guess += 1) await throttle.attempt(`guess ${guess}`, '10.0.1.1');
    expect(await refusalOf(throttle.attempt('one more', '10.0.1.1'))).toBeInstanceOf(TooManyAttempts);
  });
});

describe('attempts on one account', () => {
  it('are bounded over all addresses; waiting does not move the end of the window', async () => {
    const clock = stoppedClock();
    const throttle = createThrottle({ pool: db.pool, clock });
    for (let attempt = 0; attempt < ATTEMPTS.account; attempt += 1) {
      await throttle.attempt('ada', `10.1.0.${attempt}`);
      clock.pass(60_000);
    }
    expect(await refusalOf(throttle.attempt('ADA', '10.1.1.1'))).toMatchObject({ retryAfter: 5 * 60 });
    clock.pass(4 * 60_000);
    expect(await refusalOf(throttle.attempt('ada', '10.1.1.2'))).toMatchObject({ retryAfter: 60 });
    clock.pass(60_000);
    await expect(throttle.attempt('ada', '10.1.1.3')).resolves.toBeUndefined();
  });

  it('leave no username behind in the table', async () => {
    await createThrottle({ pool: db.pool, clock: stoppedClock() }).attempt('somebody special', '10.2.0.1');
    const { rows } = await db.pool.query<{ key: string }>('select key from throttles');
    expect(rows.filter(({ key }) => key.includes('special'))).toEqual([]);
  });
});
