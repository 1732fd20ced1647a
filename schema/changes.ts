import { passageOf } from '#domain/access/event-scope.ts';
import type { SequencedEvent } from '#domain/domain-events.ts';
import { EVENT_TYPES, type EventType } from '#domain/domain-events.ts';
import { NOBODY } from '#domain/viewer.ts';
import { User } from './account.ts';
import { builder } from './builder.ts';

const CHANGES = ['created', 'updated', 'deleted', 'imported'] as const;
type Change = (typeof CHANGES)[number];

const ChangeKind = builder.enumType('ChangeKind', {
  description: 'How a row changed.',
  values: {
    created: { description: 'The row was created or restored, or came to you from somebody whose rows you may not read.' },
    updated: { description: 'A field of the row changed.' },
    deleted: { description: 'The row was deleted, or went to somebody whose rows you may not read.' },
    imported: { description: 'An import, or its undo, changed many rows. Refetch the list.' },
  } satisfies Record<Change, { description: string }>,
});

/** A row that enters somebody’s scope is new to them, and one that leaves is gone. */
const PASSAGES = { entered: 'created', left: 'deleted' } as const satisfies Record<string, Change>;

interface ChangeFeed {
  /** The type of the rows: `Customer`. */
  readonly noun: string;
  /** The subscription: `customersChanged`. */
  readonly subscription: string;
  /** The events of these rows, and what each means for a list. */
  readonly kinds: Partial<Record<EventType, Change>>;
}

/** The type of a change of these rows, and the events it is made of. */
export function subscribeToChanges({ noun, kinds }: Omit<ChangeFeed, 'subscription'>) {
  const known = new Map<string, Change>(Object.entries(kinds));
  const RowChange = builder.objectRef<SequencedEvent>(`${noun}Change`).implement({
    description: `A change in the list of ${noun} rows.`,
    fields: (t) => ({
      cursor: t.expose('cursor', { type: 'EventCursor', description: 'The position in the event log. Use it as `after` to resume.' }),
      kind: t.field({
        type: ChangeKind,
        description: 'How the row changed.',
        resolve: (event, _args, { viewer }) => {
          const passage = passageOf(event, (viewer ?? NOBODY).access);
          return passage ? PASSAGES[passage] : (known.get(event.kind) ?? 'updated');
        },
      }),
      id: t.exposeID('subjectId', { description: 'The id of the row, or of the import.' }),
      at: t.expose('at', { type: 'DateTime', description: 'When it changed, UTC.' }),
      actor: t.field({
        type: User,
        nullable: true,
        description: 'Who changed it; null for the system.',
        resolve: ({ actorId }, _args, { loaders }) => loaders.user(actorId),
      }),
    }),
  });
  return { RowChange, followed: EVENT_TYPES.filter((kind) => known.has(kind)) };
}

/**
 * The subscription that keeps a list up to date: every change after a cursor, then live ones. Only for rows that everyone
 * sees alike, because a result is computed once for all identical subscriptions. The module adds the row to the change type it returns.
 */
export function changeSubscription({ noun, subscription, kinds }: ChangeFeed) {
  const { RowChange, followed } = subscribeToChanges({ noun, kinds });
  builder.subscriptionField(subscription, (t) =>
    t.field({
      type: RowChange,
      description:
        'Every change after the cursor, then live ones. Ends with the error code RESYNC if the cursor is too old: refetch the list, then resubscribe.',
      args: { after: t.arg({ type: 'EventCursor', description: 'The last cursor you received. Omit it to start with live changes.' }) },
      extensions: { shared: true },
      subscribe: (_root, { after }, { subscribeFrom }) => subscribeFrom({ after: after ?? null, kinds: followed }),
      resolve: (event) => event,
    }),
  );
  return RowChange;
}
