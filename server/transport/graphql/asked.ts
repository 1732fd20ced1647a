import { z } from 'zod';
import { Invalid } from '#domain/failures.ts';
import { parse } from '#domain/parse.ts';

/** JSON that stands in a body, or as text after the question mark. */
const object = (name: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? readJson(value) : value),
    z.record(z.string(), z.unknown(), `\`${name}\` must be a JSON object.`).nullish(),
  );

/** An operation as it stands in a body, or after the question mark. */
const Asked = z.object({
  query: z.string('Send a `query`.'),
  operationName: z.string('`operationName` must be text.').nullish(),
  variables: object('variables'),
  extensions: object('extensions'),
});

export type AskedOverHttp = z.output<typeof Asked>;

/** Reads a request; what makes no sense in it is said before anything else looks at it. */
export function readAsked(input: unknown): AskedOverHttp {
  if (Array.isArray(input)) throw new Invalid([{ path: '', message: 'Send one operation at a time: a JSON object with a `query`.' }]);
  if (typeof input !== 'object' || input === null) throw new Invalid([{ path: '', message: 'Send a JSON object with a `query`.' }]);
  return parse(Asked, input);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
