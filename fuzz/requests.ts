/** A request of a run as data, so that it can be printed and repeated. */
export type FuzzRequest = HttpRequest | SocketRequest | RawRequest;

export interface HttpRequest {
  readonly via: 'http';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Milliseconds after which the client disconnects; null to wait for the complete response. */
  readonly hangUpAfter: number | null;
}

export interface SocketRequest {
  readonly via: 'socket';
  readonly frames: ReadonlyArray<string | Buffer>;
  /** Number of ping frames. */
  readonly pings: number;
  /** Whether the client sends `connection_init` first, as the protocol requires. */
  readonly sendsInit: boolean;
}

/** Raw bytes that no HTTP client library would send. */
export interface RawRequest {
  readonly via: 'raw';
  readonly parts: readonly (string | Buffer)[];
}

/** A request as text, complete enough to repeat it; long bodies are cut. */
export function printRequest(request: FuzzRequest, longest = 600): string {
  const shown = (body: string | Buffer) => {
    const text = typeof body === 'string' ? JSON.stringify(body) : `base64:${body.toString('base64')}`;
    return text.length > longest ? `${text.slice(0, longest)}… (${body.length} in all)` : text;
  };
  if (request.via === 'raw') return `TCP ${request.parts.map(shown).join(' + ')}`;
  if (request.via === 'socket')
    return `WebSocket${request.sendsInit ? '' : ' without connection_init'}, ${request.pings} pings: ${request.frames.slice(0, 3).map(shown).join(' + ')}`;
  const headers = Object.entries(request.headers).map(([name, value]) => ` -H ${shown(`${name}: ${value}`)}`);
  return `${request.method} ${shown(request.path)}${headers.join('')}${request.body === null ? '' : ` --data ${shown(request.body)}`}`;
}
