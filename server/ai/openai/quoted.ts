import type { Turn } from '#domain/conversation/dialogue.ts';

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
