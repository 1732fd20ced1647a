import { Counter, Gauge, type Registry } from 'prom-client';
import type { TableStatus } from '#domain/retention/cleanup.ts';
import type { AppContainer } from '#server/container.ts';
import { cacheFor } from './cached-read.ts';

/** How much each table holds that is cleaned up, and whether clean-up works. */
export function addRetentionMetrics(registry: Registry, { cleanup, log }: Pick<AppContainer, 'cleanup' | 'log'>): void {
  const status = cacheFor<readonly TableStatus[]>(cleanup.status, { seconds: 60, log });
  const registers = [registry];
  const labelNames = ['table'] as const;
  new Gauge({
    name: 'callboard_table_rows',
    help: 'Rows of a table with a retention rule, as PostgreSQL estimates them; at most a minute old',
    labelNames,
    registers,
    async collect() {
      for (const { table, rows } of (await status()) ?? []) this.set({ table }, rows);
    },
  });
  new Gauge({
    name: 'callboard_table_oldest_seconds',
    help: 'Age of the oldest row that a retention rule covers, by the moment the rule counts from; 0 in an empty table',
    labelNames,
    registers,
    async collect() {
      for (const { table, oldestSeconds } of (await status()) ?? []) this.set({ table }, oldestSeconds ?? 0);
    },
  });
  new Counter({
    name: 'callboard_cleanup_failures_total',
    help: 'Clean-up tasks that failed on this instance since it started',
    labelNames: ['task'] as const,
    registers,
    collect() {
      this.reset();
      for (const [task, count] of cleanup.failures()) this.inc({ task }, count);
    },
  });
}
