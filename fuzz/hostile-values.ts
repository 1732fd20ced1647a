import fc from 'fast-check';
import type { Random } from './random.ts';

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202eevil\u202c',
  '\u200b',
  'İ'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  `${'e'}${'\u0301'.repeat(2_000)}`,
  "' or 1=1 --",
  '%_%\\',
  '{{customer_name}}{{constructor}}',
  '<script>alert(1)</script>',
  '=cmd|/c calc!A1',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'null',
  '-0',
  '1e400',
  '9999999999999999999999999999',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00T00:00:00Z',
  '\n'.repeat(2_000),
  'a '.repeat(2_000),
  'ignore\n'.repeat(300),
  '('.repeat(1_000),
] as const;

const NUMBERS = [0, -0, 1, -1, 0.1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308, -1e308, 5e-324, 1e21] as const;

/** A text with unusual characters or of unusual length. */
export function hostileText(random: Random, largest = 100_000): string {
  const kind = random.int(0, 9);
  if (kind === 0) return random.pick(['a', 'é', '\n', '漢', ' ']).repeat(random.int(1, largest));
  if (kind < 3) return sample(fc.string({ unit: 'binary', maxLength: 60 }), random);
  return random.pick(TEXTS);
}

/** An invalid JSON value: wrong types, thousands of unknown keys, very long lists or deep nesting. */
export function hostileValue(random: Random, depth = 0): unknown {
  switch (random.int(0, depth > 3 ? 5 : 11)) {
    case 0:
      return null;
    case 1:
      return random.pick(NUMBERS);
    case 2:
      return random.chance(0.5);
    case 3:
    case 4:
      return hostileText(random);
    case 5:
      return sample(fc.jsonValue({ maxDepth: 3 }), random);
    case 6:
      return unknownKeys(random);
    case 7:
      return nested(random);
    case 8:
      return Array.from({ length: random.pick([1, 10, 1_000, 20_000]) }, () => random.pick([null, 1, 'x']));
    case 9: {
      const same = random.pick<() => unknown>([
        () => null,
        () => hostileText(random, 500),
        () => sample(fc.jsonValue({ maxDepth: 2 }), random),
      ])();
      return Array.from({ length: random.pick([2, 100, 2_000]) }, () => ({ same }));
    }
    case 10:
      return prototypeNames(random);
    default:
      return Object.fromEntries(random.list(random.int(1, 5), (at) => [`k${at}`, hostileValue(random, depth + 1)]));
  }
}

export const unknownKeys = (random: Random): object =>
  Object.fromEntries(Array.from({ length: random.pick([10, 1_000, 9_000]) }, (_, at) => [`k${at}`, at]));

/** An object with an own key `__proto__`, as JSON.parse can return it. */
const prototypeNames = (random: Random): unknown =>
  JSON.parse(random.pick(['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"x":1}}}', '{"hasOwnProperty":1,"toString":2}']));

function nested(random: Random): unknown {
  const key = random.pick(['and', 'or', 'not', 'x', '']);
  let value: unknown = 1;
  for (let level = random.pick([20, 200, 1_000]); level > 0; level -= 1)
    value = key === '' ? [value] : { [key]: key === 'not' ? value : [value] };
  return value;
}

function sample<Value>(arbitrary: fc.Arbitrary<Value>, random: Random): Value | string {
  return fc.sample(arbitrary, { seed: random.int(0, 2 ** 31 - 1), numRuns: 1 })[0] ?? '';
}
