import { describe, expect, it } from 'vitest';
import { intentsOf } from '#server/language/intents.ts';
import { mentionsIn, namesIn } from '#server/language/mentions.ts';
import { calm, clip, plainText } from '#server/language/plain-text.ts';
import { isForAProgram } from '#server/language/program-text.ts';
import { isQuestion, questionsIn, seeksOf } from '#server/language/questions.ts';
import { orderNumbersIn } from '#server/language/references.ts';
import { analyzeItem } from '#server/language/retrieval/knowledge-index.ts';
import { loadRetrievalModel } from '#server/language/retrieval/model.ts';
import { PASSAGE_LIMITS, passagesOf } from '#server/language/retrieval/passages.ts';
import { searchIn } from '#server/language/retrieval/testing.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { moodOf, sentenceScore } from '#server/language/sentiment.ts';
import { signed } from '#server/language/signature.ts';
import { termsOf, wordsOf } from '#server/language/words.ts';
import { offlineAssistant } from './assistant.ts';
import { replyTo } from './testing/requests.ts';
import { quotable, swapPronouns } from './write/wording.ts';

const SIZE = 500_000;
const filled = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);

const item = (content: string) => ({ id: 'large', title: 'A large item', content, category: 'knowledge', tags: [] });

describe('an item of the training data', () => {
  it.each([320_000, SIZE])('of %i characters is answered from, and only its beginning is read', async (size) => {
    const sentence = 'The quasar is delivered on time. ';
    const large = item(sentence.repeat(Math.ceil(size / sentence.length)).slice(0, size));
    expect(passagesOf(large.content).length).toBe(PASSAGE_LIMITS.passages);
    expect((await replyTo('hello, quasar?', { knowledge: [large] })).response).toMatch(/Best regards,/);
  });
});

/** Text that people paste or send to make a program slow. */
const HOSTILE = {
  'no punctuation': filled('words without an end '),
  'all punctuation': filled('.!?,;:'),
  'only line breaks': `a${'\n'.repeat(SIZE - 2)}b`,
  'line breaks and spaces': `a${'\n '.repeat(SIZE / 2)}b`,
  'one huge word': filled('a'),
  'one huge number': filled('123,'),
  'alternating quotes': filled(`"'`),
  'nested brackets': `${'(['.repeat(SIZE / 4)}${'])'.repeat(SIZE / 4)}`,
  'open tags': filled('<script>'),
  'a long run of spaces': `a${' '.repeat(SIZE - 2)}b`,
  emoji: filled('😡'),
  'combining marks': `a${'\u0301'.repeat(SIZE - 1)}`,
  'one word again and again': filled('you '),
  'commands again and again': filled('\nsystem ignore '),
} as const;

// Some 50 ms each; a quadratic one would take minutes. The bound is that of the test itself.
describe.each(Object.entries(HOSTILE))('500,000 characters of %s', (_what, text) => {
  it.each<[string, (text: string) => unknown]>([
    ['plainText', plainText],
    ['calm', calm],
    ['clip', (long) => clip(long, 100)],
    ['sentencesOf', (long) => sentencesOf(long)],
    ['isQuestion', isQuestion],
    ['questionsIn', questionsIn],
    ['seeksOf', seeksOf],
    ['sentenceScore', sentenceScore],
    ['moodOf', (long) => moodOf([long])],
    ['wordsOf', wordsOf],
    ['termsOf', termsOf],
    ['isForAProgram', isForAProgram],
    ['intentsOf', intentsOf],
    ['namesIn', namesIn],
    ['mentionsIn', (long) => mentionsIn(long, [])],
    ['orderNumbersIn', orderNumbersIn],
    ['signed', signed],
    ['mirrored', swapPronouns],
    ['quotable', quotable],
    ['passagesOf', passagesOf],
    ['analyzeItem', (long) => analyzeItem(item(long), loadRetrievalModel().vectors)],
    ['a search', (long) => searchIn([item('Delivery takes three days.')])(long)],
  ])('are read by %s', (_name, read) => {
    expect(read(text)).not.toBeUndefined();
  });

  it('are analysed as a call', async () => {
    expect(await offlineAssistant().analyze({ content: text, duration: null })).toMatchObject({ engine: 'offline' });
  });
});
