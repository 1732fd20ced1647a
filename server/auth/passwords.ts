import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { LimitExceeded } from '#domain/failures.ts';
import { createConcurrencyLimiter } from '#server/concurrency-limiter.ts';

const hash = promisify((parameters: Argon2Parameters, done: (error: Error | null, digest: Buffer) => void) =>
  argon2('argon2id', parameters, done),
);

// OWASP's minimum for argon2id; about 40 ms and 19 MB a hash.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
/** Threads that libuv has for files, names, compression and hashes alike. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE) || 4;
/** Hashes at the same time: half of the threads, so that everything else always has the others. */
const CONCURRENT_HASHES = Math.max(1, Math.floor(THREADS / 2));
/** Hashes that may wait, and how long. A queue of this length is done within some two seconds. */
export const HASH_QUEUE = { size: 64, maxWaitMs: 10_000 } as const;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export interface Passwords {
  /** A PHC string with a salt of its own. */
  hash(password: string): Promise<string>;
  /** Whether the password belongs to the hash; a null hash (nobody by that name) takes as long and says no. */
  verify(password: string, phc: string | null): Promise<boolean>;
}

/** Passwords as argon2id, a few at a time: more would take the thread pool and the memory from everyone else. Throws `LimitExceeded`. */
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
  const nobody = limited(() => hashed('nobody by that name'));
  return {
    hash: (password) => limited(() => hashed(password)),
    verify: async (password, phc) => {
      const target = phc ?? (await nobody);
      const same = await limited(() => matches(password, target));
      return same && phc !== null;
    },
  };
}

async function hashed(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const digest = await hash({ message: password, nonce, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${bare(nonce)}$${bare(digest)}`;
}

async function matches(password: string, phc: string): Promise<boolean> {
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

const bare = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
