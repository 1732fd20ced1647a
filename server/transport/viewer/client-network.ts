import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that one customer of a provider is given. */
const IPV6_PREFIX = 64;

/** What clients of one place have in common, to count them by: an IPv4 address, or the /64 of an IPv6 address. */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX}`).toString()}/${IPV6_PREFIX}`;
}
