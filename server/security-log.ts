import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';
import { addressPrefix } from './network-address.ts';
import { requestOrigin } from './request-origin.ts';
import type { SecurityEvents } from './security-events.ts';

/** The names in the `event` field of the security log, with what each means (docs/operating.md lists them). */
export const SECURITY_EVENTS = {
  'sign_in.succeeded': 'A person signed in.',
  'sign_in.failed': 'The username is unknown, the password is wrong or the account is closed.',
  'sign_in.locked_out': 'Too many attempts: nothing was checked.',
  'registration.succeeded': 'Somebody registered an account.',
  'password.changed': 'A person changed their own password; `sessionsEnded` of their other sessions ended.',
  'password.confirmation_failed': 'A signed-in person typed their current password again, and it is wrong.',
  'password_reset.requested': 'Somebody asked for a link to choose a new password; `username` is as typed.',
  'password_reset.mailed': 'The link was mailed to the address of the account.',
  'password_reset.link_created': 'An admin made such a link for the account `subjectId`.',
  'password_reset.completed': 'A new password was chosen by a link; all sessions ended and all API tokens were revoked.',
  'password_reset.rejected': 'The link is unknown, used or expired.',
  'second_factor.required': 'The password was right; a code of the second factor was missing. Nobody was signed in.',
  'second_factor.added': 'A person set up an authenticator app.',
  'second_factor.removed': 'A person removed their authenticator app, or an admin removed the second factors of `subjectId`.',
  'second_factor.codes_renewed': 'A person made new recovery codes.',
  'second_factor.requirement_changed': 'An admin changed whether the role `subjectId` requires a second factor: `reason`.',
  'passkey.added': 'A person registered a passkey.',
  'passkey.removed': 'A person removed a passkey.',
  'session.ended': 'A person signed out, or ended their other sessions: `sessionsEnded` of them.',
  'token.created': 'A person created an API token.',
  'token.revoked': 'A person revoked an API token.',
  'token.first_used': 'An API token was used for the first time.',
  'token.rejected': 'The API token is unknown, revoked or expired, or its owner’s account is closed.',
  'access.refused':
    'A request was refused: not signed in, not allowed, sent from another site, or addressed to an unknown host name. `reason` is the error code.',
  'limit.reached': 'A request exceeded a documented limit. `reason` is the error code.',
  'export.created': 'A person downloaded rows as a file.',
  'import.started': 'A person uploaded a file to import.',
} as const;

export type SecurityEvent = keyof typeof SECURITY_EVENTS;

/** What a line may say beside the origin of the request. Never a password, a token or a cookie. */
export interface SecurityDetails {
  /** Who did it, when that is not who sent the request: the account that was just signed in or made. */
  readonly actor?: { readonly id: string; readonly username: string };
  /** The username as it was sent, where no account is known to belong to it. */
  readonly username?: string;
  /** The id of what it was done to: a token, an import. */
  readonly subjectId?: string;
  readonly reason?: string;
  readonly noun?: string;
  readonly format?: string;
  readonly rows?: number;
  readonly sessionsEnded?: number;
  readonly scope?: string;
}

export interface SecurityLog {
  /** Writes one line. Adds address, transport, user agent and actor of the request under way. */
  record(event: SecurityEvent, details?: SecurityDetails): void;
  /** Writes how many lines were left out of the minute that ends now. */
  flush(): void;
}

/** The reason why a request was refused. */
const REFUSALS: ReadonlySet<SecurityEvent> = new Set([
  'sign_in.failed',
  'sign_in.locked_out',
  'password.confirmation_failed',
  'password_reset.rejected',
  'token.rejected',
  'access.refused',
  'limit.reached',
]);
/** Refusals anybody can cause as fast as they can send, so that a flood must not fill the disk. Wrong passwords are throttled. */
const isSampled = (event: SecurityEvent): boolean =>
  REFUSALS.has(event) && event !== 'sign_in.failed' && event !== 'password.confirmation_failed';

/** Lines a minute of one sampled event from one address (IPv6: /64); the rest is counted and the count written. */
export const LINES_PER_MINUTE = 5;
/** Addresses that are counted separately within a minute; later ones are counted together. */
export const ADDRESSES_PER_MINUTE = 1_000;
const MINUTE = 60_000;

/** Characters of a user agent or username that are written; both are whatever a client makes up. */
const LONGEST = 120;

const shortened = (text: string | null | undefined): string | null => text?.slice(0, LONGEST) || null;

interface SecurityLogDeps {
  readonly log: Logger;
  readonly clock: Clock;
  /** Where lines go besides: the database, for the audit. */
  readonly store?: Pick<SecurityEvents, 'add'>;
}

export function createSecurityLog({ log, clock, store }: SecurityLogDeps): SecurityLog {
  // LOG_LEVEL filters the product's own lines; the audit trail is always written.
  const lines = log.child({ log: 'security' }, { level: log.level === 'silent' ? 'silent' : 'info' });
  let minute = -1;
  const counts = new Map<string, { readonly event: SecurityEvent; readonly address: string | null; seen: number }>();

  const flush = () => {
    for (const { event, address, seen } of counts.values()) {
      const omitted = seen - LINES_PER_MINUTE;
      if (omitted > 0) lines.warn({ event, address, omitted }, `${event}: ${omitted} more within a minute`);
    }
    counts.clear();
  };

  const isWithinSample = (event: SecurityEvent, from: string | null): boolean => {
    const now = Math.floor(clock.now().getTime() / MINUTE);
    if (now !== minute) {
      minute = now;
      flush();
    }
    const own = `${event} ${from}`;
    const address = counts.has(own) || counts.size < ADDRESSES_PER_MINUTE ? from : null;
    const key = `${event} ${address}`;
    const count = counts.get(key) ?? { event, address, seen: 0 };
    counts.set(key, count);
    count.seen += 1;
    return count.seen <= LINES_PER_MINUTE;
  };

  return {
    record: (event, { actor, username, ...details } = {}) => {
      const origin = requestOrigin();
      const isRefusal = REFUSALS.has(event);
      if (origin && isRefusal) origin.isRefusalLogged = true;
      const address = origin?.address ?? null;
      if (isSampled(event) && !isWithinSample(event, address === null ? null : addressPrefix(address))) return;
      const who = actor ?? origin?.actor ?? null;
      const line = {
        event,
        actorId: who?.id ?? null,
        username: shortened(who?.username ?? username),
        address,
        transport: origin?.transport ?? null,
        userAgent: shortened(origin?.userAgent),
        ...details,
      };
      store?.add({
        kind: event,
        actorId: line.actorId,
        username: line.username,
        credentialId: origin?.actor && origin.actor.id === who?.id ? origin.actor.credentialId : null,
        address,
        transport: line.transport,
        userAgent: line.userAgent,
        subjectId: details.subjectId ?? null,
        details,
        at: clock.now(),
      });
      lines[isRefusal ? 'warn' : 'info'](line, SECURITY_EVENTS[event]);
    },
    flush,
  };
}

/** For commands and the demo data, which nobody reaches over a network. */
export const noSecurityLog: SecurityLog = { record: () => {}, flush: () => {} };
