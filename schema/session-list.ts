import { SESSIONS_PER_PERSON } from '#contract/limits.ts';
import type { OwnSession } from '#domain/account/own-sessions.ts';
import { NotFound } from '#domain/failures.ts';
import { builder } from './builder.ts';

const ActiveSession = builder.objectRef<OwnSession>('ActiveSession').implement({
  description: 'A browser you are signed in with.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id to end it by.' }),
    device: t.exposeString('device', {
      description: 'Browser and operating system, such as “Firefox on macOS”, or “Unknown device”.',
    }),
    address: t.exposeString('address', { description: 'IP address of its last request; empty when unknown.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When you signed in, UTC.' }),
    lastUsedAt: t.field({
      type: 'DateTime',
      description: 'When it was last used, UTC, to the minute.',
      resolve: ({ lastSeenAt }) => lastSeenAt,
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires, UTC. Each use extends it.' }),
    current: t.exposeBoolean('current', { description: 'Whether it is the session of this request.' }),
  }),
});

builder.queryField('sessions', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: [ActiveSession],
    complexity: { field: SESSIONS_PER_PERSON },
    description: `Your sessions, most recently used first, at most ${SESSIONS_PER_PERSON}. Not available to API tokens.`,
    resolve: (_root, _args, { services, viewer }) => services.sessions.list(viewer).then((rows) => [...rows]),
  }),
);

builder.mutationFields((t) => ({
  endSession: t.withAuth({ signedIn: true }).field({
    type: ActiveSession,
    errors: { types: [NotFound] },
    description: 'End one of your sessions: signs that browser out and closes its sockets. Not available to API tokens.',
    args: { id: t.arg.id({ required: true, description: 'The session’s id.' }) },
    resolve: async (_root, { id }, { services, viewer, cookie }) => {
      const session = await services.sessions.end(viewer, id);
      if (session.current) cookie?.clear();
      return session;
    },
  }),
  endOtherSessions: t.withAuth({ signedIn: true }).int({
    description: 'End all your other sessions. Returns how many were ended. Not available to API tokens.',
    resolve: (_root, _args, { services, viewer }) => services.sessions.endOthers(viewer),
  }),
}));
