import type { TextRange } from './ReplyText.tsx';

/** A sentence of a reply and the sources it rests on, by their position in the list. */
export type SourcedSentence = TextRange & { sources: readonly number[] };

type Ranged = { ranges: readonly { start: number; end: number }[] };

/** The sentences of a generated reply that rest on sources, in order. Where two overlap, the later one is left out. */
export function sourcedSentences(sources: readonly Ranged[]): SourcedSentence[] {
  const sentences = new Map<string, SourcedSentence>();
  for (const [position, { ranges }] of sources.entries()) {
    for (const { start, end } of ranges) {
      const key = `${start}-${end}`;
      const before = sentences.get(key)?.sources ?? [];
      sentences.set(key, { start, end, sources: [...before, position] });
    }
  }
  let end = 0;
  return [...sentences.values()]
    .sort((a, b) => a.start - b.start)
    .filter((sentence) => {
      if (sentence.start < end) return false;
      end = sentence.end;
      return true;
    });
}

/** Where the sentences stand in the edited text; those that were changed are left out. */
export function inEditedText(sentences: readonly SourcedSentence[], original: string, text: string): SourcedSentence[] {
  if (text === original) return [...sentences];
  let from = 0;
  return sentences.flatMap(({ start, end, sources }) => {
    const sentence = original.slice(start, end);
    const at = text.indexOf(sentence, from);
    if (at < 0) return [];
    from = at + sentence.length;
    return [{ start: at, end: from, sources }];
  });
}

/** A gap of the text in which sources contradict each other: it has a sentence of each, and somebody has to choose. */
export type Contradiction = { gap: TextRange; choices: readonly SourcedSentence[] };

export function contradictionsIn(gaps: readonly TextRange[], sentences: readonly SourcedSentence[]): Contradiction[] {
  return gaps
    .map((gap) => ({ gap, choices: sentences.filter(({ start, end }) => start > gap.start && end < gap.end) }))
    .filter(({ choices }) => choices.length > 1);
}
