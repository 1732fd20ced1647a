import type { ServiceDeps } from '#domain/deps.ts';
import { EVENT_TYPES } from '#domain/domain-events.ts';
import { applyFlowRules } from '#domain/flow/apply-flow-rules.ts';
import { FLOW_TRIGGERS } from '#domain/flow/rules.ts';
import { notifyFor } from '#domain/notification/notify-for.ts';
import { NOTIFICATION_TRIGGERS } from '#domain/notification/rules.ts';
import type { Notifications } from '#domain/notification/service.ts';
import type { ConsumerDefinition } from '#server/events/event-consumer.ts';

interface ConsumerDeps extends Pick<ServiceDeps, 'log' | 'clock'> {
  readonly notifications: Pick<Notifications, 'addForEverybody' | 'addForPerson'>;
}

const eventTypes = (kinds: readonly string[]) => EVENT_TYPES.filter((kind) => kinds.includes(kind));

/** Every durable consumer of the event log. Its name is the key of its offset and of its dead letters: never reuse one for something else. */
export const eventConsumers = ({ log, clock, notifications }: ConsumerDeps): readonly ConsumerDefinition[] => [
  { name: 'flow_rules', kinds: eventTypes(FLOW_TRIGGERS), handle: applyFlowRules({ log, clock }) },
  { name: 'notices', kinds: eventTypes(NOTIFICATION_TRIGGERS), handle: notifyFor(notifications) },
];
