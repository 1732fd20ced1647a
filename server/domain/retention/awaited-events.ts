/** The condition that nobody waits for an event: every consumer of its kind has handled it, and no dead letter of it is to be replayed. */
export const NOT_AWAITED = `events.seq is not null
      and not exists (select 1 from event_consumers as consumer where events.seq > consumer.seq and events.kind = any(consumer.kinds))
      and not exists (select 1 from dead_letters as letter where letter.event_seq = events.seq and letter.replayed_at is null)`;
