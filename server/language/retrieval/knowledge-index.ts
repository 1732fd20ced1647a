import type { ReplySourceKind } from '#contract/assistant.ts';
import { suits } from '#server/language/quantities.ts';
import { seeksOf } from '#server/language/questions.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { termsOf, wordsOf } from '#server/language/words.ts';
import { alignedWords, alignment } from './alignment.ts';
import type { RetrievalModel } from './model.ts';
import { type Passage, passagesOf } from './passages.ts';
import { LARGEST_LEAD, type Ranked, rankingFeatures } from './ranking.ts';
import { createSpelling } from './spelling.ts';
import { cosine, type WordVectors } from './word-vectors.ts';

/** Terms of a title count more than those of a text, which has many more of them. */
const TITLE_WEIGHT = 2.5;
// The usual constants of BM25: how fast repeats stop counting, and how much a long text is held against an item.
const SATURATION = 1.2;
const LENGTH_PENALTY = 0.75;
/** Who asks a title or phrasing word for word wants its item, unless another item is asked the same way. */
const WORD_FOR_WORD = 0.98;
/** More than any score, so that such an item comes before all that are asked nearly the same way. */
const ABOVE_ALL = 1_000;
/** Sentences this close to an item's best one may hold the answer as well. */
const NEARLY_AS_GOOD = 0.7;
/** Items that are looked at closely, the best first; no search returns more. */
const RANKED = 12;
/** Letters of a character gram: a slip of the pen spoils at most four of them. */
const GRAM = 4;

/** Words that every question has, and that say nothing about what it is about. */
const FUNCTION_WORDS = new Set(
  'i you we my our your the a an to of do does did is are can could would how what when where it me for in on and or if with have has be'.split(
    ' ',
  ),
);

function gramsOf(text: string): Map<string, number> {
  const grams = new Map<string, number>();
  for (const word of wordsOf(text)) {
    if (FUNCTION_WORDS.has(word)) continue;
    const bordered = ` ${word} `;
    for (let at = 0; at === 0 || at + GRAM <= bordered.length; at++) {
      const gram = bordered.slice(at, at + GRAM);
      grams.set(gram, (grams.get(gram) ?? 0) + 1);
    }
  }
  return grams;
}

/** A training item that may answer a customer. */
export interface Knowledge {
  readonly id: string;
  /** What it is; left out for a training item. */
  readonly kind?: ReplySourceKind;
  readonly title: string;
  readonly content: string;
  readonly category: string;
  readonly tags: readonly string[];
  /** Other ways in which customers ask for it. */
  readonly phrasings?: readonly string[];
  /** 0 to 100: how often replies that rest on it were used, 50 where that is as often as for the average item; null where none was generated. */
  readonly effectiveness?: number | null;
}

interface Heading {
  /** Its words, to recognise the same question word for word. */
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  readonly grams: ReadonlyMap<string, number>;
  readonly vector: Float32Array;
}

/** An item as the index keeps it: what can be known without the other items. */
export interface AnalyzedItem {
  readonly item: Knowledge;
  /** Its title and the other ways it is asked. */
  readonly headings: readonly Heading[];
  readonly passages: readonly Passage[];
  readonly passageVectors: readonly Float32Array[];
  readonly termCounts: ReadonlyMap<string, number>;
  readonly length: number;
  /** Names and codes it mentions, in lower case. */
  readonly names: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

const isWordForWord = ({ headings }: AnalyzedItem, question: string): boolean => headings.some(({ text }) => text === question);

// "H14", "E-42", "X200": a code decides what a question is about.
const CODE = /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*\b/gi;
// "H14", "E-42", "PS5", but not "10am" or "30-day": a code that few items have says which of them is meant.
const ERROR_CODE = /^[a-z]{1,4}-?\d{1,5}[a-z]?$/;
/** Items that may share a code for it to decide between them and the rest. */
const CODE_HOLDERS = 3;
/** How likely one of them answers a question with its code, at least; and what the chance of an item with other codes is multiplied by. */
const CODE_DECIDES = 0.9;
const OTHER_CODE = 0.5;
// A name is written large inside a sentence.
const NAME = /(?<=[\p{Ll},;)] )\p{Lu}[\p{L}\p{N}]+/gu;

const namesIn = (text: string) => [...(text.match(CODE) ?? []), ...(text.match(NAME) ?? [])].map((name) => name.toLowerCase());

