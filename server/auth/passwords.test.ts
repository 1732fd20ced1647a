import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { LimitExceeded } from '#domain/failures.ts';
import { createPasswords, HASH_QUEUE } from './passwords.ts';

const passwords = createPasswords();

describe('a password', () => {
  it('is stored as argon2id with its own salt', async () => {
    const [one, other] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
  });

  it('is recognised, all of it', async () => {
    const long = 'x'.repeat(127);
    const phc = await passwords.hash(`${long}y`);
    expect(await passwords.verify(`${long}y`, phc)).toBe(true);
    expect(await passwords.verify(`${long}z`, phc)).toBe(false);
    expect(await passwords.verify(long, phc)).toBe(false);
  });

  it('in the reference form of others is recognised too', async () => {
    const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await passwords.verify('password', phc)).toBe(true);
    expect(await passwords.verify('Password', phc)).toBe(false);
  });

  it('never matches for an unknown user or an unknown hash format', async () => {
    expect(await passwords.verify('nobody by that name', null)).toBe(false);
    expect(await passwords.verify('plain', 'plain')).toBe(false);
    expect(await passwords.verify('', '')).toBe(false);
  });

  it('is verified concurrently', async () => {
    const phc = await passwords.hash('correct horse');
    const checks = Array.from({ length: 20 }, (_, turn) => passwords.verify(turn % 2 ? 'correct horse' : 'wrong', phc));
    expect(await Promise.all(checks)).toEqual(Array.from({ length: 20 }, (_, turn) => turn % 2 === 1));
  });

  it('waits in a bounded queue and leaves threads to others; beyond it the check is rejected with a time to retry', async () => {
    const own = createPasswords();
    const phc = await own.hash('correct horse');
    let hashed = 0;
    const answers = Array.from({ length: HASH_QUEUE.size + 20 }, () =>
      own.verify('correct horse', phc).then(
        (same) => {
          hashed += 1;
          return same;
        },
        (error: unknown) => error,
      ),
    );
    // Files are read by the same threads. Eight hashes at once used all of them.
    await readFile(new URL(import.meta.url));
    expect(hashed).toBeLessThan(HASH_QUEUE.size);
    const refused = (await Promise.all(answers)).filter((answer) => answer !== true);
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused) {
      expect(error).toBeInstanceOf(LimitExceeded);
      expect(error).toMatchObject({ code: 'TOO_MANY_IN_PROGRESS', retryAfter: 10, message: expect.stringContaining('at most 64') });
    }
    expect(await own.verify('correct horse', phc)).toBe(true);
  });
});
