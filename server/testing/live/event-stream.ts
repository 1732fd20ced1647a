import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';

/** One message of a stream. */
export interface StreamMessage {
  readonly event: string;
  readonly id: string | null;
  readonly data: unknown;
}

interface StreamOptions {
  readonly headers: OutgoingHttpHeaders;
  /** Sent as JSON by POST; without it, GET. */
  readonly body?: unknown;
}

/** Opens a stream of Server-Sent Events and reads its messages; what only shows that it lives is left out. */
export async function openStream(url: string, { headers, body }: StreamOptions) {
  const outgoing = request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { accept: 'text/event-stream', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    // A connection of its own, which ends with it.
    agent: false,
  });
  outgoing.on('error', () => undefined);
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  if (!response?.headers['content-type']?.startsWith('text/event-stream')) throw new Error(`No stream: ${response?.statusCode}`);
  const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]();
  let rest = '';
  const next = async (): Promise<StreamMessage> => {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end < 0) {
        const { value, done } = await chunks.next();
        if (done) throw new Error('The stream ended');
        rest += String(value);
        continue;
      }
      const lines = rest.slice(0, end).split('\n');
      rest = rest.slice(end + 2);
      const field = (name: string) =>
        lines
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim();
      const event = field('event');
      const data = field('data');
      if (event !== undefined) return { event, id: field('id') ?? null, data: data ? JSON.parse(data) : null };
    }
  };
  return { headers: response.headers, next, leave: () => void outgoing.destroy() };
}

/** A subscription by POST, with headers of one's own. */
export const follow = (url: string, query: string, headers: OutgoingHttpHeaders, variables?: Record<string, unknown>) =>
  openStream(`${url}/graphql`, { headers, body: { query, variables } });
