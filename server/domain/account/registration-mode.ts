import type { Pool } from 'pg';
import type { RegistrationMode } from '#contract/access.ts';
import { Invalid, RegistrationClosed } from '../failures.ts';

/** Who may register now: what an admin set, or else the default of the environment. */
export type ReadRegistration = (db: { readonly pool: Pick<Pool, 'query'> }) => Promise<RegistrationMode>;

export const readRegistrationMode =
  (byDefault: RegistrationMode): ReadRegistration =>
  async ({ pool }) => {
    const { rows } = await pool.query<{ registration: RegistrationMode | null }>({
      name: 'registration-mode',
      text: 'select registration from workspace_settings where id = 1',
    });
    return rows[0]?.registration ?? byDefault;
  };

/** Throws where nobody registers by themselves. */
export function assertRegistrationOpen(mode: RegistrationMode): void {
  if (mode === 'closed') throw new RegistrationClosed();
  if (mode === 'invitation') throw new RegistrationClosed('Registration is by invitation. Ask an admin for an invitation link.');
}

/** Throws `Invalid` unless somebody registers with an address at the company’s domain, where that is required. */
export function assertEmailDomain(
  mode: RegistrationMode,
  { username, email }: { readonly username: string; readonly email: string | null },
  domain: string,
): void {
  if (mode !== 'domain') return;
  const address = email ?? username;
  if (isAtDomain(address, domain)) return;
  throw new Invalid([{ path: email === null ? 'username' : 'email', message: `Register with your email address at ${domain}` }]);
}

export const isAtDomain = (address: string, domain: string): boolean => address.toLowerCase().endsWith(`@${domain.toLowerCase()}`);
