import { DEVICE_DAYS } from '#server/auth/known-devices.ts';
import type { StartedSession } from '#server/auth/sessions.ts';
import type { Clock } from '#server/clock.ts';

export interface CookieJar {
  /** The session token of a `Cookie` header. */
  token(header: string | undefined): string | null;
  /** A `Set-Cookie` header that starts the session. */
  set(session: Omit<StartedSession, 'id'>): string;
  /** A `Set-Cookie` header that ends it. */
  clear(): string;
  /** The cookie that binds the return from the identity provider to this browser. */
  redirect(header: string | undefined): string | null;
  /** A `Set-Cookie` header for it: ten minutes, and sent when the provider sends the browser back. */
  setRedirect(value: string): string;
  /** The value of the device cookie of a `Cookie` header. */
  device(header: string | undefined): string | null;
  /** A `Set-Cookie` header by which the browser is recognized later (known-devices.ts), also after signing out. */
  setDevice(token: string): string;
}

/**
 * The session cookie: not readable by scripts, and not sent with requests that another site starts. Links from other sites still
 * work: the page is public and then fetches its data as this site. On HTTPS the name prefix binds the cookie to this host;
 * browsers reject that prefix over plain HTTP, which is for the local machine.
 */
export function createCookieJar({ secure, clock }: { secure: boolean; clock: Clock }): CookieJar {
  const prefix = secure ? '__Host-' : '';
  const name = `${prefix}callboard_session`;
  const redirectName = `${prefix}callboard_redirect`;
  const deviceName = `${prefix}callboard_device`;
  const rules = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  const read = (header: string | undefined, cookieName: string) => {
    const pair = header?.split(/;\s*/).find((cookie) => cookie.startsWith(`${cookieName}=`));
    return pair?.slice(cookieName.length + 1) || null;
  };
  return {
    token: (header) => read(header, name),
    redirect: (header) => read(header, redirectName),
    setRedirect: (value) => `${redirectName}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}; Max-Age=600`,
    device: (header) => read(header, deviceName),
    setDevice: (token) => `${deviceName}=${token}; ${rules}; Max-Age=${DEVICE_DAYS * 86_400}`,
    set: ({ token, expiresAt }) => {
      const seconds = Math.round((expiresAt.getTime() - clock.now().getTime()) / 1000);
      return `${name}=${token}; ${rules}; Max-Age=${seconds}`;
    },
    clear: () => `${name}=; ${rules}; Max-Age=0`,
  };
}
