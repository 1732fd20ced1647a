import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { z } from 'zod';

const QUERY = 'subscription ($after: EventCursor) { pipelineChanged(after: $after) { cursor kind lead { name } } }';

const Told = z.object({ pipelineChanged: z.object({ cursor: z.string(), lead: z.object({ name: z.string() }) }) });

export interface Listener {
  /** The names of the leads it heard of, in order. */
  readonly names: readonly string[];
  readonly cursors: readonly bigint[];
  /** How often it lost its connection. */
  losses(): number;
  leave(): void;
}

interface Place {
  readonly url: string;
  readonly cookie: string;
  readonly origin: string;
  readonly after: string;
}

/** Follows the board as the web client does: over a socket that is opened again, from the last event on, whenever it is lost. */
export function listenBySocket({ url, cookie, origin, after }: Place): Listener {
  const names: string[] = [];
  const cursors: bigint[] = [];
  let losses = 0;
  class Ours extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers: { cookie, origin } });
    }
  }
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: Ours,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 50)),
    shouldRetry: () => true,
  });
  client.on('closed', () => {
    losses += 1;
  });
  const variables = Object.defineProperty({}, 'after', { enumerable: true, get: () => String(cursors.at(-1) ?? after) });
  client.subscribe(
    { query: QUERY, variables },
    {
      next: ({ data }) => {
        const { cursor, lead } = Told.parse(data).pipelineChanged;
        cursors.push(BigInt(cursor));
        names.push(lead.name);
      },
      error: (error) => {
        throw error;
      },
      complete: () => undefined,
    },
  );
  return { names, cursors, losses: () => losses, leave: () => void client.dispose() };
}
