import { Counter, Gauge, type Registry } from 'prom-client';
import type { TableStatus } from '#domain/retention/cleanup.ts';
import type { ItemEmbeddings } from '#domain/training/item-embeddings.ts';
import type { AppContainer } from '#server/container.ts';
import type { ReadReplica } from '#server/database/read-replica.ts';
import { type EventLag, readEventLag } from '#server/events/event-lag.ts';
import type { Logger } from '#server/logger.ts';
import { freeUploadBytes } from '#server/upload-folder.ts';

/** The lag of the event log. Without the database only the gauges of this instance itself are reported. */
export function addEventMetrics(
  registry: Registry,
  { db, clock, log, eventSilence }: Pick<AppContainer, 'db' | 'clock' | 'log' | 'eventSilence'>,
): void {
  const lag = cacheFor<EventLag>(() => readEventLag(db.pool, clock), { seconds: 5, log });
  const registers = [registry];
  new Gauge({
    name: 'callboard_event_reader_silence_seconds',
    help: 'Seconds since this instance last read the event log; it reads every second',
    registers,
    collect() {
      this.set(eventSilence().reader / 1_000);
    },
  });
  new Gauge({
    name: 'callboard_sequencer_silence_seconds',
    help: 'Seconds since the database last answered this instance’s sequencer, whether or not it is the leader',
    registers,
    collect() {
      this.set(eventSilence().sequencer / 1_000);
    },
  });
  new Gauge({
    name: 'callboard_events_unsequenced_age_seconds',
    help: 'Age of the oldest event without a seq, which no subscriber has received; 0 when all have one',
    registers,
    async collect() {
      const read = await lag();
      if (read) this.set(read.unsequencedSeconds);
    },
  });
  new Gauge({
    name: 'callboard_event_consumer_lag_events',
    help: 'Events a consumer has not handled yet, counted up to 100,000',
    labelNames: ['consumer'] as const,
    registers,
    async collect() {
      for (const { name, events } of (await lag())?.consumers ?? []) this.set({ consumer: name }, events);
    },
  });
  new Gauge({
    name: 'callboard_event_consumer_lag_seconds',
    help: 'Age of the oldest event a consumer has not handled yet',
    labelNames: ['consumer'] as const,
    registers,
    async collect() {
      for (const { name, seconds } of (await lag())?.consumers ?? []) this.set({ consumer: name }, seconds);
    },
  });
  new Gauge({
    name: 'callboard_dead_letters',
    help: 'Events that a consumer failed to handle and that were not replayed',
    labelNames: ['consumer'] as const,
    registers,
    async collect() {
      for (const { consumer, count } of (await lag())?.deadLetters ?? []) this.set({ consumer }, count);
    },
  });
}

/** The size of each table with a retention rule, and failures of clean-up. */
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
    help: 'Age of the oldest row that a retention rule covers, counted as the rule does; 0 for an empty table',
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

/** The disks: that of the database by what failed, that of uploads by what is free. */
export function addDiskMetrics(registry: Registry, { db, log }: Pick<AppContainer, 'db' | 'log'>): void {
  const free = cacheFor(freeUploadBytes, { seconds: 5, log });
  const registers = [registry];
  new Counter({
    name: 'callboard_database_full_total',
    help: 'Statements that failed on this instance since it started because the disk of the database is full',
    registers,
    collect() {
      this.reset();
      this.inc(db.diskFull().failures);
    },
  });
  new Gauge({
    name: 'callboard_disk_free_bytes',
    help: 'Free bytes in the folder for uploads',
    registers,
    async collect() {
      const bytes = await free();
      if (bytes !== null) this.set(bytes);
    },
  });
}

/** How far the read replica is behind, and what it answers; no series without one. */
export function addReplicaMetrics(registry: Registry, { replica }: { readonly replica: Pick<ReadReplica, 'status'> | null }): void {
  if (!replica) return;
  const registers = [registry];
  new Gauge({
    name: 'callboard_replica_lag_seconds',
    help: 'How far the read replica is behind; +Inf while it cannot be reached',
    registers,
    collect() {
      this.set(replica.status().lagSeconds ?? Number.POSITIVE_INFINITY);
    },
  });
  new Counter({
    name: 'callboard_replica_reads_total',
    help: 'Analyst queries, analytics and exports since the start of this instance, by the server that answered: `replica` or `primary`',
    labelNames: ['server'] as const,
    registers,
    collect() {
      this.reset();
      for (const [server, count] of Object.entries(replica.status().reads)) this.inc({ server }, count);
    },
  });
}

/** How often the embedding model answered in time; no series without one. */
export function addEmbeddingMetrics(registry: Registry, { isOn, counts }: Pick<ItemEmbeddings, 'isOn' | 'counts'>): void {
  if (!isOn) return;
  new Counter({
    name: 'callboard_message_embeddings_total',
    help: 'Messages the search was done for on this instance since it started: `embedded`, or `failed` and searched without',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(counts())) this.inc({ outcome }, count);
    },
  });
}

interface CacheOptions {
  /** How long a value is cached. */
  readonly seconds: number;
  readonly log: Logger;
}

/** Reads metrics at most once per interval, however many gauges use them; null where that fails. */
function cacheFor<Answer>(read: () => Promise<Answer>, { seconds, log }: CacheOptions): () => Promise<Answer | null> {
  let answer: Promise<Answer | null> | null = null;
  let until = 0;
  return () => {
    if (answer && performance.now() < until) return answer;
    until = performance.now() + seconds * 1_000;
    answer = read().catch((error: unknown) => {
      log.warn({ error }, 'Could not read metrics');
      return null;
    });
    return answer;
  };
}
