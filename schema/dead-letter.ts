import { REPLAY_MAX } from '#domain/dead-letter/service.ts';
import { Invalid } from '#domain/failures.ts';
import type { DeadLetter as DeadLetterRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';

const DeadLetter = builder.objectRef<DeadLetterRow>('DeadLetter').implement({
  description:
    'An event that a consumer of the event log (notifications, flow rules) failed to handle. The consumer skipped it and continued.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id to replay it by.' }),
    consumer: t.exposeString('consumer', { description: 'The consumer: `notices` writes notifications, `flow_rules` moves flows.' }),
    eventCursor: t.expose('eventSeq', { type: 'EventCursor', description: 'The cursor of the event.' }),
    eventKind: t.exposeString('eventKind', { description: 'The kind of the event, such as `lead.moved`.' }),
    error: t.exposeString('error', { description: 'The latest error message, at most 500 characters.' }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts, including replays.' }),
    firstFailedAt: t.expose('firstFailedAt', { type: 'DateTime', description: 'When it first failed, UTC.' }),
    lastFailedAt: t.expose('lastFailedAt', { type: 'DateTime', description: 'When it last failed, UTC.' }),
    replayedAt: t.expose('replayedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a replay succeeded, UTC. Null until then.',
    }),
  }),
});

const DeadLetterConnection = connectionOf('DeadLetter', DeadLetter);

builder.queryField('deadLetters', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: DeadLetterConnection,
    description:
      'Events that a consumer failed to handle, newest first. Every signed-in user can read them; this will need the admin role.',
    args: {
      ...t.arg.connectionArgs(),
      replayed: t.arg.boolean({ description: 'true: only replayed ones. false: only those not replayed. Omitted: all.' }),
    },
    complexity: perRow,
    resolve: async (_root, { replayed, ...page }, { services }) => asConnection(await services.deadLetters.list({ replayed }, page)),
  }),
);

builder.mutationField('replayDeadLetters', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: [DeadLetter],
    errors: {
      types: [Invalid],
      result: { name: 'ReplayedDeadLetters', description: 'The dead letters after the replay.' },
      dataField: { name: 'deadLetters', description: 'In the order of the given ids.' },
    },
    description: `Handle these events again, each in its own transaction. Returns the dead letters found, in the order of the given ids. One that fails again has a new \`error\` and \`replayedAt\` null; one already replayed is unchanged. Every signed-in user can do this; it will need the admin role.`,
    args: { ids: t.arg.idList({ required: true, description: `Ids of dead letters, at most ${REPLAY_MAX}.` }) },
    resolve: (_root, { ids }, { services }) => services.deadLetters.replay(ids),
  }),
);
