import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser reports that another site sent this request. Clients other than browsers report nothing and are
 * checked by their cookie or token alone.
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

/** The headers of every answer. With HTTPS, browsers also keep to it, on every subdomain and for a year. */
export const securityHeaders = (publicUrl: string | null): Readonly<Record<string, string>> =>
  publicUrl?.startsWith('https:') ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : HEADERS;

/** What the web client uses: dictation of live calls needs the microphone, copying a token or a reply the clipboard; passkeys. */
const USED_FEATURES = ['microphone', 'clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'];

/** What it does not use, and what a script or frame that should not be there would want. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'web-share',
  'xr-spatial-tracking',
];

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': [...USED_FEATURES.map((name) => `${name}=(self)`), ...UNUSED_FEATURES.map((name) => `${name}=()`)].join(', '),
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
