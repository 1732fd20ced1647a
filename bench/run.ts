/** `npm run bench`: Callboard compared with alternatives on this machine, as ratios. `npm run bench -- list move` runs only these two. */
import { cpus, totalmem, type } from 'node:os';
import type { Benchmark, Result } from './benchmark.ts';
import { board } from './benchmarks/board.ts';
import { fanOut, manySockets, scopedFanOut } from './benchmarks/fan-out.ts';
import { growth } from './benchmarks/growth.ts';
import { list } from './benchmarks/list.ts';
import { memory } from './benchmarks/memory.ts';
import { move } from './benchmarks/move.ts';
import { nested } from './benchmarks/nested.ts';
import { pages, sessions } from './benchmarks/pages.ts';
import { scope } from './benchmarks/scope.ts';
import { start } from './benchmarks/start.ts';
import { transcript } from './benchmarks/transcript.ts';
import { withFixture } from './fixture.ts';
import { tableOf } from './table.ts';

const BENCHMARKS: readonly Benchmark[] = [
  list,
  pages,
  sessions,
  nested,
  board,
  move,
  fanOut,
  growth,
  scope,
  scopedFanOut,
  manySockets,
  transcript,
  start,
  memory,
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  process.stderr.write(`No benchmark named ${unknown.join(', ')}. Available: ${BENCHMARKS.map(({ name }) => name).join(', ')}.\n`);
  process.exit(1);
}
const chosen = BENCHMARKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const lines: Result[] = [];
await withFixture(async (fixture) => {
  for (const benchmark of chosen) {
    const begun = performance.now();
    lines.push(...(await benchmark.measure(fixture)));
    process.stderr.write(`${benchmark.name}: ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
  }
});
const machine = `${type()}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
process.stdout.write(`\n${machine}\n\n${tableOf(lines)}\n`);
process.exitCode = lines.some(({ passed }) => passed === false) ? 1 : 0;
