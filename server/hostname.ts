/**
 * The host name of a `Host` header or a setting: lower case, without its port, an IPv6 address in brackets.
 * Null when it is no host name.
 */
export function hostnameOf(host: string): string | null {
  if (!/^[^\s/?#@\\]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  // `localhost.` and `localhost` are the same host.
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}
