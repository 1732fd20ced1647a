import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { HTTP_FAULTS } from './http-faults.ts';

interface Credentials {
  readonly token: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const TTL_SECONDS = 86_399;

/** Accepts the permanent token and granted tokens that have not expired. */
export function createAccessTokens({ token, clientId, clientSecret }: Credentials, now: () => number) {
  const granted = new Map<string, number>();
  let serial = 0;
  return {
    accepts: (headers: IncomingHttpHeaders): boolean => {
      const sent = String(headers['x-shopify-access-token'] ?? '');
      return sent === token || (granted.get(sent) ?? 0) > now();
    },
    /** Number of tokens granted. */
    grants: () => serial,
    /** Revokes every granted token. */
    revoke: () => granted.clear(),
    grant: (body: string, response: ServerResponse, scopes: readonly string[]): void => {
      const credentials: Partial<Record<string, unknown>> = Object(JSON.parse(body));
      const isValid =
        credentials.client_id === clientId && credentials.client_secret === clientSecret && credentials.grant_type === 'client_credentials';
      if (!isValid) {
        HTTP_FAULTS.status(400)(response);
        return;
      }
      serial += 1;
      const access_token = `shpca_${serial}`;
      granted.set(access_token, now() + TTL_SECONDS * 1_000);
      const answer = { access_token, scope: scopes.join(','), expires_in: TTL_SECONDS };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    },
  };
}
