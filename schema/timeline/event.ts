import { eventFilter, known, type ToldEvent } from '#domain/activity/service.ts';
import { EVENT_TYPES, isPersonal } from '#domain/domain-events.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { asConnection, connectionOf, perRow } from '../connection.ts';
import { listArgs } from '../query/list-args.ts';

/** A fact as it is read from the log, or heard as it happens. */
type Told = Omit<ToldEvent, 'id' | 'customerId' | 'data'> & { readonly data: unknown };

const Event = builder.objectRef<Told>('Event').implement({
  description: 'One fact that happened.',
  fields: (t) => ({
    cursor: t.expose('seq', { type: 'EventCursor', description: 'Its place in the order of events.' }),
    kind: t.exposeString('kind', { description: 'What happened, in the past tense: `lead.moved`.' }),
    subjectType: t.exposeString('subjectType', { description: 'What it happened to: `lead`, `customer`, `ai_response`, `user`.' }),
    subjectId: t.exposeID('subjectId', { description: 'The id of what it happened to.' }),
    data: t.expose('data', { type: 'JSON', description: 'The few values a listener needs, such as from and to.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'Who did it; null for the system.',
      resolve: ({ actorId }, _args, { loaders: load }) => load.user(actorId),
    }),
  }),
});

const EventConnection = connectionOf('Event', Event);

builder.queryField('events', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: EventConnection,
    description: 'What has happened, newest first. Facts that are somebody’s own business are shown to that person only.',
    args: {
      ...t.arg.connectionArgs(),
      kinds: t.arg.stringList({ description: 'Only these kinds, such as `lead.moved`.' }),
      subjectId: t.arg.id({ description: 'Only what happened to this thing.' }),
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
      'Everything that happens after the cursor, then live; facts that are somebody’s own business reach that person only. Ends with an error of code RESYNC when too much was missed: then ask for `events` again.',
    args: {
      kinds: t.arg.stringList({ description: 'Only these kinds, such as `lead.moved`; all when left out.' }),
      after: t.arg({ type: 'EventCursor', description: 'The last cursor you saw; left out: from now on.' }),
    },
    // Who may hear of an event is asked for each listener; what is told of it is the same for all of them.
    extensions: { shared: true },
    subscribe: (_root, { kinds, after }, { subscribeFrom: follow, viewer }) =>
      follow({
        after: after ?? null,
        kinds: kinds?.map(known) ?? EVENT_TYPES,
        visible: ({ kind, actorId }) => !isPersonal(kind) || actorId === viewer.id,
      }),
    resolve: (event) => event,
  }),
);
