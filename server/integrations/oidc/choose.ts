import type { Config } from '#server/config.ts';
import { openIdProvider } from './openid.ts';
import type { IdentityProvider } from './port.ts';

/** The path the provider sends the browser back to. */
export const OIDC_CALLBACK = '/auth/oidc/callback';

/** The configured identity provider; null without one. */
export function chooseIdentityProvider(config: Config): IdentityProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL: publicUrl } = config;
  if (!issuer || !clientId || !clientSecret || !publicUrl) return null;
  return openIdProvider({
    ...{ issuer, clientId, clientSecret, groupsClaim: config.OIDC_GROUPS_CLAIM },
    redirectUri: new URL(OIDC_CALLBACK, publicUrl).href,
  });
}
