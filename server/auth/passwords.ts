import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const hash = promisify((parameters: Argon2Parameters, done: (error: Error | null, digest: Buffer) => void) =>
  argon2('argon2id', parameters, done),
);

// OWASP's minimum for argon2id; about 40 ms and 19 MB a hash.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const AT_ONCE = 8;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export interface Passwords {
  /** A PHC string with a salt of its own. */
  hash(password: string): Promise<string>;
  /** Whether the password belongs to the hash; a null hash (nobody by that name) takes as long and says no. */
  verify(password: string, phc: string | null): Promise<boolean>;
}

/** Passwords as argon2id, at most eight at once: more would hold the thread pool and the memory of everyone else. */
export function createPasswords(): Passwords {
  const inTurn = limiter(AT_ONCE);
  const nobody = inTurn(() => hashed('nobody by that name'));
  return {
    hash: (password) => inTurn(() => hashed(password)),
    verify: async (password, phc) => {
      const target = phc ?? (await nobody);
      const same = await inTurn(() => matches(password, target));
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

function limiter(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: Array<() => void> = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place is handed on, not given up: who comes in between must not take it, too.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
