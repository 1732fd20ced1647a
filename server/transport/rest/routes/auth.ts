import type { SignedIn, Visitor } from '#domain/account/service.ts';
import type { Context } from '#domain/request-context.ts';
import { ById, Nothing, publicRoute, route } from '../route.ts';
import { presentUser } from './present.ts';

const nothing = { params: Nothing, query: Nothing };

export const authRoutes = [
  publicRoute({
    method: 'GET',
    path: '/api/auth/me',
    does: 'Answers who is signed in: `{ user }`, with null for nobody.',
    ...nothing,
    run: ({ context: { viewer } }) => ({ user: viewer && presentUser(viewer) }),
  }),
  publicRoute({
    method: 'POST',
    path: '/api/auth/register',
    does: 'Makes an account from username, password, email, firstName and lastName, and signs it in.',
    status: 201,
    ...nothing,
    run: async ({ context, services, body }) => welcome(context, await services.accounts.register(body, visitor(context))),
  }),
  publicRoute({
    method: 'POST',
    path: '/api/auth/login',
    does: 'Signs in with username and password.',
    ...nothing,
    run: async ({ context, services, body }) => welcome(context, await services.accounts.signIn(body, visitor(context))),
  }),
  publicRoute({
    method: 'POST',
    path: '/api/auth/logout',
    does: 'Ends the session; its open sockets close.',
    ...nothing,
    run: async ({ context: { viewer, cookie }, services }) => {
      if (viewer) await services.accounts.signOut(viewer);
      cookie?.clear();
      return { user: null };
    },
  }),
  route({
    method: 'GET',
    path: '/api/auth/sessions',
    does: 'Lists where you are signed in, the last used first. An API token may not.',
    ...nothing,
    run: async ({ services, viewer }) => services.sessions.list(viewer),
  }),
  route({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    does: 'Ends a session of yours; its open sockets close.',
    params: ById,
    query: Nothing,
    run: async ({ context, services, viewer, params: { id } }) => {
      const session = await services.sessions.end(viewer, id);
      if (session.current) context.cookie?.clear();
      return session;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/auth/sessions',
    does: 'Ends all your sessions but this one: `{ ended }`, how many.',
    ...nothing,
    run: async ({ services, viewer }) => ({ ended: await services.sessions.endOthers(viewer) }),
  }),
];

const visitor = ({ address, userAgent, device, viewer }: Context): Visitor => ({ address, userAgent, device, previous: viewer });

function welcome({ cookie }: Context, { user, session, device }: SignedIn) {
  cookie?.set(session, device);
  return { user: presentUser(user) };
}
