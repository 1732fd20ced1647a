import type { RelyingParty } from '#domain/account/passkeys.ts';
import type { SubscribeFrom } from '#domain/event-subscription.ts';
import type { Services } from '#domain/services.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { WorkspaceState } from '#domain/workspace/settings.ts';
import type { StartedSession } from '#server/auth/sessions.ts';
import type { Loaders } from './loaders.ts';

/** What anyone may know about this installation. */
export interface Workspace {
  /** What an admin has set, as it is now. */
  settings(): WorkspaceState;
  readonly demo: boolean;
  readonly assistantEngine: string;
  /** Whether a forgotten password is reset by mail. */
  readonly passwordResetByMail: boolean;
  /** Whether people may sign in with the identity provider. */
  readonly oidcSignIn: boolean;
}

/** What a resolver may see. It does not know which protocol carries the question. */
export interface Context {
  readonly viewer: Viewer | null;
  readonly services: Services;
  readonly loaders: Loaders;
  readonly subscribeFrom: SubscribeFrom;
  /** The newest event there was when the question came: whatever is read for it holds everything up to here. */
  readonly eventCursor: bigint;
  readonly workspace: Workspace;
  /** Where the question comes from, for counting attempts. */
  readonly address: string;
  /**
   * Takes points for work whose size is known only once it begins, on top of what the operation cost.
   * Throws `LimitExceeded`, and takes nothing, where the minute has fewer left.
   */
  readonly charge: (points: number) => void;
  /** The `User-Agent` header; empty when there is none. */
  readonly userAgent: string;
  /** The value of the device cookie (known-devices.ts), as it was sent; null for none. */
  readonly device: string | null;
  /** The page that passkeys belong to; null over a WebSocket, and where the address is neither PUBLIC_URL nor this machine. */
  readonly relyingParty: () => RelyingParty | null;
  /** Gives the browser its session or takes it away; null where an answer cannot carry a cookie. */
  readonly cookie: SessionCookie | null;
  /** Aborted when the subscriber has left; only subscriptions have it. */
  readonly abortSignal?: AbortSignal;
}

export interface SessionCookie {
  /** `device` is the value of the device cookie; null leaves that cookie as it is. */
  set(session: StartedSession, device: string | null): void;
  clear(): void;
}

/** The context of someone who is signed in. */
export interface SignedInContext extends Context {
  readonly viewer: Viewer;
}
