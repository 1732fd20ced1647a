import type { Deps } from '#domain/deps.ts';
import { FACT_KINDS } from '#domain/facts.ts';
import { obeyRules } from '#domain/flow/obeying.ts';
import { RULED_KINDS } from '#domain/flow/rules.ts';
import { notifyFor } from '#domain/notification/notify-for.ts';
import { NEWSWORTHY_KINDS } from '#domain/notification/rules.ts';
import type { Notifications } from '#domain/notification/service.ts';
import type { ConsumerDefinition } from './events/event-consumer.ts';

interface ConsumerDeps extends Pick<Deps, 'log' | 'clock'> {
  readonly notifications: Pick<Notifications, 'addAll'>;
}

const among = (kinds: readonly string[]) => FACT_KINDS.filter((kind) => kinds.includes(kind));

/** Every durable consumer of the event log. Its name is the key of its offset and of its dead letters: never reuse one for something else. */
export const eventConsumers = ({ log, clock, notifications }: ConsumerDeps): readonly ConsumerDefinition[] => [
  { name: 'flow_rules', kinds: among(RULED_KINDS), handle: obeyRules({ log, clock }) },
  { name: 'notices', kinds: among(NEWSWORTHY_KINDS), handle: notifyFor(notifications) },
];
