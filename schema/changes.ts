import { EVENT_TYPES, type EventType } from '#domain/domain-events.ts';
import type { SequencedEvent } from '#server/events/event-log.ts';
import { User } from './account.ts';
import { builder } from './builder.ts';

const CHANGES = ['created', 'updated', 'deleted', 'imported'] as const;
type Change = (typeof CHANGES)[number];

const ChangeKind = builder.enumType('ChangeKind', {
  description: 'What happened to a row.',
  values: {
    created: { description: 'It is new, or back again.' },
    updated: { description: 'Something about it changed.' },
    deleted: { description: 'It is gone.' },
    imported: { description: 'An import brought or changed many, or took them back: ask for the list again.' },
  } satisfies Record<Change, { description: string }>,
});

interface Followable {
  /** The noun: `Customer`. */
  readonly noun: string;
  /** The subscription: `customersChanged`. */
  readonly subscription: string;
  /** Which facts tell of it, and what each means to a list. */
  readonly kinds: Partial<Record<EventType, Change>>;
}

/** What a noun's subscriptions say, and the facts they follow. */
export function subscribeToChanges({ noun, kinds }: Omit<Followable, 'subscription'>) {
  const known = new Map<string, Change>(Object.entries(kinds));
  const RowChange = builder.objectRef<SequencedEvent>(`${noun}Change`).implement({
    description: `One change of a list of ${noun} rows.`,
    fields: (t) => ({
      cursor: t.expose('seq', { type: 'EventCursor', description: 'Its place in the order of events; continue after it.' }),
      kind: t.field({ type: ChangeKind, description: 'What happened.', resolve: (event) => known.get(event.kind) ?? 'updated' }),
      id: t.exposeID('subjectId', { description: 'The id of the row it happened to, or of the import.' }),
      at: t.expose('at', { type: 'DateTime', description: 'When.' }),
      actor: t.field({
        type: User,
        nullable: true,
        description: 'Who did it; null for the system.',
        resolve: ({ actorId }, _args, { loaders: load }) => load.user(actorId),
      }),
    }),
  });
  return { RowChange, followed: EVENT_TYPES.filter((kind) => known.has(kind)) };
}

/**
 * The subscription that keeps lists of a noun true: every change after a cursor, then live. Only for what everyone
 * sees alike, since an answer is made once for all who asked the same. The module adds the row to the change it returns.
 */
export function changeSubscription({ noun, subscription, kinds }: Followable) {
  const { RowChange, followed } = subscribeToChanges({ noun, kinds });
  builder.subscriptionField(subscription, (t) =>
    t.field({
      type: RowChange,
      description:
        'Every change of the list after the cursor, then live. Ends with an error of code RESYNC when too much was missed: then ask for the list again.',
      args: { after: t.arg({ type: 'EventCursor', description: 'The last cursor you saw; left out: from now on.' }) },
      extensions: { shared: true },
      subscribe: (_root, { after }, { subscribeFrom: follow }) => follow({ after: after ?? null, kinds: followed }),
      resolve: (event) => event,
    }),
  );
  return RowChange;
}
