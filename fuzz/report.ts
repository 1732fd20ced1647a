import type { FuzzReport } from './fuzz.ts';

const table = (title: string, counts: Readonly<Record<string, number>>): string[] => [
  `  ${title}`,
  ...Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `    ${String(count).padStart(7)}  ${name}`),
];

/** The report of a run as text: requests, responses and failures. */
export function printReport({ seed, cases, byKind, byStatus, byCode, health, memory, failures }: FuzzReport): string {
  const row = (name: string, { heap, rss, resources }: FuzzReport['memory']['before']) =>
    `    ${name.padEnd(7)} heap ${String(heap).padStart(4)} MB, process ${String(rss).padStart(5)} MB, ${resources} open resources`;
  return [
    `\n  ${cases} requests, seed ${seed}`,
    ...table('By kind', byKind),
    ...table('By status', byStatus),
    ...table('By error code', byCode),
    `  /healthz: ${health.samples} samples, slowest ${health.slowest} ms, p99 ${health.p99} ms`,
    '  Memory',
    row('before', memory.before),
    row('peak', memory.peak),
    row('after', memory.after),
    failures.length === 0 ? '  No failures.' : `  ${failures.length} kinds of failure:`,
    ...failures.map(
      ({ what, count, index, kind, actor, request, detail }) =>
        `\n  ${what} (${count} times)\n    ${index < 0 ? '' : `npm run fuzz -- --seed ${seed} --case ${index}   (${kind}, as ${actor})\n    ${request}`}${detail && `\n      ${detail}`}`,
    ),
    '',
  ].join('\n');
}
