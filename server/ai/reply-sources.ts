import { PASSAGE_LENGTH, type ReplySourceKind, type TextRange } from '#contract/assistant.ts';
import { clip } from '#server/language/plain-text.ts';
import type { Knowledge } from '#server/language/retrieval/knowledge-index.ts';
import type { Passage } from '#server/language/retrieval/passages.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { termsOf } from '#server/language/words.ts';
import type { ReplySource } from './port.ts';

/** Where these parts stand in a text, which has them in this order; a part it does not have is left out. */
export function rangesOf(text: string, parts: readonly string[], offset = 0): TextRange[] {
  let from = 0;
  return parts.flatMap((part) => {
    const at = part === '' ? -1 : text.indexOf(part, from);
    if (at < 0) return [];
    from = at + part.length;
    return [{ start: offset + at, end: offset + from }];
  });
}

/** Kind, id and title of an item, as a source. */
const identityOf = ({
  kind = 'training_item',
  id,
  title,
}: Pick<Knowledge, 'id' | 'kind' | 'title'>): {
  readonly kind: ReplySourceKind;
  readonly id: string;
  readonly title: string;
} => ({ kind, id, title });

/** Passages of one item in its order, each once; "…" stands for what lies between. */
function quotePassages(passages: PassageUse['passages']): string {
  const ordered = [...new Map(passages.map((passage) => [passage.position, passage])).values()].sort((a, b) => a.position - b.position);
  const text = ordered.reduce((so, { original, position }, at) => {
    if (at === 0) return original;
    return `${so}${position === (ordered[at - 1]?.position ?? 0) + 1 ? ' ' : ' … '}${original}`;
  }, '');
  return clip(text, PASSAGE_LENGTH);
}

/** Passages of an item or a fact that a part of a reply was taken from, and where that part stands. */
export interface PassageUse {
  readonly item: Pick<Knowledge, 'id' | 'kind' | 'title'>;
  readonly passages: readonly Pick<Passage, 'position' | 'original'>[];
  readonly ranges: readonly TextRange[];
}

/** The sources of a reply that was put together from passages: each item once, in the order of its first use. */
export function sourcesOfUses(uses: readonly PassageUse[]): ReplySource[] {
  return [...Map.groupBy(uses, ({ item }) => item.id).values()].flatMap((ofItem) => {
    const [first] = ofItem;
    if (!first) return [];
    return [
      {
        ...identityOf(first.item),
        passage: quotePassages(ofItem.flatMap(({ passages }) => passages)),
        ranges: ofItem.flatMap(({ ranges }) => ranges).sort((a, b) => a.start - b.start),
      },
    ];
  });
}

/** What a colleague still has to fill in: no source says it. */
const BRACKET = /\[[^[\]]{0,300}\]/g;

const numbersIn = (text: string): ReadonlySet<string> =>
  new Set((text.match(/\d[\d.,]*/g) ?? []).map((number) => number.replace(/[.,]+$/, '')));

interface Compared {
  readonly terms: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
}

function compared(text: string): Compared {
  const own = text.replace(BRACKET, ' ');
  return { terms: new Set(termsOf(own)), numbers: numbersIn(own) };
}

/**
 * Whether a sentence rests on a quote: half of the keywords of the shorter one, and at least two, stand in both; or a number and a
 * keyword do. Brackets do not count.
 */
function restsOn(sentence: Compared, quote: Compared): boolean {
  const words = (terms: ReadonlySet<string>) => [...terms].filter((term) => !/^\d/.test(term));
  const shared = words(sentence.terms).filter((term) => quote.terms.has(term)).length;
  const hasNumber = [...sentence.numbers].some((number) => quote.numbers.has(number));
  const shorter = Math.min(words(sentence.terms).length, words(quote.terms).length);
  return (hasNumber && shared >= 1) || (shared >= 2 && shared >= shorter / 2);
}

/** An item that a model quoted. */
export interface QuotedItem {
  readonly item: Pick<Knowledge, 'id' | 'kind' | 'title'>;
  /** Words of the item, as it has them. */
  readonly quotes: readonly string[];
}

/** The sources of a reply that a model wrote: its quotes, and the sentences that share their words or numbers. */
export function sourcesOfQuotes(response: string, quoted: readonly QuotedItem[]): ReplySource[] {
  const lines = response.split('\n');
  const ranges = rangesOf(
    response,
    lines.flatMap((line) => sentencesOf(line)),
  );
  const sentences = ranges.map((range) => ({
    range,
    compared: compared(response.slice(range.start, range.end)),
  }));
  return quoted.map(({ item, quotes }) => {
    const comparedQuotes = quotes.map(compared);
    return {
      ...identityOf(item),
      passage: clip([...new Set(quotes)].join(' … '), PASSAGE_LENGTH),
      ranges: sentences.filter((sentence) => comparedQuotes.some((quote) => restsOn(sentence.compared, quote))).map(({ range }) => range),
    };
  });
}
