import { z } from 'zod';
import { ShopFailure } from '../port.ts';
import type { createHttpClient } from './http-client.ts';

/** Where the access token comes from. */
export interface Tokens {
  get(): Promise<string>;
  /** Whether a rejected token can be replaced. */
  renew(refused: string): boolean;
}

/** The permanent token of an app that was made in the store itself. */
export const staticToken = (token: string): Tokens => ({ get: async () => token, renew: () => false });

const Grant = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().catch(3_600) });

/** The fraction of a token's lifetime after which a new one is requested. */
const EARLY = 0.8;

interface GrantOptions {
  /** Where the store is. */
  readonly base: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly http: ReturnType<typeof createHttpClient>;
  /** Milliseconds of a clock that only counts. */
  readonly now: () => number;
}

/** Tokens of an app of the same organisation (client credentials): each is valid for a day, cached, and replaced before it expires. */
export function grantedToken({ base, clientId, clientSecret, http, now }: GrantOptions): Tokens {
  let cached: { readonly token: string; readonly until: number } | null = null;
  let refreshing: Promise<string> | null = null;

  const grant = async (): Promise<string> => {
    const body = JSON.stringify({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const answer = await http(`${base}/admin/oauth/access_token`, { method: 'POST', headers, body }).catch(inWords);
    const { success, data } = Grant.safeParse(answer.body);
    if (!success) throw new ShopFailure('invalid_response', 'Shopify sent an invalid response to the token request.');
    cached = { token: data.access_token, until: now() + data.expires_in * 1_000 * EARLY };
    return data.access_token;
  };

  return {
    get: async () => {
      if (cached && now() < cached.until) return cached.token;
      refreshing ??= grant().finally(() => {
        refreshing = null;
      });
      return refreshing;
    },
    renew: (refused) => {
      if (cached?.token === refused) cached = null;
      return true;
    },
  };
}

const REFUSED = new Set(['token', 'rights', 'unknown', 'refused']);

function inWords(error: unknown): never {
  if (!(error instanceof ShopFailure && REFUSED.has(error.code))) throw error;
  throw new ShopFailure(
    'token',
    'Shopify issued no access token. Check SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET, and that the app is installed in a store of the same organisation.',
    { cause: error },
  );
}
