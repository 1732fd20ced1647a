import { mayReadEvent } from '#domain/access/event-scope.ts';
import { eventFilter, known, type PublishedEvent } from '#domain/activity/service.ts';
import { EVENT_TYPES, isPersonal } from '#domain/domain-events.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { asConnection, connectionOf, perRow } from '../connection.ts';
import { columnFields } from '../query/entity-fields.ts';
import { listArgs } from '../query/list-args.ts';

/** An event as read from the log or received live. */
type EventRow = Omit<PublishedEvent, 'id' | 'customerId' | 'data'> & { readonly data: unknown };

const Event = builder.objectRef<EventRow>('Event').implement({
  description: 'An event in the event log.',
  fields: (t) => ({
    ...columnFields(t, ENTITIES.event),
    data: t.expose('data', { type: 'JSON', description: 'Values of the event, such as `from` and `to` of a moved lead.' }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'Who did it; null for the system.',
      resolve: ({ actorId }, _args, { loaders }) => loaders.user(actorId),
    }),
  }),
});

const EventConnection = connectionOf('Event', Event);

builder.queryField('events', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: EventConnection,
    description: 'Events, newest first. Private events are visible only to the user who caused them.',
    args: {
      ...t.arg.connectionArgs(),
      kinds: t.arg.stringList({ description: 'Only these event types, such as `lead.moved`. Default: all.' }),
      subjectId: t.arg.id({ description: 'Only events of the subject with this id.' }),
      ...listArgs('event'),
    },
    complexity: perRow,
    resolve: async (_root, { kinds, subjectId, where, orderBy, ...page }, { services, viewer }) =>
      asConnection(await services.analyst.events.page(viewer, { where, orderBy, filter: eventFilter({ kinds, subjectId }) }, page)),
  }),
);

builder.subscriptionField('eventAdded', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: Event,
    description:
      'Events after the cursor, then live ones; private events reach only the user who caused them. Ends with the error code RESYNC if the cursor is too old: refetch `events`, then resubscribe.',
    args: {
      kinds: t.arg.stringList({ description: 'Only these event types, such as `lead.moved`. Default: all.' }),
      after: t.arg({ type: 'EventCursor', description: 'The last cursor you received. Omit it to start with live events.' }),
    },
    // Whether a subscriber may see an event is checked for each; its payload is the same for all.
    extensions: { shared: true },
    subscribe: (_root, { kinds, after }, { subscribeFrom: follow, viewer }) =>
      follow({
        after: after ?? null,
        kinds: kinds?.map(known) ?? EVENT_TYPES,
        visible: (event) => (!isPersonal(event.kind) || event.actorId === viewer.id) && mayReadEvent(event, viewer),
      }),
    resolve: (event) => event,
  }),
);
