import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** A logger that writes JSON lines; what could betray a person's secret is left out. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: undefined,
      redact: ['password', '*.password', 'passwordHash', '*.passwordHash', 'req.headers.cookie', 'req.headers.authorization'],
      serializers: { error: pino.stdSerializers.err },
    },
    destination,
  );
