import { SESSIONS_PER_PERSON } from '#contract/limits.ts';
import type { OwnSession } from '#domain/account/own-sessions.ts';
import { NotFound } from '#domain/failures.ts';
import { builder } from './builder.ts';

const ActiveSession = builder.objectRef<OwnSession>('ActiveSession').implement({
  description: 'One of your browser sessions.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id to end it by.' }),
    device: t.exposeString('device', {
      description: 'Browser and operating system, such as "Firefox on macOS". "Unknown device" when the browser does not say.',
    }),
    address: t.exposeString('address', { description: 'The IP address of its last use. Empty when unknown.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When you signed in, UTC.' }),
    lastUsedAt: t.field({
      type: 'DateTime',
      description: 'When it was last used, UTC, to the minute.',
      resolve: ({ lastSeenAt }) => lastSeenAt,
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires, UTC. Using the session extends it.' }),
    current: t.exposeBoolean('current', { description: 'Whether this is the session of this request.' }),
  }),
});

builder.queryField('sessions', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: [ActiveSession],
    complexity: { field: SESSIONS_PER_PERSON },
    description: `Your browser sessions, last used first. At most ${SESSIONS_PER_PERSON}. An API token cannot read them.`,
    resolve: (_root, _args, { services, viewer }) => services.sessions.list(viewer).then((rows) => [...rows]),
  }),
);

builder.mutationFields((t) => ({
  endSession: t.withAuth({ signedIn: true }).field({
    type: ActiveSession,
    errors: { types: [NotFound] },
    description: 'End one of your sessions: that browser is signed out and its WebSockets close. An API token cannot do this.',
    args: { id: t.arg.id({ required: true, description: 'The session’s id.' }) },
    resolve: async (_root, { id }, { services, viewer, cookie }) => {
      const session = await services.sessions.end(viewer, id);
      if (session.current) cookie?.clear();
      return session;
    },
  }),
  endOtherSessions: t.withAuth({ signedIn: true }).int({
    description: 'End all your sessions except this one. Returns how many were ended. An API token cannot do this.',
    resolve: (_root, _args, { services, viewer }) => services.sessions.endOthers(viewer),
  }),
}));
