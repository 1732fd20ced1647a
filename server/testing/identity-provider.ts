import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

/** Somebody at the provider; `groups` is the claim of that name. */
export interface ProviderPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly preferred_username?: string;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly groups?: readonly string[];
}

export interface TestIdentityProvider {
  readonly issuer: string;
  /** Whoever signs in next, without a form. */
  person: ProviderPerson;
  /** What the next ID tokens say instead, signed with the provider’s key; null for what it says by itself. */
  rewrite: ((claims: JWTPayload) => JWTPayload) | null;
  /** Call it once the addresses of the app are known. */
  register(client: { readonly redirectUri: string; readonly logoutUri: string }): void;
  /** Follows the redirects of a sign-in there and returns the address of the return to the app. */
  signIn(url: string): Promise<string>;
  /** Ends the session of the last sign-in there, which tells the app. */
  signOut(): Promise<void>;
  close(): Promise<void>;
}

/** Marks the request that the test provider sends to itself. */
const INNER = 'x-inner';

export const CLIENT = { id: 'callboard', secret: 'a secret of the tests' } as const;

/** A real OpenID Connect provider on the loopback interface, with one client. Its sign-in form is filled in by itself. */
export async function openIdentityProvider(): Promise<TestIdentityProvider> {
  let provider: Provider | null = null;
  let cookies = new Map<string, string>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  /** The provider’s own answer to a request for tokens, with another ID token. */
  const rewritten = async (request: IncomingMessage, rewrite: (claims: JWTPayload) => JWTPayload): Promise<string> => {
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const headers = { authorization, 'content-type': type, [INNER]: 'yes' };
    const answer = await fetch(`${issuer}/token`, { method: 'POST', headers, body: await text(request) });
    const tokens = Object(await answer.json());
    const claims = rewrite(decodeJwt(tokens.id_token));
    return JSON.stringify({
      ...tokens,
      id_token: await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(privateKey),
    });
  };
  const server = createServer((request, response) => {
    if (!provider) return void response.writeHead(503).end();
    if (idp.rewrite && request.url === '/token' && !request.headers[INNER])
      return void rewritten(request, idp.rewrite).then((body) => response.setHeader('content-type', 'application/json').end(body));
    if (request.url?.startsWith('/interaction/'))
      return void provider.interactionFinished(
        request,
        response,
        { login: { accountId: idp.person.sub } },
        { mergeWithLastSubmission: false },
      );
    return void provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const issuer = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;

  /** One step of a browser with cookies. */
  const step = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { ...Object.fromEntries(new Headers(init.headers)), cookie } });
    for (const header of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };

  const idp: TestIdentityProvider = {
    issuer,
    person: { sub: 'nobody' },
    rewrite: null,
    register: ({ redirectUri, logoutUri }) => {
      const created: Provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: [redirectUri],
            backchannel_logout_uri: logoutUri,
            backchannel_logout_session_required: true,
          },
        ],
        jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }] },
        cookies: { keys: ['a key of the tests'] },
        claims: {
          openid: ['sub', 'groups'],
          email: ['email', 'email_verified'],
          profile: ['preferred_username', 'given_name', 'family_name'],
        },
        conformIdTokenClaims: false,
        // The default one refuses addresses of this machine, where the app is.
        fetch: (url, init) => fetch(url, { method: init?.method, headers: init?.headers, body: init?.body, signal: init?.signal }),
        features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
        pkce: { required: () => true },
        interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
        findAccount: async (_context, id) => ({
          accountId: id,
          claims: async () => ({ ...idp.person, groups: [...(idp.person.groups ?? [])] }),
        }),
        loadExistingGrant: async (context) => {
          const grant = new created.Grant({ clientId: CLIENT.id, accountId: context.oidc.session?.accountId });
          grant.addOIDCScope('openid email profile');
          await grant.save();
          return grant;
        },
      });
      provider = created;
    },
    signIn: async (start) => {
      cookies = new Map();
      let url = start;
      for (let hop = 0; hop < 10; hop += 1) {
        const answer = await step(url);
        const location = answer.headers.get('location');
        if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
        const next = new URL(location, url);
        if (next.origin !== issuer) return next.href;
        url = next.href;
      }
      throw new Error('The provider kept redirecting.');
    },
    signOut: async () => {
      const form = await (await step(`${issuer}/session/end`)).text();
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? '';
      const body = new URLSearchParams({ xsrf, logout: 'yes' }).toString();
      await step(`${issuer}/session/end/confirm`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return idp;
}
