import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser says that another site sent this request. Clients that are no browser say nothing and are
 * judged by their cookie or token alone.
 */
export function isCrossSite(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  if (!headers.origin) return false;
  const host = hostOf(headers.origin);
  return host === null || (host !== headers.host && host !== (publicUrl && hostOf(publicUrl)));
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}

/** What every answer says to browsers; where people come over HTTPS, also that they shall keep to it. */
export const securityHeaders = (publicUrl: string | null): Readonly<Record<string, string>> =>
  publicUrl?.startsWith('https:') ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000' } : HEADERS;

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/** What the web client's page may load: its own files and nothing else. Styles made while it runs carry the nonce. */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
