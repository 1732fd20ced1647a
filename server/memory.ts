import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds after which everything that starts has started. */
const SETTLED = 2_000;

/**
 * Prisma's query compiler is WebAssembly, and each of its plans is kept: what it would gain from being optimised cannot be measured,
 * while optimising takes 60 MB at the start, of which 40 are often never given back. To be called before the first query.
 */
export function disableWasmTierUp(): void {
  // Prisma compiles it with the first query; what was compiled before goes on as it is.
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}

/** Starting leaves as much behind as running needs; nothing would ask for its memory back while there is little to do. */
export function collectStartupGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') setTimeout(() => collect({ type: 'major', flavor: 'last-resort' }), SETTLED).unref();
}
