import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** A request with headers that `fetch` refuses to send, such as another `Host`. */
export async function rawRequest(
  url: string,
  { method = 'GET', headers, body }: { readonly method?: string; readonly headers: Record<string, string>; readonly body?: string },
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const outgoing = request(url, { method, headers, agent: false }, (answer) => {
    text(answer).then((responseBody) => resolve({ status: answer.statusCode ?? 0, body: responseBody }), reject);
  });
  // A refused upgrade is an answer like any other; one that was let in is of no use here.
  outgoing.on('upgrade', (answer, socket) => {
    socket.destroy();
    resolve({ status: answer.statusCode ?? 0, body: '' });
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}
