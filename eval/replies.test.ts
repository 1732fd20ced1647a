import { describe, expect, it } from 'vitest';
import { loadRetrievalModel } from '#server/language/retrieval/model.ts';
import { readCompanies } from './datasets.ts';
import { indexOf, scoreReplies, titlesOf } from './replies.ts';

const COMPANIES = readCompanies().slice(1, 3);
/** Nothing a company is asked. */
const STRANGERS = [
  'how long does it take to swim across the channel',
  'who wrote the three musketeers',
  'what is the tallest mountain in europe',
  'can penguins live in a desert',
  'tell me a joke about cats',
  'how many people live in norway',
  'what do i need to become a pilot',
  'when was the printing press invented',
  'remind me to water the plants tonight',
  'is it going to rain on sunday',
  'how do i get red wine out of a carpet',
  'what is the best way to learn the violin',
  'translate good night into spanish',
  'what is the distance to the moon',
  'how long should i boil an egg',
  'which team won the cup last year',
  'can you play some quiet music',
  'what does a vet earn in a year',
  'how old is the oldest tree',
  'why is the sky blue in the morning',
];

// The public data sets are not part of the repository: these are regression floors on our own companies, which the ranking was fitted on.
describe.each(COMPANIES.map((company) => [company.name, company] as const))('replies for %s', (_name, { name, items, questions }) => {
  const index = indexOf(items, loadRetrievalModel());

  it('answer most questions from a right item, and few from a wrong one', async () => {
    const { right, precision } = await scoreReplies(
      name,
      index,
      questions.filter(({ items: answers }) => answers.length > 0),
    );
    expect(right).toBeGreaterThanOrEqual(0.45);
    expect(precision).toBeGreaterThanOrEqual(0.85);
  });

  it('answer a question put word for word as a title', async () => {
    expect((await scoreReplies(name, index, titlesOf(items))).right).toBeGreaterThanOrEqual(0.95);
  });

  it('answer next to nothing that is meant for somebody else', async () => {
    const strangers = STRANGERS.map((text) => ({ text, items: [] }));
    expect((await scoreReplies(name, index, strangers)).answered).toBeLessThanOrEqual(0.05);
  });
});
