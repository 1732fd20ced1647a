import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A call as the API writes it. */
export interface ApiCall {
  readonly id: string;
  readonly customer_name?: string | null;
  readonly customer_phone_number?: string | null;
  readonly duration?: number | string;
  readonly start_time?: string;
  readonly transcription?: unknown;
}

type Trouble = (response: ServerResponse) => void;

/** Ways in which an answer can go wrong. */
export const TROUBLES = {
  status:
    (status: number): Trouble =>
    (response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":"no"}'),
  html: (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Maintenance</html>'),
  silence: () => undefined,
  cut: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"calls": [');
    setImmediate(() => response.destroy());
  },
} satisfies Record<string, Trouble | ((status: number) => Trouble)>;

export const ACCOUNT = { id: 'ACC1', key: 'secret-key' } as const;

/** CallRail's API v3 as far as it is asked here: an account, and its calls page by page. */
export async function openCallRail(calls: readonly ApiCall[], port = 0) {
  const asked: string[] = [];
  let trouble: Trouble | null = null;

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://emulator');
    asked.push(`${url.pathname}${url.search}`);
    if (trouble) return trouble(response);
    const send = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!/^Token token="?secret-key"?$/.test(request.headers.authorization ?? ''))
      return send(401, { error: 'HTTP Token: Access denied.' });
    if (url.pathname === `/v3/a/${ACCOUNT.id}.json`) return send(200, { id: ACCOUNT.id, name: 'Brasswick Coffee' });
    if (url.pathname !== `/v3/a/${ACCOUNT.id}/calls.json`) return send(404, { error: 'Not found' });
    const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('per_page'))];
    // What is not asked for by name is left out.
    const fields = url.searchParams.get('fields')?.split(',') ?? [];
    const shown = calls
      .slice((page - 1) * size, page * size)
      .map((call) => (call && !fields.includes('transcription') ? { ...call, transcription: undefined } : call));
    return send(200, { page, per_page: size, total_pages: Math.ceil(calls.length / size), total_records: calls.length, calls: shown });
  };

  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The emulator has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    asked,
    /** From now on every answer goes wrong in this way; null ends it. */
    fail: (next: Trouble | null) => {
      trouble = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
