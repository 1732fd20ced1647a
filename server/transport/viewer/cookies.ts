import type { StartedSession } from '#server/auth/sessions.ts';
import type { Clock } from '#server/clock.ts';

export interface CookieJar {
  /** The session token of a `Cookie` header. */
  token(header: string | undefined): string | null;
  /** A `Set-Cookie` header that gives the browser its session. */
  give(session: StartedSession): string;
  /** A `Set-Cookie` header that takes it away. */
  take(): string;
}

/**
 * The session's cookie: out of reach of scripts, not sent along from other sites. On HTTPS its name binds it to
 * this host; plain HTTP is for the own machine, where browsers would refuse that name.
 */
export function createCookieJar({ secure, clock }: { secure: boolean; clock: Clock }): CookieJar {
  const name = secure ? '__Host-callboard_session' : 'callboard_session';
  const rules = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    token: (header) => {
      const pair = header?.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`));
      return pair?.slice(name.length + 1) || null;
    },
    give: ({ token, expiresAt }) => {
      const seconds = Math.round((expiresAt.getTime() - clock.now().getTime()) / 1000);
      return `${name}=${token}; ${rules}; Max-Age=${seconds}`;
    },
    take: () => `${name}=; ${rules}; Max-Age=0`,
  };
}
