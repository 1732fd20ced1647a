import type { LookupFunction } from 'node:net';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { z } from 'zod';

const QUERY = 'subscription ($after: EventCursor) { pipelineChanged(after: $after) { cursor kind lead { name } } }';

const CURSOR = '{ pipeline { cursor } }';

const Board = z.object({ data: z.object({ pipeline: z.object({ cursor: z.string() }) }) });
const Failed = z.tuple([z.object({ extensions: z.object({ code: z.enum(['RESYNC', 'UNAVAILABLE']) }) })]);
const Message = z.object({ pipelineChanged: z.object({ cursor: z.string(), lead: z.object({ name: z.string() }) }) });

export interface PipelineSubscriber {
  /** The names of the leads in the events received, in order. */
  readonly names: readonly string[];
  readonly cursors: readonly bigint[];
  /** How often the connection was lost. */
  losses(): number;
  /** The longest time between two events, in milliseconds. */
  longestGap(): number;
  /** How often it was told to refetch. */
  resyncs(): number;
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

/**
 * Subscribes to the board as the web client does: reconnects whenever the socket is lost, and resumes after the last event. Told to
 * refetch, it resumes from the cursor of the board.
 */
export function subscribeToPipeline({ url, cookie, origin, after, access }: SubscriberOptions): PipelineSubscriber {
  const names: string[] = [];
  const cursors: bigint[] = [];
  let losses = 0;
  let resyncs = 0;
  let receivedAt = Number.POSITIVE_INFINITY;
  let longestGap = 0;
  let position = after;
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
  const variables = Object.defineProperty({}, 'after', { enumerable: true, get: () => position });
  const refetch = async (): Promise<void> => {
    for (;;) {
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { cookie, origin, 'content-type': 'application/json' },
        body: JSON.stringify({ query: CURSOR }),
      }).catch(() => null);
      const board = Board.safeParse(await answer?.json().catch(() => null));
      if (board.success) {
        position = board.data.data.pipeline.cursor;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const subscribe = () => {
    client.subscribe(
      { query: QUERY, variables },
      {
        next: ({ data, errors }) => {
          // While the database is away an event may fail: as the web client does, connect again and resume from the cursor.
          if (errors) return client.terminate();
          const { cursor, lead } = Message.parse(data).pipelineChanged;
          position = cursor;
          cursors.push(BigInt(cursor));
          names.push(lead.name);
          longestGap = Math.max(longestGap, performance.now() - receivedAt);
          receivedAt = performance.now();
        },
        error: (error) => {
          const failed = Failed.safeParse(error);
          if (!failed.success) throw error;
          // While the database is away the subscription itself may fail.
          if (failed.data[0].extensions.code === 'RESYNC') resyncs += 1;
          else return void setTimeout(subscribe, 50);
          void refetch().then(subscribe);
        },
        complete: () => undefined,
      },
    );
  };
  subscribe();
  return { names, cursors, losses: () => losses, longestGap: () => longestGap, resyncs: () => resyncs, leave: () => void client.dispose() };
}
