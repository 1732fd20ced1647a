import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parser } from '@prometheus-io/lezer-promql';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { openAiEmbedder } from '#server/ai/openai/embeddings.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { addReplicaMetrics } from './metrics.ts';

const repository = new URL('../../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, repository), 'utf8');

const Alerts = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
});
const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      description: z.string().optional(),
      type: z.string(),
      gridPos: z.object({ h: z.number(), w: z.number(), x: z.number(), y: z.number() }),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
});

const alerts = Alerts.parse(parse(await read('deploy/alerts.yml'))).groups.flatMap(({ rules }) => rules);
const { panels } = Dashboard.parse(JSON.parse(await read('deploy/grafana-dashboard.json')));
const queries = [
  ...alerts.map(({ alert, expr }) => ({ where: `the alert ${alert}`, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: `the panel ${title}`, expr }))),
];

/** Made by Prometheus itself. */
const FROM_PROMETHEUS = ['up'];

/** The metrics and labels of a query; throws where it is not PromQL. */
function readQuery(promql: string): { readonly metrics: readonly string[]; readonly labels: readonly string[] } {
  const [metrics, labels] = [new Set<string>(), new Set<string>()];
  const cursor = parser.parse(promql).cursor();
  do {
    const text = promql.slice(cursor.from, cursor.to);
    if (cursor.type.isError) throw new Error(`Not PromQL at ${cursor.from}: ${promql}`);
    if (cursor.name === 'Identifier' && cursor.node.parent?.name === 'VectorSelector') metrics.add(text);
    if (cursor.name === 'LabelName') labels.add(text);
  } while (cursor.next());
  return { metrics: [...metrics], labels: [...labels] };
}

let app: TestApp;
let exported: ReadonlyMap<string, string>;
beforeAll(async () => {
  // With everything that adds metrics. Nothing is embedded here, so the model need not exist.
  app = await createTestApp({ embedder: openAiEmbedder({ apiKey: 'sk', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' }) });
  const replica = new Registry();
  addReplicaMetrics(replica, { replica: { status: () => ({ lagSeconds: 0, reads: { replica: 0, primary: 0 } }) } });
  const text = `${await (await fetch(`${app.url}/metrics`)).text()}\n${await replica.metrics()}`;
  exported = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
});
afterAll(() => app.close());

/** The name under which a metric is registered: a histogram has three series. */
const familyOf = (metric: string): string => {
  const family = metric.replace(/_(bucket|sum|count)$/, '');
  return exported.get(family) === 'histogram' ? family : metric;
};

describe('the dashboard and the alert rules', () => {
  it('are PromQL over metrics that a server exports', () => {
    for (const { where, expr } of queries) {
      const unknown = readQuery(expr).metrics.filter((metric) => !exported.has(familyOf(metric)) && !FROM_PROMETHEUS.includes(metric));
      expect(unknown, where).toEqual([]);
    }
    expect(() => readQuery('sum(callboard_sockets')).toThrow('Not PromQL');
    expect(readQuery('sum by (route) (rate(a_count{status=~"5.."}[5m]))')).toEqual({ metrics: ['a_count'], labels: ['route', 'status'] });
  });

  it('cover every metric of Callboard', () => {
    const used = new Set(queries.flatMap(({ expr }) => readQuery(expr).metrics.map(familyOf)));
    expect([...exported.keys()].filter((name) => name.startsWith('callboard_') && !used.has(name))).toEqual([]);
  });

  it('use labels that docs/metrics.md names, or that Prometheus adds', async () => {
    const documented = new Set(
      [...(await read('docs/metrics.md')).matchAll(/^\| `callboard_\w+` \|[^|]*\|[^|]*\|([^|]*)\|/gm)].flatMap(([, labels = '']) =>
        [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
      ),
    );
    const known = new Set([...documented, 'job', 'instance', 'le']);
    for (const { where, expr } of queries)
      expect(
        readQuery(expr).labels.filter((label) => !known.has(label)),
        where,
      ).toEqual([]);
  });

  it('have names of their own, and panels that say what they show and do not overlap', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, description, type } of panels) if (type !== 'row') expect(description, title).toBeTruthy();
    const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { w, x } }) => x + w <= 24)).toBe(true);
  });

  it('pass promtool, where it is installed (Debian: `prometheus`)', async ({ skip }) => {
    const run = promisify(execFile);
    const hasPromtool = await run('promtool', ['--version']).then(
      () => true,
      () => false,
    );
    if (!hasPromtool) skip('promtool is not installed');
    const rules = fileURLToPath(new URL('deploy/alerts.yml', repository));
    expect((await run('promtool', ['check', 'rules', rules])).stdout).toContain(`${alerts.length} rules found`);
  });
});

it('docs/metrics.md has every metric of Callboard with its type and unit, and no other', async () => {
  const rows = [...(await read('docs/metrics.md')).matchAll(/^\| `(callboard_\w+)` \| (gauge|counter|histogram)\b[^|]*\| ([^|]+) \|/gm)];
  expect(rows.map(([, name, type]) => `${name} ${type}`).toSorted()).toEqual(
    [...exported]
      .filter(([name]) => name.startsWith('callboard_'))
      .map(([name, type]) => `${name} ${type}`)
      .toSorted(),
  );
  for (const [, name = '', , unit] of rows) if (name.endsWith('_seconds')) expect(unit, name).toBe('seconds');
});
