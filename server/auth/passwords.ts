import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { LimitExceeded } from '#domain/failures.ts';
import { createConcurrencyLimiter } from '#server/concurrency-limiter.ts';

const hash = promisify((parameters: Argon2Parameters, done: (error: Error | null, digest: Buffer) => void) =>
  argon2('argon2id', parameters, done),
);

// OWASP's minimum for argon2id; about 40 ms and 19 MB a hash.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
/** Size of libuv's thread pool, which also serves files, DNS and compression. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE) || 4;
/** Concurrent hashes: half of the threads, so that the others stay free for everything else. */
const CONCURRENT_HASHES = Math.max(1, Math.floor(THREADS / 2));
/** Limits of the queue for hashes. A full queue takes about two seconds. */
export const HASH_QUEUE = { size: 64, maxWaitMs: 10_000 } as const;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export interface Passwords {
  /** Returns a PHC string with its own salt. */
  hash(password: string): Promise<string>;
  /** Whether the password matches the hash. A null hash (unknown user) takes as long and returns false. */
  verify(password: string, phc: string | null): Promise<boolean>;
}

/** Hashes passwords with argon2id, a few at a time, since more would use up the thread pool and the memory. Throws `LimitExceeded`. */
export function createPasswords(): Passwords {
  const limited = createConcurrencyLimiter({
    concurrency: CONCURRENT_HASHES,
    queueSize: HASH_QUEUE.size,
    maxWaitMs: HASH_QUEUE.maxWaitMs,
    exceeded: () =>
      new LimitExceeded(
        'TOO_MANY_IN_PROGRESS',
        `Too many people are signing in: at most ${HASH_QUEUE.size} may wait. Try again in a few seconds.`,
        HASH_QUEUE.maxWaitMs / 1000,
      ),
  });
  const dummyHash = limited(() => hashPassword('unknown user'));
  return {
    hash: (password) => limited(() => hashPassword(password)),
    verify: async (password, phc) => {
      const target = phc ?? (await dummyHash);
      const isMatch = await limited(() => verifyHash(password, target));
      return isMatch && phc !== null;
    },
  };
}

async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const digest = await hash({ message: password, nonce, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(digest)}`;
}

async function verifyHash(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', digest = ''] = PHC.exec(phc) ?? [];
  if (!memory) return false;
  const expected = Buffer.from(digest, 'base64');
  const actual = await hash({
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
