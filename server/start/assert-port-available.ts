import { createServer } from 'node:net';
import type { Config } from '../config.ts';

/** The server cannot listen on HOST and PORT. */
export class ListenError extends Error {
  constructor(message: string, options: ErrorOptions) {
    super(message, options);
    this.name = 'ListenError';
  }
}

type Address = Pick<Config, 'HOST' | 'PORT'>;

/** Throws unless the server can listen there. Checked before anything else: another server may be using the database. */
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
  if (code === 'EADDRINUSE') return `Port ${PORT} is already in use. Stop the other process or set PORT to a free port.`;
  if (code === 'EACCES') return `Port ${PORT} needs administrator rights. Set PORT to a port above 1023 and let a proxy listen on ${PORT}.`;
  return `This machine has no address ${HOST}. Set HOST to one of its addresses, such as 127.0.0.1, or to 0.0.0.0 for all of them.`;
}
