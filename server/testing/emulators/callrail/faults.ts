import type { ServerResponse } from 'node:http';

export type Fault = (response: ServerResponse) => void;

/** Ways in which an answer can go wrong. */
export const FAULTS = {
  status:
    (status: number, headers: Record<string, string> = {}): Fault =>
    (response) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"error":"no"}'),
  html: (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Maintenance</html>'),
  silence: () => undefined,
  cut: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"calls": [');
    setImmediate(() => response.destroy());
  },
} satisfies Record<string, Fault | ((status: number) => Fault)>;
