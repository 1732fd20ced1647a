import { isIP } from 'node:net';

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
