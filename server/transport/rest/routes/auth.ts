import type { SignedIn, Visitor } from '#domain/account/service.ts';
import type { Context } from '#schema/context.ts';
import { Nothing, publicRoute } from '../route.ts';
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
];

const visitor = ({ address, viewer }: Context): Visitor => ({ address, previous: viewer });

function welcome({ cookie }: Context, { user, session }: SignedIn) {
  cookie?.set(session);
  return { user: presentUser(user) };
}
