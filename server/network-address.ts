import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The host name of a `Host` header or a setting: lower case, without its port, an IPv6 address in brackets.
 * Null when it is no host name.
 */
export function hostnameOf(host: string): string | null {
  if (!/^[^\s/?#@\\]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  // `localhost.` and `localhost` are the same host.
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}

/** Whether a host or address, with or without a port, is this machine itself: `localhost`, 127.0.0.0/8 or `::1`. */
export function isLoopbackHost(given = ''): boolean {
  const host = given.replace(/^::ffff:/, '');
  const name = hostnameOf(isIP(host) === 6 ? `[${host}]` : host) ?? '';
  return name === 'localhost' || name === '[::1]' || (isIP(name) === 4 && name.startsWith('127.'));
}

/** What a client without a readable address is counted under: all of them together. */
const UNKNOWN = 'unknown';

/**
 * The part of a client address that limits count by: an IPv4 address whole, an IPv6 address by its /64, since one connection
 * may use any address of its /64. IPv4 written as IPv6 (`::ffff:192.0.2.1`) counts as IPv4.
 */
export function addressPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return UNKNOWN;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
