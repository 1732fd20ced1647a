import { Gauge, type Registry } from 'prom-client';
import type { AppContainer } from '#server/container.ts';
import { type EventLag, readEventLag } from '#server/events/event-lag.ts';
import { cacheFor } from './cached-read.ts';

/** How far the events are behind. Where the database does not answer only what this instance knows by itself is said. */
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
    help: 'Seconds since the database last answered this instance’s sequencer, whether it leads or not',
    registers,
    collect() {
      this.set(eventSilence().sequencer / 1_000);
    },
  });
  new Gauge({
    name: 'callboard_events_unsequenced_age_seconds',
    help: 'Age of the oldest event that has no seq yet, and so reached nobody; 0 when all have one',
    registers,
    async collect() {
      const read = await lag();
      if (read) this.set(read.unsequencedSeconds);
    },
  });
  new Gauge({
    name: 'callboard_event_consumer_lag_events',
    help: 'Events a consumer has yet to handle, counted to 100,000',
    labelNames: ['consumer'] as const,
    registers,
    async collect() {
      for (const { name, events } of (await lag())?.consumers ?? []) this.set({ consumer: name }, events);
    },
  });
  new Gauge({
    name: 'callboard_event_consumer_lag_seconds',
    help: 'Age of the oldest event a consumer has yet to handle',
    labelNames: ['consumer'] as const,
    registers,
    async collect() {
      for (const { name, seconds } of (await lag())?.consumers ?? []) this.set({ consumer: name }, seconds);
    },
  });
  new Gauge({
    name: 'callboard_dead_letters',
    help: 'Events a consumer could not handle and that were not replayed',
    labelNames: ['consumer'] as const,
    registers,
    async collect() {
      for (const { consumer, count } of (await lag())?.deadLetters ?? []) this.set({ consumer }, count);
    },
  });
}
