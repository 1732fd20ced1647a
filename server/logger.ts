import pino, { type DestinationStream, type Logger } from 'pino';
import { isDiskFull } from './database/database-errors.ts';
import { isUploadFolderFull } from './upload-folder.ts';

export type { Logger };

/** Milliseconds between two lines that a disk is full: on such a day every request, job and poll would write one. */
const DISK_FULL_INTERVAL_MS = 60_000;

/** A logger that writes JSON lines; passwords, cookies and tokens are redacted. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const loggedAt = new Map<string, number>();
  return pino(
    {
      level,
      hooks: {
        logMethod(args, method) {
          const message = diskFullMessage(args[0]);
          if (message === null) return method.apply(this, args);
          const now = performance.now();
          if (now - (loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < DISK_FULL_INTERVAL_MS) return undefined;
          loggedAt.set(message, now);
          return method.apply(this, [args[0], message]);
        },
      },
      base: undefined,
      redact: ['password', '*.password', 'passwordHash', '*.passwordHash', 'req.headers.cookie', 'req.headers.authorization'],
      serializers: { error: serializeError },
    },
    destination,
  );
}

/** The one message about a full disk, whoever reports its error; null for anything else. */
function diskFullMessage(fields: unknown): string | null {
  const error: unknown = fields instanceof Object ? Reflect.get(fields, 'error') : undefined;
  if (isDiskFull(error)) return 'The database has no room';
  return isUploadFolderFull(error) ? 'The folder for uploads has no room' : null;
}

/** Fields of what is thrown or given as a cause without being an `Error`, as Prisma's adapter does. */
const PLAIN_FIELDS = ['name', 'message', 'kind', 'code', 'originalCode', 'originalMessage'] as const;

/** The fields of an error that are logged. Drivers attach connections and statements to their errors; those are left out. */
function serializeError(error: unknown): object {
  if (!(error instanceof Object)) return { message: String(error) };
  if (!(error instanceof Error))
    return Object.fromEntries(
      PLAIN_FIELDS.flatMap((name) => (typeof Reflect.get(error, name) === 'string' ? [[name, Reflect.get(error, name)]] : [])),
    );
  const code = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    code,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(serializeError) }),
  };
}
