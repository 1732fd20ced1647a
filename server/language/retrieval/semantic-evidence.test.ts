import { describe, expect, it } from 'vitest';
import { toUnitLength } from '#server/ai/openai/embeddings.ts';
import { emulatedVector } from '#server/testing/emulators/openai/embeddings.ts';
import { analyzeItem, buildIndex, type Knowledge } from './knowledge-index.ts';
import { loadRetrievalModel } from './model.ts';
import { textsToEmbed, withEmbeddings } from './semantic-evidence.ts';

const item = (id: string, title: string, content: string): Knowledge => ({ id, title, content, category: 'knowledge', tags: [] });
const ITEMS = [
  item('returns', 'Returning a machine', 'You get a refund within 14 days of the return.'),
  item('delivery', 'Delivery times', 'We deliver within three working days. Shipping is free.'),
  item('prices', 'Prices of the machines', 'The price of a Heron is 900 dollars.'),
  item('cleaning', 'Cleaning', 'Clean the machine each week and descale it each month.'),
  item('opening', 'Opening hours', 'We are open from nine to five on weekdays.'),
  item('beans', 'Coffee beans', 'Our beans are roasted in small batches.'),
];
const vectorOf = (text: string) => toUnitLength(emulatedVector(text));
const model = loadRetrievalModel();
const plain = buildIndex(
  ITEMS.map((each) => analyzeItem(each, model.vectors)),
  model,
);
const vectors = new Map(ITEMS.map(({ id, title, content }) => [id, vectorOf(`${title}\n${content}`)]));
const refined = (message: string, items: ReadonlyMap<string, Float32Array> = vectors) =>
  withEmbeddings(plain, { items, questions: new Map(textsToEmbed(message).map((text) => [text, vectorOf(text)])) });

const odds = (probability = 0) => probability / (1 - probability);

describe('embeddings', () => {
  it('put the item first that means what is asked in other words', () => {
    const question = 'How do I get a snorfle?';
    expect(plain.search(question)[0]?.item.id).not.toBe('returns');
    expect(refined(question).search(question)[0]?.item.id).toBe('returns');
  });

  it('move the odds at most twofold: agreeing raises them, disagreeing lowers them', () => {
    const agreeing = 'How long does delivery take?';
    const [before, after] = [plain.search(agreeing)[0], refined(agreeing).search(agreeing)[0]];
    expect(after?.item.id).toBe(before?.item.id);
    expect(after?.probability).toBeGreaterThan(before?.probability ?? 1);
    expect(odds(after?.probability)).toBeLessThanOrEqual(2 * odds(before?.probability) + 1e-9);
    // As if the item of the answer meant something else.
    const elsewhere = new Map([...vectors, ['beans', vectorOf('delivery shipping')], ['delivery', vectorOf('wuzzle')]]);
    const opposed = refined(agreeing, elsewhere)
      .search(agreeing)
      .find(({ item: { id } }) => id === 'delivery');
    expect(opposed?.probability).toBeLessThan(before?.probability ?? 0);
    expect(odds(opposed?.probability)).toBeGreaterThanOrEqual(odds(before?.probability) / 2 - 1e-9);
  });

  it('never make an answer of what nothing else speaks for', () => {
    for (const question of ['Do you sponsor football clubs?', 'zibble zibble zibble', 'Which wuzzle is the snorfle?']) {
      const [before, after] = [plain.search(question)[0], refined(question).search(question)[0]];
      expect(before?.probability, question).toBeLessThan(1 / 3);
      expect(after?.probability, question).toBeLessThan(0.5);
    }
  });

  it('keep probabilities between 0 and 1, and the best item first', () => {
    for (const { title, content } of ITEMS)
      for (const question of [title, content, `${content} ${title}`]) {
        const found = refined(question).search(question);
        for (const { probability } of found) expect(probability).toSatisfy((value: number) => value >= 0 && value <= 1);
        expect(found).toHaveLength(ITEMS.length);
      }
  });

  it.each([
    ['no items have vectors', new Map()],
    ['too few items have vectors', new Map([...vectors].slice(0, 4))],
    ['vectors of another length', new Map([...vectors.keys()].map((id) => [id, new Float32Array([1, 0])]))],
    ['all vectors are the same', new Map([...vectors.keys()].map((id) => [id, vectorOf('zibble')]))],
    ['all vectors are empty', new Map([...vectors.keys()].map((id) => [id, vectorOf('')]))],
  ])('change nothing where %s', (_what, items) => {
    const question = 'Can you zibble it?';
    expect(refined(question, items).search(question)).toEqual(plain.search(question));
  });

  it('are those of the sentence a question is in, or else of the sentences in it; without any the search is as it was', () => {
    const message = 'I have a machine. Can you zibble it to me by Friday?';
    expect(refined(message).search('zibble it to me')[0]?.item.id).toBe('delivery');
    expect(refined('Can you zibble it?').search('It is broken. Can you zibble it?')[0]?.item.id).toBe('delivery');
    expect(refined(message).search('Opening hours')).toEqual(plain.search('Opening hours'));
  });
});

it('the texts of a message are few and short', () => {
  expect(textsToEmbed('  ')).toEqual([]);
  expect(textsToEmbed('One. Two? One.')).toEqual(['One. Two? One.', 'One.', 'Two?']);
  const texts = textsToEmbed('Where is my order, which I placed a long time ago? '.repeat(500));
  expect(texts.length).toBeLessThanOrEqual(13);
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(2_000);
});
