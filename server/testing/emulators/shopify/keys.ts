import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { TROUBLES } from './troubles.ts';

interface Credentials {
  readonly token: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const LIFE = 86_399;

/** Who may ask: whoever shows the permanent token, or one that was granted and has not ended. */
export function createKeys({ token, clientId, clientSecret }: Credentials, now: () => number) {
  const granted = new Map<string, number>();
  let serial = 0;
  return {
    opens: (headers: IncomingHttpHeaders): boolean => {
      const shown = String(headers['x-shopify-access-token'] ?? '');
      return shown === token || (granted.get(shown) ?? 0) > now();
    },
    /** How often a token was granted. */
    grants: () => serial,
    /** Every granted token ends. */
    revoke: () => granted.clear(),
    grant: (body: string, response: ServerResponse, scopes: readonly string[]): void => {
      const given: Partial<Record<string, unknown>> = Object(JSON.parse(body));
      const isOurs = given.client_id === clientId && given.client_secret === clientSecret && given.grant_type === 'client_credentials';
      if (!isOurs) {
        TROUBLES.status(400)(response);
        return;
      }
      serial += 1;
      const access_token = `shpca_${serial}`;
      granted.set(access_token, now() + LIFE * 1_000);
      const answer = { access_token, scope: scopes.join(','), expires_in: LIFE };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    },
  };
}
