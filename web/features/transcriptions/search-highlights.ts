import type { Highlight } from '#web/ui/lists/Highlighted.tsx';

/** A search match in a field of a call. */
export type CallMatch = { field: 'title' | 'summary' | 'tags' | 'content'; parts: readonly Highlight[] };

const textOf = (parts: readonly Highlight[]): string => parts.map(({ text }) => text).join('');
const plainText = (text: string): readonly Highlight[] => [{ text, hit: false }];

/** The texts of a call's card with matches highlighted. */
export function highlightedText(matches: readonly CallMatch[]) {
  const highlight = (field: CallMatch['field'], text: string) =>
    matches.find((match) => match.field === field && textOf(match.parts) === text)?.parts ?? plainText(text);
  return {
    title: (text: string) => highlight('title', text),
    summary: (text: string) => highlight('summary', text),
    tag: (text: string) => highlight('tags', text),
    /** Excerpts of the transcript; empty without matches there. */
    excerpts: matches.filter(({ field }) => field === 'content').map(({ parts }) => parts),
  };
}

/** Tags with matching ones first, since a card shows only some. */
export function matchesFirst(tags: readonly string[], matches: readonly CallMatch[]): string[] {
  const found = new Set(matches.filter(({ field }) => field === 'tags').map(({ parts }) => textOf(parts)));
  return [...tags.filter((tag) => found.has(tag)), ...tags.filter((tag) => !found.has(tag))];
}
