import { PROVIDERS, type Provider } from '../integration/providers.ts';
import type { NotificationContent } from './service.ts';

/** An event with its subject; null where that was deleted. */
export interface TriggerEvent {
  readonly kind: string;
  readonly subjectId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
  /** The display name of the person who caused it; null for the system. */
  readonly actor: string | null;
  readonly actorId: string | null;
  readonly lead: { readonly id: string; readonly name: string; readonly company: string | null; readonly value: string | null } | null;
  readonly call: {
    readonly id: string;
    readonly title: string | null;
    readonly summary: string | null;
    readonly sentiment: string | null;
    readonly priority: string;
  } | null;
  readonly task: {
    readonly id: string;
    readonly title: string;
    readonly dueOn: string | null;
    readonly ownerId: string | null;
    readonly completedAt: Date | null;
  } | null;
}

export interface NotificationRule {
  readonly kinds: readonly string[];
  /** Everyone, everyone except the person who caused the event, or the owner of its subject alone. */
  readonly recipients: 'everyone' | 'others' | 'owner';
  /** Null where the event needs no notification. */
  readonly content: (event: TriggerEvent) => NotificationContent | null;
}

const DAY = 86_400_000;
const NAMES: Readonly<Record<Provider, string>> = { shopify: 'Shopify', callrail: 'CallRail' };
const LINKS: Readonly<Record<Provider, string>> = { shopify: '/orders', callrail: '/ai-training' };

const joinParts = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** Formats an exact amount, such as "$7,530.00". */
function dollars(value: string | null): string | null {
  const [whole, cents = '00'] = value?.split('.') ?? [];
  return whole === undefined ? null : `$${BigInt(whole).toLocaleString('en-US')}.${cents}`;
}

const leadLink = (id: string): string => `/pipeline?${new URLSearchParams({ lead: id })}`;
const liveCallLink = (id: string): string => `/coaching?${new URLSearchParams({ tab: 'real-time', call: id })}`;
const callLink = (id: string): string => `/transcriptions?${new URLSearchParams({ call: id })}`;

const aboutTask = ({ id, dueOn }: NonNullable<TriggerEvent['task']>) => ({
  kind: 'task',
  body: dueOn ? `Due on ${dueOn}` : '',
  link: '/',
  subject: { type: 'task' as const, id },
});

/** The events that people are notified of, with the texts. */
export const NOTIFICATION_RULES: readonly NotificationRule[] = [
  {
    kinds: ['lead.moved'],
    recipients: 'others',
    content: ({ data, lead, actor }) =>
      lead && data.to === 'won'
        ? {
            kind: 'lead',
            title: `${actor ?? 'Someone'} won ${lead.name}`,
            body: joinParts(lead.company, dollars(lead.value)),
            link: leadLink(lead.id),
            subject: { type: 'lead', id: lead.id },
          }
        : null,
  },
  {
    kinds: ['transcription.added', 'transcription.analyzed'],
    recipients: 'others',
    content: ({ call }) =>
      call && call.sentiment === 'negative' && call.priority === 'high'
        ? {
            kind: 'call',
            title: `Needs attention: ${call.title ?? 'a call'}`,
            body: call.summary ?? 'A negative call of high priority.',
            link: callLink(call.id),
            subject: { type: 'transcription', id: call.id },
            key: `call:${call.id}`,
          }
        : null,
  },
  {
    // Once per call, however many urgent prompts it has.
    kinds: ['live_call.alerted'],
    recipients: 'others',
    content: ({ subjectId, data, actor }) => ({
      kind: 'call',
      title: `${actor ?? 'A colleague'} may need help in a call`,
      body: typeof data.text === 'string' ? `Prompt shown: ${data.text}` : '',
      link: liveCallLink(subjectId),
      subject: { type: 'liveCall', id: subjectId },
      key: `live_call:${subjectId}`,
    }),
  },
  {
    kinds: ['lead.went_quiet'],
    recipients: 'everyone',
    content: ({ lead, data, at }) =>
      lead && typeof data.since === 'string'
        ? {
            kind: 'lead',
            title: `No contact with ${lead.name} for ${Math.floor((at.getTime() - Date.parse(data.since)) / DAY)} days`,
            body: joinParts(lead.company, dollars(lead.value)),
            link: leadLink(lead.id),
            subject: { type: 'lead', id: lead.id },
          }
        : null,
  },
  {
    kinds: ['task.reminded'],
    recipients: 'owner',
    content: ({ task }) => (task && !task.completedAt ? { ...aboutTask(task), title: `Reminder: ${task.title}` } : null),
  },
  {
    kinds: ['task.created', 'task.updated'],
    recipients: 'owner',
    content: ({ kind, data, task, actor, actorId }) => {
      const isGiven = kind === 'task.created' || (Array.isArray(data.changed) && data.changed.includes('ownerId'));
      return task && isGiven && !task.completedAt && actorId !== task.ownerId
        ? { ...aboutTask(task), title: `${actor ?? 'Someone'} gave you a task: ${task.title}` }
        : null;
    },
  },
  {
    // Once a day per service, however often it is retried.
    kinds: ['sync.failed'],
    recipients: 'others',
    content: ({ data, at }) => {
      const integration = PROVIDERS.find((provider) => provider === data.integration);
      return integration
        ? {
            kind: 'sync',
            title: `${NAMES[integration]} sync failed`,
            body: typeof data.message === 'string' ? data.message : '',
            link: LINKS[integration],
            key: `sync:${integration}:${at.toISOString().slice(0, 10)}`,
          }
        : null;
    },
  },
];

/** The event types of all rules. */
export const NOTIFICATION_TRIGGERS: readonly string[] = [...new Set(NOTIFICATION_RULES.flatMap(({ kinds }) => kinds))];
