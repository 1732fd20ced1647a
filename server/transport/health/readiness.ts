import type { AppContainer } from '#server/container.ts';

/**
 * Why this instance should get no requests, in a sentence; null when it should. It looks at this instance alone: where the events stand
 * still for everybody (`callboard_events_unsequenced_age_seconds`) another instance would serve nobody better.
 */
export async function findUnreadyReason({
  db,
  log,
  eventSilence,
}: Pick<AppContainer, 'db' | 'log' | 'eventSilence'>): Promise<string | null> {
  try {
    await db.ping();
  } catch (error) {
    log.warn({ error }, 'Not ready: the database does not answer');
    return 'The database cannot be reached.';
  }
  const { reader, sequencer, stale } = eventSilence();
  if (reader > stale) return `The event log was last read ${Math.floor(reader / 1_000)} s ago.`;
  if (sequencer > stale) return `The event sequencer last had an answer ${Math.floor(sequencer / 1_000)} s ago.`;
  return null;
}
