import type { ServerResponse } from 'node:http';

export type HttpFault = (response: ServerResponse) => void;

const json = (response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Error bodies by status. Strings and objects are mixed as in the real API. */
const BODIES: Readonly<Record<number, unknown>> = {
  400: { errors: { query: 'Required parameter missing or invalid' } },
  401: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
  402: { errors: "This shop's plan does not have access to this feature" },
  403: { errors: 'User does not have access' },
  404: { errors: 'Not Found' },
  423: { errors: 'This shop is unavailable' },
  500: { errors: 'An unexpected error occurred' },
};

/** Faulty HTTP responses. */
export const HTTP_FAULTS = {
  status:
    (status: number): HttpFault =>
    (response) =>
      json(response, status, BODIES[status] ?? { errors: 'Bad Gateway' }),
  /** Rate limiting as in the REST API, with a decimal Retry-After. */
  tooMany: (response: ServerResponse) =>
    json(response, 429, { errors: 'Exceeded 4 calls per second for api client.' }, { 'retry-after': '1.5' }),
  code:
    (code: string, message: string): HttpFault =>
    (response) =>
      json(response, 200, { errors: [{ message, extensions: { code, requestId: 'a1b2' } }] }),
  html: (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Maintenance</html>'),
  silence: () => undefined,
  endless: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', pour);
    };
    pour();
  },
  cut: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"data": {');
    setImmediate(() => response.destroy());
  },
} satisfies Record<string, HttpFault | ((...given: never[]) => HttpFault)>;
