import autocannon from 'autocannon';
import { median, type Result } from './benchmark.ts';

/** An HTTP endpoint under load. */
export interface Target {
  readonly name: string;
  readonly url: string;
  /** A function returns new ones for each request. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
  /** The request body; a function returns a new one for each request. */
  readonly body?: string | (() => string);
}

interface LoadOptions {
  readonly connections?: number;
  readonly rounds?: number;
  /** Seconds of each round. */
  readonly seconds?: number;
}

/** Seconds. */
const WARM_UP = 2;

/** Requests per second of each target: the median of several rounds, in which the targets take turns. */
export async function measureLoad(
  targets: readonly Target[],
  { connections = 32, rounds = 3, seconds = 3 }: LoadOptions = {},
): Promise<number[]> {
  const run = async ({ name, url, headers, body }: Target, duration: number) => {
    const all = () => headersOf(headers);
    const result = await autocannon({
      url,
      connections,
      duration,
      method: body === undefined ? 'GET' : 'POST',
      headers: all(),
      ...(typeof body === 'string' && { body }),
      ...(typeof body === 'function' && {
        requests: [
          {
            setupRequest: (request) => ({
              ...request,
              body: body(),
              ...(typeof headers === 'function' && { headers: all() }),
            }),
          },
        ],
      }),
    });
    if (result.errors + result.non2xx > 0) throw new Error(`${name}: ${result.errors} errors, ${result.non2xx} non-2xx responses`);
    return result.requests.average;
  };
  for (const each of targets) await run(each, WARM_UP);
  const measured = targets.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, each] of targets.entries()) measured[at]?.push(await run(each, seconds));
  }
  return measured.map(median);
}

/** A comparison of requests per second. `goal` is the least ratio. */
export const compared = (work: string, peer: string, rate: number, peerRate: number, goal: number): Result => ({
  work,
  peer,
  value: `${rate.toFixed(0)}/s`,
  peerValue: `${peerRate.toFixed(0)}/s`,
  ratio: rate / peerRate,
  goal: `≥ ${goal} ×`,
  passed: rate / peerRate >= goal,
});

const headersOf = (headers: Target['headers'] = {}) => ({
  'content-type': 'application/json',
  ...(typeof headers === 'function' ? headers() : headers),
});

/** Sends one request and throws unless it is answered with data. */
export async function requestOnce<Answer>({ name, url, headers, body }: Target): Promise<Answer> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: headersOf(headers),
    ...(body !== undefined && { body: typeof body === 'string' ? body : body() }),
  });
  const answer: Answer = await response.json();
  if (!response.ok || (typeof answer === 'object' && answer !== null && 'errors' in answer))
    throw new Error(`${name}: ${JSON.stringify(answer).slice(0, 500)}`);
  return answer;
}
