import type { createRemoteJWKSet } from 'jose';
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import { isLoopbackHost } from '#server/network-address.ts';
import { type IdentityProvider, IdentityProviderRefused } from './port.ts';

/** Loaded only where it is needed: most servers have no identity provider. */
const openidClient = () => import('openid-client');

const TIMEOUT_SECONDS = 10;
/** Age of a logout token, in seconds, and how far the provider’s clock may differ. */
const LOGOUT_TOKEN_SECONDS = 300;
const CLOCK_TOLERANCE_SECONDS = 60;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

interface OidcOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly groupsClaim: string;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
}

const text = z.string().catch('');
const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.email().nullable().catch(null),
  email_verified: z.boolean().nullable().catch(null),
  preferred_username: z.string().nullable().catch(null),
  given_name: text,
  family_name: text,
  sid: z.string().nullable().catch(null),
});
const Groups = z.array(z.string()).catch([]);
const Logout = z.object({
  iss: z.string(),
  sub: z.string().nullish(),
  sid: z.string().nullish(),
  jti: z.string().min(1),
  // A token with a nonce is an ID token.
  nonce: z.undefined().optional(),
  events: z.record(z.string(), z.unknown()).refine((events) => LOGOUT_EVENT in events),
});

/** An OpenID Connect provider: discovery, authorization code with PKCE, state and nonce. */
export function openIdProvider({ issuer, clientId, clientSecret, groupsClaim, redirectUri }: OidcOptions): IdentityProvider {
  const server = new URL(issuer);
  // Plain HTTP is for a provider on this machine.
  const isInsecure = server.protocol === 'http:' && isLoopbackHost(server.hostname);
  let discovered: Promise<Configuration> | null = null;
  const discover = async () => {
    const { allowInsecureRequests, clockTolerance, discovery } = await openidClient();
    const client = { client_secret: clientSecret, [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const execute = isInsecure ? [allowInsecureRequests] : [];
    return discovery(server, clientId, client, undefined, { execute, timeout: TIMEOUT_SECONDS });
  };
  const configuration = () => {
    discovered ??= discover();
    discovered.catch(() => {
      discovered = null;
    });
    return discovered;
  };
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null;
  const keySet = async () => {
    const { createRemoteJWKSet } = await import('jose');
    const { jwks_uri: uri = '' } = (await configuration()).serverMetadata();
    keys ??= createRemoteJWKSet(new URL(uri), { timeoutDuration: TIMEOUT_SECONDS * 1000 });
    return keys;
  };
  const refusing = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (cause) {
      throw new IdentityProviderRefused(cause instanceof Error ? cause.message : 'Unknown error', { cause });
    }
  };
  return {
    begin: () =>
      refusing(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
          await openidClient();
        const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
        const url = buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
          code_challenge_method: 'S256',
        });
        return { ...checks, url: url.href };
      }),
    finish: (parameters, { state, nonce, codeVerifier }) =>
      refusing(async () => {
        const { authorizationCodeGrant } = await openidClient();
        const url = new URL(redirectUri);
        url.search = parameters.toString();
        const tokens = await authorizationCodeGrant(await configuration(), url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        const { iss, sub, email, email_verified, preferred_username, given_name, family_name, sid } = Claims.parse(claims);
        return {
          issuer: iss,
          subject: sub,
          email: email_verified === false ? null : email,
          isEmailVerified: email_verified === true,
          username: preferred_username,
          firstName: given_name,
          lastName: family_name,
          groups: Groups.parse(claims?.[groupsClaim]),
          sessionId: sid,
        };
      }),
    readLogout: (token) =>
      refusing(async () => {
        const expected = (await configuration()).serverMetadata().issuer;
        const { jwtVerify } = await import('jose');
        const { payload } = await jwtVerify(token, await keySet(), {
          issuer: expected,
          audience: clientId,
          maxTokenAge: LOGOUT_TOKEN_SECONDS,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        });
        const { iss, sub, sid, jti } = Logout.parse(payload);
        if (!sub && !sid) throw new Error('The logout token names nobody.');
        return { issuer: iss, subject: sub ?? null, sessionId: sid ?? null, messageId: jti };
      }),
  };
}
