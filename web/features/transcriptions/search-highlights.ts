import type { Highlight } from '#web/ui/lists/Highlighted.tsx';

/** Where a search was found in a call, as the server tells it. */
export type CallMatch = { field: 'title' | 'summary' | 'tags' | 'content'; parts: readonly Highlight[] };

const textOf = (parts: readonly Highlight[]): string => parts.map(({ text }) => text).join('');
const plain = (text: string): readonly Highlight[] => [{ text, hit: false }];

/** The texts of a call's card with what was searched for marked in them. */
export function highlightedText(matches: readonly CallMatch[]) {
  const whole = (field: CallMatch['field'], text: string) =>
    matches.find((match) => match.field === field && textOf(match.parts) === text)?.parts ?? plain(text);
  return {
    title: (text: string) => whole('title', text),
    summary: (text: string) => whole('summary', text),
    tag: (text: string) => whole('tags', text),
    /** Excerpts of what was said; empty where nothing was found there. */
    excerpts: matches.filter(({ field }) => field === 'content').map(({ parts }) => parts),
  };
}

/** Tags with those that were found first: they may be behind the ones a card shows. */
export function firstMatch(tags: readonly string[], matches: readonly CallMatch[]): string[] {
  const found = new Set(matches.filter(({ field }) => field === 'tags').map(({ parts }) => textOf(parts)));
  return [...tags.filter((tag) => found.has(tag)), ...tags.filter((tag) => !found.has(tag))];
}
