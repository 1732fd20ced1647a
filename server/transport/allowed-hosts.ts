import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Config } from '#server/config.ts';
import { hostnameOf, isLoopbackHost } from '#server/network-address.ts';

/** Sent with status 421 for a `Host` that is not allowed. */
export const HOST_NOT_ALLOWED =
  'This server does not answer to this host name. Use the address in PUBLIC_URL, or add the name to ALLOWED_HOSTS.';

type HostSettings = Pick<Config, 'HOST' | 'PUBLIC_URL' | 'ALLOWED_HOSTS'>;

/**
 * Decides whether a `Host` header names this server. A page of another site can make its own name resolve to this machine
 * (DNS rebinding) and would then count as same-origin; its requests still carry that name. The port is not compared: it
 * proves nothing, and tunnels and development proxies change it.
 */
export function createHostCheck({ HOST, PUBLIC_URL, ALLOWED_HOSTS }: HostSettings): (host: string | undefined) => boolean {
  const names = new Set([
    ...(ALLOWED_HOSTS ?? []),
    ...(PUBLIC_URL ? [new URL(PUBLIC_URL).hostname] : []),
    ...(isIP(HOST) ? [] : [hostnameOf(HOST)]),
  ]);
  const isLocal = isLoopbackHost(HOST);
  // A server that is open to a network and has no name is reached by its address, which cannot be rebound.
  const allowsAddresses = !isLocal && PUBLIC_URL === null;
  const isAllowed = (host: string): boolean => {
    const name = hostnameOf(host);
    if (name === null) return false;
    if (names.has(name)) return true;
    return allowsAddresses ? isAddress(name) || isLoopbackHost(name) : isLocal && isLoopbackHost(name);
  };
  // Most requests carry one of a few headers, which take longer to parse than many requests to answer.
  const known = new LRUCache<string, boolean>({ max: 100, memoMethod: isAllowed });
  return (host = '') => known.memo(host);
}

const isAddress = (name: string): boolean => isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