/** Reads one item for the index. The longest allowed item takes a few milliseconds. */
export function analyzeItem(item: Knowledge, vectors: WordVectors): AnalyzedItem {
  const passages = passagesOf(item.content);
  const headings = [item.title, ...(item.phrasings ?? [])].map((text) => ({
    text: wordsOf(text).join(' '),
    terms: new Set(termsOf(text)),
    grams: gramsOf(text),
    vector: vectors.embed(wordsOf(text)),
  }));
  const body = termsOf(`${item.tags.join(' ')}\n${passages.map(({ text }) => text).join('\n')}`);
  const termCounts = new Map<string, number>();
  for (const term of body) termCounts.set(term, (termCounts.get(term) ?? 0) + 1);
  for (const { terms } of headings) for (const term of terms) termCounts.set(term, (termCounts.get(term) ?? 0) + TITLE_WEIGHT);
  const text = `${item.title} ${item.tags.join(' ')} ${item.content}`;
  return {
    item,
    headings,
    passages,
    passageVectors: passages.map(({ text }) => vectors.embed(wordsOf(text))),
    termCounts,
    length: body.length + 5,
    names: new Set(namesIn(`. ${item.title}. ${item.content}`)),
    words: new Set(wordsOf(text)),
  };
}

/** An item that may answer a question. */
export interface Candidate {
  readonly item: Knowledge;
  /** 0 to 1: how likely it is that the item answers the question, by the calibration in `weights/README.md`. */
  readonly probability: number;
  /** Good for comparing candidates of one search. */
  readonly score: number;
  readonly passages: readonly Passage[];
  /** For each passage how well it fits the question; only good for comparing passages of one item. */
  readonly passageScores: readonly number[];
}

/** Searches training items by what a question means. */
export interface KnowledgeIndex {
  readonly size: number;
  /**
   * The items that may answer the question, the likeliest first. Only the first has a calibrated probability of being right; those
   * behind it are ordered. `facts` are items for this question alone, such as the customer's own orders. `gainOf` says by how much the
   * score of an item counts more for its place; the probability does not know of it.
   */
  search(question: string, limit?: number, facts?: readonly Knowledge[], gainOf?: (id: string) => number): readonly Candidate[];
  /** The best item as the calibration sees it, as if those in `without` were not there; null for an empty index. For training. */
  best(question: string, without?: ReadonlySet<string>): { readonly id: string; readonly ranked: Ranked } | null;
  /** What the ranking is computed from, for its training: one row an item, in the order of the items. */
  features(question: string): readonly (readonly number[])[];
}

/** Titles this near to each other ask for the same: "Do you ship abroad?" and "Delivery to other countries". */
const ALIKE = 0.8;
const isAlike = (one: AnalyzedItem, other: AnalyzedItem) =>
  one === other || one.headings.some(({ vector }) => other.headings.some((heading) => cosine(vector, heading.vector) >= ALIKE));

