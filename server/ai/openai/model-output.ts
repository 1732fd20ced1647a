import type { z } from 'zod';
import type { Turn } from '#domain/conversation/dialogue.ts';

/** What a model said, checked; or why it cannot be used, in words for the model itself. */
export type Read<Answer> = { readonly usable: true; readonly answer: Answer } | { readonly usable: false; readonly problem: string };

export const usable = <Answer>(answer: Answer): Read<Answer> => ({ usable: true, answer });
export const unusable = (problem: string): Read<never> => ({ usable: false, problem });

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(Math.max(0, text.indexOf('{')), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

// Some models put their object in a code fence, some think aloud before it; an answer may also quote a customer who writes `</think>`.
const parsed = (text: string): unknown => objectIn(text) ?? objectIn(text.slice(text.indexOf('</think>') + 1));

/** Reads the JSON object of an answer, whatever the model wrote around it. */
export function readForm<Schema extends z.ZodType>(schema: Schema, text: string): Read<z.output<Schema>> {
  const json = parsed(text);
  if (json === undefined) return unusable('it is not a JSON object');
  const { success, data, error } = schema.safeParse(json);
  if (success) return usable(data);
  return unusable(
    error.issues
      .map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`)
      .slice(0, 4)
      .join('; '),
  );
}

const squeezed = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s"“”'’]+/g, ' ')
    .trim();

/** The turn that holds a quote; null where nobody said it, for a model may well make one up. */
export function turnWith<Said extends Pick<Turn, 'text'>>(quote: string, turns: readonly Said[]): Said | null {
  const sought = squeezed(quote).replace(/(?:…|\.\.\.)$/, '');
  return sought === '' ? null : (turns.find(({ text }) => squeezed(text).includes(sought)) ?? null);
}
