import { SESSIONS_PER_PERSON } from '#contract/limits.ts';
import type { OwnSession } from '#domain/account/own-sessions.ts';
import { NotFound } from '#domain/failures.ts';
import { builder } from './builder.ts';

const ActiveSession = builder.objectRef<OwnSession>('ActiveSession').implement({
  description: 'A browser you are signed in with.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'What it is ended by.' }),
    device: t.exposeString('device', {
      description: 'Browser and system, as the browser names itself: "Firefox on macOS". "Unknown device" where it does not.',
    }),
    address: t.exposeString('address', { description: 'The client address of its last use; empty when not known.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When you signed in.' }),
    lastUsedAt: t.field({
      type: 'DateTime',
      description: 'When it was last used, to the minute.',
      resolve: ({ lastSeenAt }) => lastSeenAt,
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends unless it is used before.' }),
    current: t.exposeBoolean('current', { description: 'Whether it is the session that asks.' }),
  }),
});

builder.queryField('sessions', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: [ActiveSession],
    complexity: { field: SESSIONS_PER_PERSON },
    description: `Where you are signed in, the last used first; at most ${SESSIONS_PER_PERSON}. An API token may not ask.`,
    resolve: (_root, _args, { services, viewer }) => services.sessions.list(viewer).then((rows) => [...rows]),
  }),
);

builder.mutationFields((t) => ({
  endSession: t.withAuth({ signedIn: true }).field({
    type: ActiveSession,
    errors: { types: [NotFound] },
    description: 'End a session of yours: that browser is signed out and its open sockets close. An API token may not.',
    args: { id: t.arg.id({ required: true, description: 'The session’s id.' }) },
    resolve: async (_root, { id }, { services, viewer, cookie }) => {
      const session = await services.sessions.end(viewer, id);
      if (session.current) cookie?.clear();
      return session;
    },
  }),
  endOtherSessions: t.withAuth({ signedIn: true }).int({
    description: 'End all your sessions but this one; answers how many there were. An API token may not.',
    resolve: (_root, _args, { services, viewer }) => services.sessions.endOthers(viewer),
  }),
}));