/** Builds the index. What is rare among these items tells them apart; so it is built anew when items change, from items already analysed. */
export function buildIndex(items: readonly AnalyzedItem[], { vectors, ranking, background, topic }: RetrievalModel): KnowledgeIndex {
  const size = items.length;
  const documentCounts = new Map<string, number>();
  const gramCounts = new Map<string, number>();
  const nameCounts = new Map<string, number>();
  const count = (counts: Map<string, number>, keys: Iterable<string>) => {
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const { termCounts, headings, names } of items) {
    count(documentCounts, termCounts.keys());
    count(gramCounts, new Set(headings.flatMap(({ grams }) => [...grams.keys()])));
    count(nameCounts, names);
  }
  const rarity = (term: string) => {
    const holders = documentCounts.get(term) ?? 0;
    return Math.log(1 + (size - holders + 0.5) / (holders + 0.5));
  };
  const gramRarity = (gram: string) => Math.log(1 + size / (1 + (gramCounts.get(gram) ?? 0)));
  const meanLength = items.reduce((sum, { length }) => sum + length, 0) / Math.max(1, size);
  const weightOf = (terms: Iterable<string>) => {
    let sum = 0;
    for (const term of terms) sum += rarity(term);
    return sum;
  };
  const lengthOf = (grams: ReadonlyMap<string, number>) => {
    let sum = 0;
    for (const [gram, times] of grams) sum += (times * gramRarity(gram)) ** 2;
    return Math.sqrt(sum);
  };
  const headingSizesOf = ({ headings }: AnalyzedItem) =>
    headings.map(({ terms, grams }) => ({ weight: weightOf(terms) || 1, length: lengthOf(grams) || 1 }));
  const headingSizes = items.map(headingSizesOf);

  const ownWords = new Set(items.flatMap(({ words }) => [...words]));
  const correct = createSpelling((word) => (ownWords.has(word) ? 0 : vectors.rankOf(word)));

  const analyzeQuestion = (asWritten: string) => {
    const question = asWritten.replace(/[A-Za-z]{4,24}/g, (word) => {
      const lower = word.toLowerCase();
      const corrected = correct(lower);
      return corrected === lower ? word : corrected;
    });
    const terms = [...new Set(termsOf(question))];
    const grams = gramsOf(question);
    const words = wordsOf(question);
    return {
      text: words.join(' '),
      seeks: seeksOf(question),
      words,
      terms,
      weight: weightOf(terms) || 1,
      grams,
      gramLength: lengthOf(grams) || 1,
      vector: vectors.embed(words),
      // Names of everything are names of nothing.
      names: [...new Set(words)].filter((word) => {
        const holders = nameCounts.get(word) ?? 0;
        return holders > 0 && holders <= Math.max(2, size * 0.3);
      }),
    };
  };

  const passageScoresOf = ({ passages, passageVectors }: AnalyzedItem, { terms, weight, vector }: ReturnType<typeof analyzeQuestion>) =>
    passages.map((passage, at) => {
      const covered = terms.reduce((sum, term) => sum + (passage.terms.has(term) ? rarity(term) : 0), 0) / weight;
      return covered + cosine(vector, passageVectors[at] ?? vector);
    });

  const rowOf = (analyzed: AnalyzedItem, sizes: ReturnType<typeof headingSizesOf>, question: ReturnType<typeof analyzeQuestion>) => {
    const { terms, weight, grams, gramLength, vector, names } = question;
    let bm25 = 0;
    let covered = 0;
    for (const term of terms) {
      const times = analyzed.termCounts.get(term);
      if (times === undefined) continue;
      const lengthFactor = SATURATION * (1 - LENGTH_PENALTY + (LENGTH_PENALTY * analyzed.length) / meanLength);
      bm25 += (rarity(term) * times * (SATURATION + 1)) / (times + lengthFactor);
      covered += rarity(term);
    }
    let [headingCover, headingPrecision, characters, headingMeaning] = [0, 0, 0, -1];
    for (const [position, heading] of analyzed.headings.entries()) {
      const headingSize = sizes[position];
      let shared = 0;
      for (const term of terms) if (heading.terms.has(term)) shared += rarity(term);
      headingCover = Math.max(headingCover, shared / weight);
      headingPrecision = Math.max(headingPrecision, shared / (headingSize?.weight ?? 1));
      let product = 0;
      for (const [gram, times] of grams) {
        const others = heading.grams.get(gram);
        if (others !== undefined) product += times * others * gramRarity(gram) ** 2;
      }
      characters = Math.max(characters, product / (gramLength * (headingSize?.length ?? 1)));
      headingMeaning = Math.max(headingMeaning, cosine(vector, heading.vector));
    }
    let [passageMeaning, passageCover] = [0, 0];
    for (const [position, passage] of analyzed.passages.entries()) {
      passageMeaning = Math.max(passageMeaning, cosine(vector, analyzed.passageVectors[position] ?? vector));
      let shared = 0;
      for (const term of terms) if (passage.terms.has(term)) shared += rarity(term);
      passageCover = Math.max(passageCover, shared / weight);
    }
    const named = names.filter((name) => analyzed.words.has(name)).length;
    return rankingFeatures({
      bm25: bm25 / weight,
      covered: covered / weight,
      headingCover,
      headingPrecision,
      characters,
      headingMeaning,
      passageMeaning,
      passageCover,
      named: names.length === 0 ? 0 : named / names.length,
      unnamed: names.length === 0 ? 0 : 1 - named / names.length,
    });
  };

  const features = (question: string) => {
    const analyzed = analyzeQuestion(question);
    return items.map((item, at) => rowOf(item, headingSizes[at] ?? [], analyzed));
  };

  const rank = (
    question: string,
    facts: readonly Knowledge[],
    without: ReadonlySet<string> = new Set(),
    gainOf: (id: string) => number = () => 0,
  ) => {
    const analyzed = analyzeQuestion(question);
    const extra = facts.map((fact) => analyzeItem(fact, vectors));
    const scored = [...items, ...extra]
      .map((item, at) => {
        const row = rowOf(item, headingSizes[at] ?? headingSizesOf(item), analyzed);
        return { item, row, score: ranking.score(row, item.item.effectiveness ?? null) };
      })
      .filter(({ item }) => !without.has(item.item.id));
    const codes = analyzed.words.filter((word) => ERROR_CODE.test(word));
    const holders = scored.filter(({ item }) => codes.some((code) => item.words.has(code)));
    const decided = holders.length > 0 && holders.length <= CODE_HOLDERS ? new Set(holders) : null;
    const placeOf = ({ item, score }: (typeof scored)[number]) =>
      (isWordForWord(item, analyzed.text) ? ABOVE_ALL : 0) + score + gainOf(item.item.id);
    const order = scored
      .toSorted((a, b) => Number(decided?.has(b) ?? 0) - Number(decided?.has(a) ?? 0) || placeOf(b) - placeOf(a))
      .slice(0, RANKED);
    return { analyzed, order, isDecided: decided !== null, hasUnknownCode: codes.length > 0 && holders.length === 0 };
  };

  /** The best of `order` as the calibration sees it. */
  const rankedBest = ({ analyzed, order }: Pick<ReturnType<typeof rank>, 'analyzed' | 'order'>): Ranked | null => {
    const [best] = order;
    if (!best) return null;
    const { item, row, score } = best;
    const rival = order.find((other) => !isAlike(other.item, item));
    const words = alignedWords(analyzed.words, vectors);
    const headings = item.headings.map(({ text }) => alignedWords(text.split(' '), vectors));
    const ofItem = alignment(words, alignedWords([...item.words], vectors));
    const ofHeadings = headings.map((heading) => alignment(heading, words));
    const elsewhere = background.reduce((so, vector) => Math.max(so, cosine(analyzed.vector, vector)), -1);
    const passageScores = passageScoresOf(item, analyzed);
    const bestScore = Math.max(0, ...passageScores);
    const bestPassages = item.passages.filter((_, position) => (passageScores[position] ?? 0) >= bestScore * NEARLY_AS_GOOD);
    const bestText = wordsOf(`${item.item.title} ${bestPassages.map(({ text }) => text).join(' ')}`);
    const hasWanted = analyzed.seeks === 'amount' || analyzed.seeks === 'time';
    const [company = 0.5] = topic.classify(analyzed.text);
    return {
      row,
      lead: Math.min(LARGEST_LEAD, score - (rival?.score ?? Number.NEGATIVE_INFINITY)),
      alignedItem: ofItem.share,
      alignedQuestion: Math.max(0, ...ofHeadings.map(({ share }) => share)),
      strangeInQuestion: ofItem.strangest,
      strangeInHeading: Math.min(...ofHeadings.map(({ strangest }) => strangest)),
      nearness: Math.max(-1, ...item.headings.map(({ vector }) => cosine(analyzed.vector, vector))) - elsewhere,
      topic: Math.log((company + 1e-6) / (1 - company + 1e-6)),
      suited: hasWanted ? (bestPassages.some(({ text }) => suits(text, analyzed.seeks)) ? 1 : -1) : 0,
      namedHere: analyzed.names.length === 0 ? 0 : analyzed.names.filter((name) => bestText.includes(name)).length / analyzed.names.length,
    };
  };

  const search: KnowledgeIndex['search'] = (question, limit = 8, facts = [], gainOf) => {
    const found = rank(question, facts, undefined, gainOf);
    const ranked = rankedBest(found);
    if (!ranked) return [];
    const { analyzed, order, isDecided, hasUnknownCode } = found;
    const best = order[0]?.item;
    const isOtherCode = hasUnknownCode && [...(best?.words ?? [])].some((word) => ERROR_CODE.test(word));
    const calibrated = ranking.probability(ranked) * (isOtherCode ? OTHER_CODE : 1);
    const probability = best && isWordForWord(best, analyzed.text) ? WORD_FOR_WORD : Math.max(calibrated, isDecided ? CODE_DECIDES : 0);
    return order.slice(0, limit).map(({ item, score }) => ({
      item: item.item,
      score,
      probability: probability * Math.exp(Math.min(0, score - (order[0]?.score ?? score))),
      passages: item.passages,
      passageScores: passageScoresOf(item, analyzed),
    }));
  };

  return {
    size,
    features,
    search,
    best: (question, without) => {
      const found = rank(question, [], without);
      const [best] = found.order;
      const ranked = rankedBest(found);
      return best && ranked ? { id: best.item.item.id, ranked } : null;
    },
  };
}

/** Sentences of a message that are searched with by themselves. */
const MESSAGE_SENTENCES = 12;
/** Characters of a message that are searched with. */
const MESSAGE_LENGTH = 4_000;

/** The items that may answer a message as a whole or one of its sentences, the likeliest first. */
export function itemsForMessage(index: KnowledgeIndex, message: string, limit: number): readonly Knowledge[] {
  const text = message.slice(0, MESSAGE_LENGTH);
  const questions = new Set([text.trim(), ...sentencesOf(text).slice(0, MESSAGE_SENTENCES)]);
  const found = [...questions].flatMap((question) => index.search(question, limit));
  const ordered = found.sort((a, b) => b.probability - a.probability || b.score - a.score).map(({ item }) => item);
  return [...new Map(ordered.map((item) => [item.id, item])).values()].slice(0, limit);
}
