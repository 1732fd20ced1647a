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

export type GraphQLRequest = z.output<typeof Asked>;

/** Reads a request; what makes no sense in it is said before anything else looks at it. */
export function parseRequest(input: unknown): GraphQLRequest {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new Invalid([{ path: '', message: 'Send a JSON object with a `query`.' }]);
  return parse(Asked, input);
}

/** Reads the operations of a batch; what makes no sense is said with the number of the one it is in, the first being 1. */
export const parseBatch = (inputs: readonly unknown[]): readonly GraphQLRequest[] =>
  inputs.map((input, at) => {
    try {
      return parseRequest(input);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      throw new Invalid([{ path: String(at), message: `Operation ${at + 1} of the list: ${error.message}` }]);
    }
  });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
