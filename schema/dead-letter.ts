import { REPLAY_MAX } from '#domain/dead-letter/service.ts';
import { Invalid } from '#domain/failures.ts';
import type { DeadLetter as DeadLetterRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';

const DeadLetter = builder.objectRef<DeadLetterRow>('DeadLetter').implement({
  description:
    'An event that one consumer of the event log (notifications, flow rules) could not handle. The consumer continued with the next event.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id to replay it by.' }),
    consumer: t.exposeString('consumer', { description: 'The consumer: `notices` writes notifications, `flow_rules` moves flows.' }),
    eventCursor: t.expose('eventSeq', { type: 'EventCursor', description: 'The cursor of the event.' }),
    eventKind: t.exposeString('eventKind', { description: 'The kind of the event, such as `lead.moved`.' }),
    error: t.exposeString('error', { description: 'The message of the newest failure, at most 500 characters.' }),
    attempts: t.exposeInt('attempts', { description: 'How many times it was tried, replays included.' }),
    firstFailedAt: t.expose('firstFailedAt', { type: 'DateTime', description: 'When it failed first, UTC.' }),
    lastFailedAt: t.expose('lastFailedAt', { type: 'DateTime', description: 'When it failed last, UTC.' }),
    replayedAt: t.expose('replayedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a replay succeeded, UTC; null while the event is not handled.',
    }),
  }),
});

const DeadLetterConnection = connectionOf('DeadLetter', DeadLetter);

builder.queryField('deadLetters', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: DeadLetterConnection,
    description:
      'Events that a consumer could not handle, newest first. Available to every signed-in user; a later release will require the admin role.',
    args: {
      ...t.arg.connectionArgs(),
      replayed: t.arg.boolean({ description: 'true: only replayed ones. false: only those not replayed. Default: all.' }),
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
      dataField: { name: 'deadLetters', description: 'The dead letters, in the requested order.' },
    },
    description: `Handle these events again, each in its own transaction. Returns the dead letters that exist, in the requested order. One that failed again has the new \`error\` and \`replayedAt\` null; one replayed before stays as it is. At most ${REPLAY_MAX} at once. Available to every signed-in user; a later release will require the admin role.`,
    args: { ids: t.arg.idList({ required: true, description: `Ids of dead letters, at most ${REPLAY_MAX}.` }) },
    resolve: (_root, { ids }, { services }) => services.deadLetters.replay(ids),
  }),
);
