import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

/** How a request came in; `other` is the web client's files, health checks and unknown paths. */
export type TransportName = 'graphql' | 'sse' | 'websocket' | 'rest' | 'export' | 'import' | 'webhook' | 'other';

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
  actor: { readonly id: string; readonly username: string } | null;
  /** Whether the security log knows already why this request was refused: one outcome is logged once. */
  isRefusalLogged: boolean;
}

const current = new AsyncLocalStorage<RequestOrigin>();

/** Runs something on behalf of a request; what it calls finds the origin with `requestOrigin`. */
export const runWithOrigin = <Result>(origin: RequestOrigin, run: () => Result): Result => current.run(origin, run);

/** The origin of the request under way; null for background work and commands. */
export const requestOrigin = (): RequestOrigin | null => current.getStore() ?? null;

/** Notes who sent the request under way, once a session or token was resolved. */
export function setActor(actor: RequestOrigin['actor']): void {
  const origin = current.getStore();
  if (origin && actor) origin.actor = { id: actor.id, username: actor.username };
}
