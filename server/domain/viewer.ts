import type { TokenPermission, TokenScope } from '#contract/api-token.ts';
import { type Access, NO_ACCESS, SERVER_ACCESS } from './access/access.ts';

/** The credential of a caller: a browser session or an API token. */
export type Credential =
  | { readonly kind: 'session'; readonly id: string; readonly expiresAt: Date; readonly signedInAt: Date }
  | {
      readonly kind: 'token';
      readonly id: string;
      readonly expiresAt: Date | null;
      readonly scope: TokenScope;
      /** Null for everything of its owner. */
      readonly permissions: readonly TokenPermission[] | null;
    };

/** The caller, the same for GraphQL, WebSocket and REST. */
export interface Viewer {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly jobTitle: string;
  readonly profileImageUrl: string | null;
  /** Their credential. */
  readonly credential: Credential;
  /** What they may do. */
  readonly access: Access;
}

/** On whose behalf something is done; the server's own where the id is null. */
export interface Actor {
  readonly id: string | null;
}

/** One of us, wherever they are: a rep’s telephony acts for them, too. */
export type Person = Pick<Viewer, 'id'>;

/** Somebody who reads: what they may see. */
export type Reader = Pick<Viewer, 'id' | 'access'>;

/** The server itself: it reads everything, and nobody has its id. */
export const SERVER: Reader = { id: '', access: SERVER_ACCESS };

/** Somebody who is not signed in. */
export const NOBODY: Reader = { id: '', access: NO_ACCESS };

/** A caller before it is known what they may do. */
export type Caller = Omit<Viewer, 'access'>;

/** How others see a person: first and last name, or else the username. */
export const displayName = (person: { firstName: string; lastName: string; username: string }): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.username;

/** Whether the credential is a read-only token. */
export const onlyReads = ({ credential }: Viewer): boolean => credential.kind === 'token' && credential.scope === 'read';

/** Whether the credential is an expired token. Sessions are extended while they are used: only the database knows. */
export const isOver = ({ credential: { kind, expiresAt } }: Viewer, now: Date): boolean =>
  kind === 'token' && expiresAt !== null && expiresAt <= now;
