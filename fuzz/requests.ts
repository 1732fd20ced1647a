/** A request of a run, as data: it can be printed and sent again. */
export type FuzzRequest = HttpRequest | SocketRequest | RawRequest;

export interface HttpRequest {
  readonly via: 'http';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Hang up after so many milliseconds, whatever came; null to wait for the whole answer. */
  readonly hangUpAfter: number | null;
}

export interface SocketRequest {
  readonly via: 'socket';
  readonly frames: ReadonlyArray<string | Buffer>;
  /** Control frames between the others. */
  readonly pings: number;
  /** Whether the client says who it is first, as the protocol has it. */
  readonly begins: boolean;
}

/** Bytes on a connection, where a client library would refuse to send them. */
export interface RawRequest {
  readonly via: 'raw';
  readonly parts: readonly (string | Buffer)[];
}

/** Text that shows a request well enough to send it again; long bodies are cut. */
export function printRequest(request: FuzzRequest, longest = 600): string {
  const shown = (body: string | Buffer) => {
    const text = typeof body === 'string' ? JSON.stringify(body) : `base64:${body.toString('base64')}`;
    return text.length > longest ? `${text.slice(0, longest)}… (${body.length} in all)` : text;
  };
  if (request.via === 'raw') return `TCP ${request.parts.map(shown).join(' + ')}`;
  if (request.via === 'socket')
    return `WebSocket${request.begins ? '' : ' without connection_init'}, ${request.pings} pings: ${request.frames.slice(0, 3).map(shown).join(' + ')}`;
  const headers = Object.entries(request.headers).map(([name, value]) => ` -H ${shown(`${name}: ${value}`)}`);
  return `${request.method} ${shown(request.path)}${headers.join('')}${request.body === null ? '' : ` --data ${shown(request.body)}`}`;
}
