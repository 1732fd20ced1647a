import { createServer } from 'node:net';
import type { Config } from './config.ts';

/** The server cannot listen where it is told to. */
export class ListenError extends Error {
  constructor(message: string, options: ErrorOptions) {
    super(message, options);
    this.name = 'AddressUnusable';
  }
}

type Address = Pick<Config, 'HOST' | 'PORT'>;

/** Throws unless we may listen there. Asked before anything else is begun: another server may be at work on the database. */
export async function assertPortAvailable({ HOST, PORT }: Address): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(new ListenError(explain(error, { HOST, PORT }), { cause: error })));
    probe.listen({ host: HOST, port: PORT }, resolve);
  });
  await new Promise<void>((resolve) => probe.close(() => resolve()));
}

function explain(error: Error, { HOST, PORT }: Address): string {
  const code = 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') return `The port ${PORT} is in use: stop what listens there, or set PORT to another one.`;
  if (code === 'EACCES') return `The port ${PORT} is for administrators: set PORT to one above 1023, and let a proxy listen on ${PORT}.`;
  return `This machine has no address ${HOST}: set HOST to one it has, such as 127.0.0.1, or 0.0.0.0 for all of them.`;
}
