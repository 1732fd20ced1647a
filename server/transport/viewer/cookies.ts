import { DEVICE_DAYS } from '#server/auth/known-devices.ts';
import type { StartedSession } from '#server/auth/sessions.ts';
import type { Clock } from '#server/clock.ts';

export interface CookieJar {
  /** The session token of a `Cookie` header. */
  token(header: string | undefined): string | null;
  /** A `Set-Cookie` header that gives the browser its session. */
  set(session: StartedSession): string;
  /** A `Set-Cookie` header that takes it away. */
  clear(): string;
  /** The value of the device cookie of a `Cookie` header. */
  device(header: string | undefined): string | null;
  /** A `Set-Cookie` header that lets the browser be known again (known-devices.ts), also after signing out. */
  giveDevice(token: string): string;
}

/**
 * The session's cookie: out of reach of scripts, and sent with no request that another site begins. A link from there still works: the page
 * it leads to is public and asks for its data itself, which is a request of this site. On HTTPS its name binds it to
 * this host; plain HTTP is for the own machine, where browsers would refuse that name.
 */
export function createCookieJar({ secure, clock }: { secure: boolean; clock: Clock }): CookieJar {
  const prefix = secure ? '__Host-' : '';
  const name = `${prefix}callboard_session`;
  const deviceName = `${prefix}callboard_device`;
  const rules = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  const read = (header: string | undefined, cookieName: string) => {
    const pair = header?.split(/;\s*/).find((cookie) => cookie.startsWith(`${cookieName}=`));
    return pair?.slice(cookieName.length + 1) || null;
  };
  return {
    token: (header) => read(header, name),
    device: (header) => read(header, deviceName),
    giveDevice: (token) => `${deviceName}=${token}; ${rules}; Max-Age=${DEVICE_DAYS * 86_400}`,
    set: ({ token, expiresAt }) => {
      const seconds = Math.round((expiresAt.getTime() - clock.now().getTime()) / 1000);
      return `${name}=${token}; ${rules}; Max-Age=${seconds}`;
    },
    clear: () => `${name}=; ${rules}; Max-Age=0`,
  };
}
