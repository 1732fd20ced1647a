import ipaddr from 'ipaddr.js';

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
