import type { World } from '#server/world.ts';

/** Milliseconds the database has to answer: whoever asks whether we are ready gives up soon. */
const PING_TIMEOUT = 2_000;

/**
 * Why this instance should get no requests, in a sentence; null when it should. It looks at this instance alone: where the events stand
 * still for everybody (`callboard_events_unsequenced_age_seconds`) another instance would serve nobody better.
 */
export async function whyNotReady({ db, log, eventSilence }: Pick<World, 'db' | 'log' | 'eventSilence'>): Promise<string | null> {
  try {
    await withTimeout(db.ping(), PING_TIMEOUT);
  } catch (error) {
    log.warn({ error }, 'Not ready: the database does not answer');
    return 'The database cannot be reached.';
  }
  const { reader, sequencer, stale } = eventSilence();
  if (reader > stale) return `The event log was last read ${Math.floor(reader / 1_000)} s ago.`;
  if (sequencer > stale) return `The event sequencer last had an answer ${Math.floor(sequencer / 1_000)} s ago.`;
  return null;
}

async function withTimeout(work: Promise<void>, milliseconds: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${milliseconds} ms`)), milliseconds);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
