import { REPLAY_MAX } from '#domain/dead-letter/service.ts';
import { deadLetter } from '#domain/entities/internal.ts';
import { Invalid } from '#domain/failures.ts';
import { NOBODY } from '#domain/viewer.ts';
import type { DeadLetter as DeadLetterRow } from '#prisma/generated/client.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { columnFields } from './query/entity-fields.ts';

const DeadLetter = builder.objectRef<DeadLetterRow>('DeadLetter').implement({
  description:
    'An event that a consumer of the event log (notifications, flow rules) failed to handle. The consumer skipped it and continued.',
  fields: (t) => columnFields(t, deadLetter),
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
    resolve: async (_root, { replayed, ...page }, { services, viewer }) =>
      asConnection(await services.deadLetters.list(viewer ?? NOBODY, { replayed }, page)),
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
    resolve: (_root, { ids }, { services, viewer }) => services.deadLetters.replay(viewer ?? NOBODY, ids),
  }),
);
