import autocannon from 'autocannon';
import { type Line, median } from './row.ts';

/** Somebody who answers over HTTP. */
export interface Contestant {
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is sent; a function makes another one each time. */
  readonly body?: string | (() => string);
}

interface Race {
  readonly connections?: number;
  readonly rounds?: number;
  /** Seconds of each round. */
  readonly seconds?: number;
}

const WARM_UP = 2;

/** Requests a second of each, asked in turn, round by round; the median of the rounds. */
export async function race(
  contestants: readonly Contestant[],
  { connections = 32, rounds = 3, seconds = 3 }: Race = {},
): Promise<number[]> {
  const ask = async ({ name, url, headers = {}, body }: Contestant, duration: number) => {
    const result = await autocannon({
      url,
      connections,
      duration,
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(typeof body === 'string' && { body }),
      ...(typeof body === 'function' && { requests: [{ setupRequest: (request) => ({ ...request, body: body() }) }] }),
    });
    if (result.errors + result.non2xx > 0) throw new Error(`${name}: ${result.errors} errors, ${result.non2xx} refusals`);
    return result.requests.average;
  };
  for (const each of contestants) await ask(each, WARM_UP);
  const measured = contestants.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, each] of contestants.entries()) measured[at]?.push(await ask(each, seconds));
  }
  return measured.map(median);
}

/** A comparison of requests a second. */
export const compared = (work: string, peer: string, ours: number, theirs: number, goal: number): Line => ({
  work,
  peer,
  ours: `${ours.toFixed(0)}/s`,
  theirs: `${theirs.toFixed(0)}/s`,
  ratio: ours / theirs,
  goal: `≥ ${goal} ×`,
  passed: ours / theirs >= goal,
});

/** Asks once, and fails where the answer is not the data that was meant. */
export async function answerOf<Answer>({ name, url, headers = {}, body }: Contestant): Promise<Answer> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : body() }),
  });
  const answer: Answer = await response.json();
  if (!response.ok || (typeof answer === 'object' && answer !== null && 'errors' in answer))
    throw new Error(`${name}: ${JSON.stringify(answer).slice(0, 500)}`);
  return answer;
}
