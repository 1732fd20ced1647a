import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** An answer of REST. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON body; null when there is none. */
  readonly body: unknown;
}

/** An answer of GraphQL, as it came. */
export interface GraphAnswer {
  readonly status: number;
  readonly data?: Record<string, never> | null;
  readonly errors?: ReadonlyArray<{ message: string; extensions?: { code?: string } }>;
}

/** The results of a subscription. */
export interface Subscription<Data> {
  /** The next message; rejects when the stream ends with errors or nothing comes within the timeout. */
  next(timeoutMs?: number): Promise<Data>;
  /** Resolves with the close code or the errors that ended the stream. */
  readonly ended: Promise<unknown>;
  stop(): void;
}

/** A client with a cookie jar of its own, as a browser has. */
export interface Caller {
  readonly rest: {
    get(path: string, headers?: HeadersInit): Promise<RestAnswer>;
    post(path: string, body?: unknown, headers?: HeadersInit): Promise<RestAnswer>;
    put(path: string, body?: unknown): Promise<RestAnswer>;
    patch(path: string, body?: unknown): Promise<RestAnswer>;
    /** Anything at all, as raw as it comes. */
    send(path: string, init: RequestInit): Promise<RestAnswer>;
  };
  graph(query: string, variables?: Record<string, unknown>): Promise<GraphAnswer>;
  /** Subscribes over WebSocket. */
  subscribe<Data = Record<string, unknown>>(query: string, variables?: Record<string, unknown>): Subscription<Data>;
  /** The session's cookie. */
  cookie(): string;
}

export function createCaller(url: string): Caller {
  let cookie = '';
  let device = '';

  const send = async (path: string, init: RequestInit): Promise<RestAnswer> => {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: {
        ...((cookie || device) && { cookie: [cookie, device].filter(Boolean).join('; ') }),
        ...Object.fromEntries(new Headers(init.headers)),
      },
    });
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';');
      if (/^(__Host-)?callboard_device=/.test(pair)) device = pair;
      else cookie = pair.endsWith('=') ? '' : pair;
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: asJson(text) };
  };
  const withBody = (method: string, path: string, body: unknown, headers?: HeadersInit) =>
    send(path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...Object.fromEntries(new Headers(headers)) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  return {
    rest: {
      get: (path, headers) => send(path, { method: 'GET', headers }),
      post: (path, body, headers) => withBody('POST', path, body, headers),
      put: (path, body) => withBody('PUT', path, body),
      patch: (path, body) => withBody('PATCH', path, body),
      send,
    },
    graph: async (query, variables) => {
      const { status, body } = await withBody('POST', '/graphql', { query, variables });
      return { status, ...(typeof body === 'object' ? body : {}) };
    },
    subscribe: (query, variables) => listen(url.replace('http', 'ws'), cookie, query, variables),
    cookie: () => cookie,
  };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || null;
  }
}

function listen<Data>(url: string, cookie: string, query: string, variables?: Record<string, unknown>): Subscription<Data> {
  class WithCookie extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers: { cookie } });
    }
  }
  const client = createClient({ url: `${url}/graphql`, webSocketImpl: WithCookie, retryAttempts: 0, lazy: true });
  const arrived: Data[] = [];
  const waiting: Array<PromiseWithResolvers<Data>> = [];
  const ended = Promise.withResolvers<unknown>();
  let over: unknown = null;
  const end = (reason: unknown) => {
    over ??= reason ?? 'complete';
    ended.resolve(reason);
    for (const waiter of waiting.splice(0)) waiter.reject(over);
  };
  const stop = client.subscribe<Data>(
    { query, variables },
    {
      next: ({ data, errors }) => {
        if (errors || !data) return end(errors);
        const waiter = waiting.shift();
        if (waiter) waiter.resolve(data);
        else arrived.push(data);
      },
      error: end,
      complete: () => end(null),
    },
  );
  return {
    ended: ended.promise,
    next: (timeoutMs = 5_000) => {
      const ready = arrived.shift();
      if (ready !== undefined) return Promise.resolve(ready);
      if (over !== null) return Promise.reject(over);
      const waiter = Promise.withResolvers<Data>();
      waiting.push(waiter);
      const timer = setTimeout(() => waiter.reject(new Error(`Received nothing within ${timeoutMs} ms`)), timeoutMs);
      return waiter.promise.finally(() => clearTimeout(timer));
    },
    stop: () => {
      stop();
      void client.dispose();
    },
  };
}
