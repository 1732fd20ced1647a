import { PROVIDERS, type Provider } from '../integration/providers.ts';
import type { NotificationContent } from './service.ts';

/** A fact as a rule reads it, with what it happened to, where that still is. */
export interface TriggerEvent {
  readonly kind: string;
  /** The id of what it happened to. */
  readonly subjectId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
  /** Who did it, as others see them; null for the server itself. */
  readonly actor: string | null;
  readonly lead: { readonly id: string; readonly name: string; readonly company: string | null; readonly value: string | null } | null;
  readonly call: {
    readonly id: string;
    readonly title: string | null;
    readonly summary: string | null;
    readonly sentiment: string | null;
    readonly priority: string;
  } | null;
}

export interface NoticeRule {
  /** The facts it reads. */
  readonly kinds: readonly string[];
  /** Who is told: everyone, or everyone but whoever did it. */
  readonly who: 'everyone' | 'others';
  /** What they are told; null where a fact is no news. */
  readonly tell: (fact: TriggerEvent) => NotificationContent | null;
}

const DAY = 86_400_000;
const NAMES: Readonly<Record<Provider, string>> = { shopify: 'Shopify', callrail: 'CallRail' };
const LINKS: Readonly<Record<Provider, string>> = { shopify: '/orders', callrail: '/ai-training' };

const sentence = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** An exact amount as people write it: "$7,530.00". */
function dollars(value: string | null): string | null {
  const [whole, cents = '00'] = value?.split('.') ?? [];
  return whole === undefined ? null : `$${BigInt(whole).toLocaleString('en-US')}.${cents}`;
}

const leadLink = (id: string): string => `/pipeline?${new URLSearchParams({ lead: id })}`;
const liveCallLink = (id: string): string => `/coaching?${new URLSearchParams({ tab: 'real-time', call: id })}`;
const callLink = (id: string): string => `/transcriptions?${new URLSearchParams({ call: id })}`;

/** What people are told of, and in which words. A rule more is a row more. */
export const NOTICE_RULES: readonly NoticeRule[] = [
  {
    kinds: ['lead.moved'],
    who: 'others',
    tell: ({ data, lead, actor }) =>
      lead && data.to === 'won'
        ? {
            kind: 'lead',
            title: `${actor ?? 'Somebody'} won ${lead.name}`,
            body: sentence(lead.company, dollars(lead.value)),
            link: leadLink(lead.id),
          }
        : null,
  },
  {
    kinds: ['transcription.added', 'transcription.analyzed'],
    who: 'others',
    tell: ({ call }) =>
      call && call.sentiment === 'negative' && call.priority === 'high'
        ? {
            kind: 'call',
            title: `Needs attention: ${call.title ?? 'a call'}`,
            body: call.summary ?? 'A negative call of high priority.',
            link: callLink(call.id),
            key: `call:${call.id}`,
          }
        : null,
  },
  {
    // Once for each call, however often something urgent comes up in it.
    kinds: ['live_call.alerted'],
    who: 'others',
    tell: ({ subjectId, data, actor }) => ({
      kind: 'call',
      title: `${actor ?? 'A colleague'} may need help in a call`,
      body: typeof data.text === 'string' ? `They were told: ${data.text}` : '',
      link: liveCallLink(subjectId),
      key: `live_call:${subjectId}`,
    }),
  },
  {
    kinds: ['lead.went_quiet'],
    who: 'everyone',
    tell: ({ lead, data, at }) =>
      lead && typeof data.since === 'string'
        ? {
            kind: 'lead',
            title: `No contact with ${lead.name} for ${Math.floor((at.getTime() - Date.parse(data.since)) / DAY)} days`,
            body: sentence(lead.company, dollars(lead.value)),
            link: leadLink(lead.id),
          }
        : null,
  },
  {
    // Once a day for each service, however often it is tried.
    kinds: ['sync.failed'],
    who: 'others',
    tell: ({ data, at }) => {
      const integration = PROVIDERS.find((provider) => provider === data.integration);
      return integration
        ? {
            kind: 'sync',
            title: `The sync with ${NAMES[integration]} failed`,
            body: typeof data.message === 'string' ? data.message : '',
            link: LINKS[integration],
            key: `sync:${integration}:${at.toISOString().slice(0, 10)}`,
          }
        : null;
    },
  },
];

/** Every kind of fact some rule reads. */
export const NOTIFICATION_TRIGGERS: readonly string[] = [...new Set(NOTICE_RULES.flatMap(({ kinds }) => kinds))];
