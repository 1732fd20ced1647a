import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { TEST_NOW } from '../../test-app.ts';
import { ACCOUNT, type ApiCall, callOf, pageOf } from './calls.ts';
import type { Fault } from './faults.ts';

interface EmulatorOptions {
  /** Any free one by default. */
  readonly port?: number;
  /** Called before each response; it may wait, or return the failure to respond with. */
  readonly before?: (url: URL) => Promise<Fault | null>;
}

/** CallRail's API v3 as far as it is used here: an account, its calls with both kinds of pages, a call, and webhooks. */
export async function openCallRail(calls: readonly ApiCall[], { before, port = 0 }: EmulatorOptions = {}) {
  const requests: string[] = [];
  let currentCalls = calls;
  let fault: Fault | null = null;
  let base = '';

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://emulator');
    requests.push(`${url.pathname}${url.search}`);
    const failure = fault ?? (await before?.(url));
    if (failure) return failure(response);
    const send = (status: number, body: unknown, next?: string) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...(next && { link: `<${next}>; rel="next"` }) })
        .end(JSON.stringify(body));
    if (!/^Token token="?secret-key"?$/.test(request.headers.authorization ?? ''))
      return send(401, { error: 'HTTP Token: Access denied.' });
    const account = `/v3/a/${ACCOUNT.id}`;
    if (url.pathname === `${account}.json`) return send(200, { id: ACCOUNT.id, name: 'Brasswick Coffee' });
    const one = /\/calls\/([^/]+)\.json$/.exec(url.pathname)?.[1];
    if (!url.pathname.startsWith(`${account}/calls`)) return send(404, { error: 'Not found' });
    const { status, body, next } = one ? callOf(currentCalls, one, url) : pageOf(currentCalls, url, { base, now: TEST_NOW });
    return send(status, body, next);
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The emulator has no port');
  base = `http://127.0.0.1:${address.port}`;
  return {
    baseUrl: base,
    requests,
    /** What it knows from now on. */
    knows: (next: readonly ApiCall[]) => {
      currentCalls = next;
    },
    /** From now on every answer goes failure in this way; null ends it. */
    fail: (next: Fault | null) => {
      fault = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends a call to a server as CallRail's webhooks do: once, signed, never again. */
export function sendWebhook(url: string, body: string, signature = signed(body)): Promise<Response> {
  return fetch(`${url}/webhooks/callrail`, { method: 'POST', headers: { 'content-type': 'application/json', signature }, body });
}

/** CallRail's signature of a webhook's body. */
export const signed = (body: string, key: string = ACCOUNT.signingKey): string => createHmac('sha1', key).update(body).digest('base64');
