declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly method?: 'GET' | 'POST';
    readonly headers?: Readonly<Record<string, string>>;
    readonly requests?: readonly { readonly setupRequest?: (request: { body?: string }) => { body?: string } }[];
    readonly body?: string;
  }
  interface Result {
    readonly requests: { readonly average: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly errors: number;
    readonly non2xx: number;
  }
  function autocannon(options: Options): Promise<Result>;
  export = autocannon;
}
