import type { LookupFunction } from 'node:net';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { z } from 'zod';

const QUERY = 'subscription ($after: EventCursor) { pipelineChanged(after: $after) { cursor kind lead { name } } }';

const Message = z.object({ pipelineChanged: z.object({ cursor: z.string(), lead: z.object({ name: z.string() }) }) });

export interface PipelineSubscriber {
  /** The names of the leads in the events received, in order. */
  readonly names: readonly string[];
  readonly cursors: readonly bigint[];
  /** How often the connection was lost. */
  losses(): number;
  leave(): void;
}

interface SubscriberOptions {
  readonly url: string;
  readonly cookie: string;
  readonly origin: string;
  readonly after: string;
  /** How the host name is found and its certificate checked, where that is not left to the system. */
  readonly access?: { readonly ca: string; readonly lookup: LookupFunction };
}

/** Subscribes to the board as the web client does: reconnects whenever the socket is lost, and resumes after the last event. */
export function subscribeToPipeline({ url, cookie, origin, after, access }: SubscriberOptions): PipelineSubscriber {
  const names: string[] = [];
  const cursors: bigint[] = [];
  let losses = 0;
  class AuthenticatedSocket extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers: { cookie, origin }, ...access });
    }
  }
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: AuthenticatedSocket,
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
      next: ({ data, errors }) => {
        // While the database is away an event may fail: as the web client does, connect again and resume from the cursor.
        if (errors) return client.terminate();
        const { cursor, lead } = Message.parse(data).pipelineChanged;
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
