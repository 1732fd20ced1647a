import type { FastifyInstance } from 'fastify';
import { OidcSignInFailed } from '#domain/account/oidc.ts';
import { Conflict } from '#domain/failures.ts';
import type { AppContainer } from '#server/container.ts';
import { OIDC_CALLBACK } from '#server/integrations/oidc/choose.ts';
import { IdentityProviderRefused } from '#server/integrations/oidc/port.ts';
import type { Contexts } from '../viewer/contexts.ts';
import type { CookieJar } from '../viewer/cookies.ts';

/** Bytes of a logout token. */
const MAX_BODY = 32_768;

/**
 * Sign-in with the identity provider: `GET /auth/oidc` sends the browser there, `GET /auth/oidc/callback` signs it in and goes to `/`,
 * or to `/?sign-in=<reason>` where that failed. `POST /auth/oidc/logout` takes the provider's back-channel logout: 200, or 400 for a
 * token that is not valid. All are 404 without a provider.
 */
export function serveOidc(
  http: FastifyInstance,
  { services, log }: AppContainer,
  { contexts, jar }: { contexts: Contexts; jar: CookieJar },
): void {
  if (!services.oidc.isConfigured) return;
  const failed = (reason: string) => `/?sign-in=${reason}`;
  http.get('/auth/oidc', async (request, reply) => {
    try {
      const { url, browser } = await services.oidc.begin(request.ip);
      return reply.header('cache-control', 'no-store').header('set-cookie', jar.setRedirect(browser)).redirect(url, 303);
    } catch (error) {
      if (!(error instanceof IdentityProviderRefused)) throw error;
      log.warn({ error }, 'The identity provider could not be reached');
      return reply.redirect(failed('unavailable'), 303);
    }
  });
  http.get(OIDC_CALLBACK, async (request, reply) => {
    const { address, userAgent, device, viewer, cookie } = await contexts.forRequest(request, reply);
    const parameters = new URL(request.url, 'http://localhost').searchParams;
    reply.header('cache-control', 'no-store');
    try {
      if (!cookie) throw new Conflict('This request cannot carry a cookie.');
      const visitor = { address, userAgent, device, previous: viewer };
      const signedIn = await services.oidc.finish(parameters, jar.redirect(request.headers.cookie), visitor);
      cookie.set(signedIn.session, signedIn.device);
      return reply.redirect('/', 303);
    } catch (error) {
      if (!(error instanceof OidcSignInFailed)) throw error;
      log.warn({ error, reason: error.reason }, 'A sign-in with the identity provider was refused');
      return reply.redirect(failed(error.reason), 303);
    }
  });
  http.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    );
    hooks.post('/auth/oidc/logout', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const token = new URLSearchParams(typeof request.body === 'string' ? request.body : '').get('logout_token') ?? '';
      try {
        return { ended: await services.oidc.endSessions(token) };
      } catch (error) {
        if (!(error instanceof IdentityProviderRefused)) throw error;
        log.warn({ error }, 'A logout of the identity provider was refused');
        return reply.code(400).send({ error: 'invalid_request', error_description: 'The logout token is not valid.' });
      }
    });
  });
}
