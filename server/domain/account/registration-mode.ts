import type { RegistrationMode } from '#contract/access.ts';
import { Invalid, RegistrationClosed } from '../failures.ts';

/** Throws where nobody registers by themselves. */
export function assertRegistrationOpen(mode: RegistrationMode): void {
  if (mode === 'closed') throw new RegistrationClosed();
  if (mode === 'invitation') throw new RegistrationClosed('Registration is by invitation. Ask an admin for an invitation link.');
}

/** Throws `Invalid` unless somebody registers with an address at one of the domains, where that is required. */
export function assertEmailDomain(
  mode: RegistrationMode,
  { username, email }: { readonly username: string; readonly email: string | null },
  domains: readonly string[],
): void {
  if (mode !== 'domain') return;
  const address = email ?? username;
  if (isAtDomain(address, domains)) return;
  throw new Invalid([{ path: email === null ? 'username' : 'email', message: `Register with your email address at ${anyOf(domains)}` }]);
}

export const isAtDomain = (address: string, domains: readonly string[]): boolean =>
  domains.some((domain) => address.toLowerCase().endsWith(`@${domain}`));

/** `a.com or b.com`. */
export const anyOf = (domains: readonly string[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(domains);
