import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** A logger that writes JSON lines; what could betray a person's secret is left out. */
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

/** What a log says of an error. A driver hangs its connection and its statements on it; those stay out. */
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
