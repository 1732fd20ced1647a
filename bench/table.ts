import type { Result } from './benchmark.ts';

const HEAD = ['work', 'compared with', 'Callboard', 'peer', 'ratio', 'goal', ''] as const;

/** The lines as a table that is read alike in a terminal and in Markdown. */
export function tableOf(lines: readonly Result[]): string {
  const rows = lines.map(({ work, peer, value, peerValue, ratio, goal, passed }) => [
    work,
    peer || '–',
    value,
    peerValue || '–',
    ratio === null ? '–' : `${ratio.toFixed(2)} ×`,
    goal || '–',
    passed === null ? '' : passed ? 'pass' : 'FAIL',
  ]);
  const widths = HEAD.map((head, at) => Math.max(3, head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const write = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [write(HEAD), write(widths.map((width) => '-'.repeat(width))), ...rows.map(write)].join('\n');
}
