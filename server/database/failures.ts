/**
 * What keeps the database from being used. The message is one sentence for the person who starts the server;
 * it never holds a password.
 */
export abstract class DatabaseSetupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Nobody answers at the address, or it lets us not in. */
export class DatabaseUnreachable extends DatabaseSetupError {}

/** The server is older than the oldest one we test with. */
export class DatabaseTooOld extends DatabaseSetupError {}

/** The database was migrated by a newer version of this program. */
export class DatabaseNewer extends DatabaseSetupError {}

/** A migration could not be applied; the database is as it was before it. */
export class MigrationFailed extends DatabaseSetupError {}

/** Another living server owns the data folder. */
export class DataDirInUse extends DatabaseSetupError {}

/** The data folder cannot be used: not ours, not writable, of another PostgreSQL version. */
export class DataDirUnusable extends DatabaseSetupError {}

/** The private PostgreSQL does not start. */
export class EmbeddedDatabaseError extends DatabaseSetupError {}

/** The file is no backup, was cut off, or is of tables we do not know. */
export class BackupUnusable extends DatabaseSetupError {}

/** A backup may only go where nothing is. */
export class DatabaseNotEmpty extends DatabaseSetupError {}

/** The database is of a kind, or gives us too few rights, to work in it. */
export class DatabaseUnsupported extends DatabaseSetupError {}
