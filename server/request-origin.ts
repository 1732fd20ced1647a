import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

/** How a request came in; `other` is the web client's files, health checks and unknown paths. */
export type TransportName = 'graphql' | 'sse' | 'websocket' | 'rest' | 'export' | 'import' | 'webhook' | 'other';

/** Who sent a request, with the id of their session or token; null while they sign in. */
export interface OriginActor {
  readonly id: string;
  readonly username: string;
  readonly credentialId: string | null;
}

/** Somebody whose session or token is known. */
type CredentialedPerson = Pick<OriginActor, 'id' | 'username'> & { readonly credential: { readonly id: string } };

/** The client of a request, and the user once known: part of each line of the security log. */
export interface RequestOrigin {
  /** The client's IP address; behind a trusted proxy, the one the proxy saw. */
  readonly address: string;
  readonly transport: TransportName;
  /** The `User-Agent` header; null when there is none. */
  readonly userAgent: string | null;
  /** What the answer is sent by; null for streams and sockets, whose unsent messages are bounded by themselves. */
  readonly response: ServerResponse | null;
  /** Null until the credential was checked, and for a request without one. */
  actor: OriginActor | null;
  /** Whether the security log knows already why this request was refused: one outcome is logged once. */
  isRefusalLogged: boolean;
}

const current = new AsyncLocalStorage<RequestOrigin>();

/** Runs something on behalf of a request; what it calls finds the origin with `requestOrigin`. */
export const runWithOrigin = <Result>(origin: RequestOrigin, run: () => Result): Result => current.run(origin, run);

/** The origin of the request under way; null for background work and commands. */
export const requestOrigin = (): RequestOrigin | null => current.getStore() ?? null;

/** Notes who sent the request under way, once a session or token was resolved. */
export function setActor(actor: CredentialedPerson | null): void {
  const origin = current.getStore();
  if (origin && actor) origin.actor = actorOf(actor);
}

export const actorOf = ({ id, username, credential }: CredentialedPerson): OriginActor => ({
  id,
  username,
  credentialId: credential.id,
});

/**
 * The credential and address of the actor of a change that is about to be written. Null for the server’s own work, and of what
 * another system reports: its address is not that of a person.
 */
export function credentialOf(actorId: string | null): { readonly credentialId: string | null; readonly address: string | null } {
  const origin = current.getStore();
  if (!origin || actorId === null || origin.transport === 'webhook') return NO_CREDENTIAL;
  return { credentialId: origin.actor?.id === actorId ? origin.actor.credentialId : null, address: origin.address };
}

const NO_CREDENTIAL = { credentialId: null, address: null } as const;
