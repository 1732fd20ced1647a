import type { SignedIn, Visitor } from '#domain/account/service.ts';
import type { Context } from '#domain/request-context.ts';
import { ById, Nothing, publicRoute, route } from '../route.ts';
import { presentUser } from './present.ts';

const nothing = { params: Nothing, query: Nothing };

export const authRoutes = [
  publicRoute({
    method: 'GET',
    path: '/api/auth/me',
    description: 'Returns the signed-in user as `{ user }`; null when signed out.',
    ...nothing,
    run: ({ context: { viewer } }) => ({ user: viewer && presentUser(viewer) }),
  }),
  publicRoute({
    method: 'POST',
    path: '/api/auth/register',
    description: 'Creates an account from username, password, email, firstName and lastName, and signs in.',
    status: 201,
    ...nothing,
    run: async ({ context, services, body }) => welcome(context, await services.accounts.register(body, visitor(context))),
  }),
  publicRoute({
    method: 'POST',
    path: '/api/auth/login',
    description: 'Signs in with username and password.',
    ...nothing,
    run: async ({ context, services, body }) => welcome(context, await services.accounts.signIn(body, visitor(context))),
  }),
  publicRoute({
    method: 'POST',
    path: '/api/auth/logout',
    description: 'Ends the session and closes its open sockets.',
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
    description: 'Lists your sessions, most recently used first. Not available to API tokens.',
    ...nothing,
    run: async ({ services, viewer }) => services.sessions.list(viewer),
  }),
  route({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    description: 'Ends one of your sessions and closes its open sockets.',
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
    description: 'Ends all your other sessions. Returns how many as `{ ended }`.',
    ...nothing,
    run: async ({ services, viewer }) => ({ ended: await services.sessions.endOthers(viewer) }),
  }),
];

const visitor = ({ address, userAgent, device, viewer }: Context): Visitor => ({ address, userAgent, device, previous: viewer });

function welcome({ cookie }: Context, { user, session, device }: SignedIn) {
  cookie?.set(session, device);
  return { user: presentUser(user) };
}
