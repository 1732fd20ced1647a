/** `npm run bench`: the product beside its alternatives on this machine, as ratios. `npm run bench -- list move` measures only these. */
import { cpus, totalmem, type } from 'node:os';
import { withFixture } from './fixture.ts';
import type { Line, Row } from './row.ts';
import { board } from './rows/board.ts';
import { fanOut } from './rows/fan-out.ts';
import { growth } from './rows/growth.ts';
import { list } from './rows/list.ts';
import { memory } from './rows/memory.ts';
import { move } from './rows/move.ts';
import { pages } from './rows/pages.ts';
import { start } from './rows/start.ts';
import { transcript } from './rows/transcript.ts';
import { tableOf } from './table.ts';

const ROWS: readonly Row[] = [list, pages, board, move, fanOut, growth, transcript, start, memory];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !ROWS.some((row) => row.name === name));
if (unknown.length > 0) {
  process.stderr.write(`There is no row ${unknown.join(', ')}; there are ${ROWS.map(({ name }) => name).join(', ')}.\n`);
  process.exit(1);
}
const chosen = ROWS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const lines: Line[] = [];
await withFixture(async (bed) => {
  for (const row of chosen) {
    const begun = performance.now();
    lines.push(...(await row.measure(bed)));
    process.stderr.write(`${row.name}: ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
  }
});
const machine = `${type()}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
process.stdout.write(`\n${machine}\n\n${tableOf(lines)}\n`);
process.exitCode = lines.some(({ passed }) => passed === false) ? 1 : 0;
