import type { Line } from './row.ts';

const HEAD = ['work', 'compared with', 'ours', 'theirs', 'ratio', 'goal', ''] as const;

/** The lines as a table that is read alike in a terminal and in Markdown. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ work, peer, ours, theirs, ratio, goal, passed }) => [
    work,
    peer || '–',
    ours,
    theirs || '–',
    ratio === null ? '–' : `${ratio.toFixed(2)} ×`,
    goal || '–',
    passed === null ? '' : passed ? 'pass' : 'FAIL',
  ]);
  const widths = HEAD.map((head, at) => Math.max(3, head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const write = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [write(HEAD), write(widths.map((width) => '-'.repeat(width))), ...rows.map(write)].join('\n');
}
