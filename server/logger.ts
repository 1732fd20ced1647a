import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** A logger that writes JSON lines; passwords, cookies and tokens are redacted. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: undefined,
      redact: ['password', '*.password', 'passwordHash', '*.passwordHash', 'req.headers.cookie', 'req.headers.authorization'],
      serializers: { error: serializeError },
    },
    destination,
  );

/** The fields of an error that are logged. Drivers attach connections and statements to their errors; those are left out. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
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
