import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PASSAGE_LENGTH } from '#contract/assistant.ts';
import { COFFEE, replyTo } from './offline/testing/requests.ts';
import { readAnswer } from './openai/answer.ts';
import { bracketUngrounded } from './openai/grounding.ts';
import { removeForeignLinks } from './openai/safe-links.ts';
import type { Reply } from './port.ts';
import { rangesOf, sourcesOfQuotes } from './reply-sources.ts';

const used = ({ response, sources }: Pick<Reply, 'response' | 'sources'>) =>
  sources.map(({ id, ranges }) => ({ id, sentences: ranges.map(({ start, end }) => response.slice(start, end)) }));

describe('the sources of an offline reply', () => {
  it('are the sentences it took from each item, and the words of the item', async () => {
    const reply = await replyTo('How much is the BrewPro 200, and do you deliver to Scotland?');
    expect(used(reply)).toEqual([
      { id: 'prices', sentences: expect.arrayContaining([expect.stringMatching(/^The BrewPro 200 costs \$1,490 .+\.$/)]) },
      { id: 'delivery', sentences: expect.arrayContaining([expect.stringMatching(/^We deliver to England, Scotland and Wales/)]) },
    ]);
    for (const { id, passage, title, kind } of reply.sources) {
      const item = COFFEE.find((each) => each.id === id);
      expect({ kind, title }).toEqual({ kind: 'training_item', title: item?.title });
      for (const part of passage.split(' … ')) expect(item?.content).toContain(part);
    }
  });

  it('have the words of the item where the reply turns them to the customer', async () => {
    const reply = await replyTo('Can I return unused equipment?');
    expect(reply.response).toContain('You can return unused equipment within 30 days');
    expect(reply.sources[0]?.passage).toContain('Customers can return unused equipment within 30 days');
    expect(used(reply)[0]?.sentences).toContain('You can return unused equipment within 30 days for a full refund.');
  });

  it('are each step of a procedure', async () => {
    const reply = await replyTo('How do I descale the BrewPro?');
    const sentences = used(reply).find(({ id }) => id === 'descaling')?.sentences ?? [];
    expect(sentences).toEqual(
      expect.arrayContaining(['Empty the water tank and the drip tray.', expect.stringMatching(/^Hold the Clean/)]),
    );
  });

  it('are both items where they contradict each other', async () => {
    const item = (id: string, title: string, content: string) => ({ id, title, content, category: 'knowledge', tags: [] });
    const reply = await replyTo('How long is the warranty of the BrewPro 200?', {
      knowledge: [
        item('old', 'Warranty of the BrewPro 200', 'The warranty of the BrewPro 200 is 24 months.'),
        item('new', 'Warranty of the BrewPro 200', 'The warranty of the BrewPro 200 is 36 months.'),
      ],
    });
    expect(reply.response).toContain('[check which is right:');
    expect(used(reply)).toEqual(
      expect.arrayContaining([
        { id: 'old', sentences: ['The warranty of the BrewPro 200 is 24 months.'] },
        { id: 'new', sentences: ['The warranty of the BrewPro 200 is 36 months.'] },
      ]),
    );
  });

  it('are none where nothing was found', async () => {
    expect((await replyTo('Do you sell submarines?')).sources).toEqual([]);
    expect((await replyTo('Thanks!')).sources).toEqual([]);
  });
});

describe('the sources of a reply that a model wrote', () => {
  const RETURNS = {
    id: 'k-returns',
    title: 'Returns',
    content: 'Unused items can be returned\nwithin 30 days of delivery. The label is inside the parcel.',
  };
  const read = (response: string, quotes: readonly string[]) => {
    const ground = bracketUngrounded({ texts: [RETURNS.content, 'Hi Grace'], checksNames: true });
    const withoutLinks = removeForeignLinks({ texts: [], domain: null });
    const result = readAnswer(
      JSON.stringify({ response, keyPoints: [], confidence: 0.9, citations: quotes.map((quote) => ({ id: RETURNS.id, quote })) }),
      { knowledge: [RETURNS], clean: (text) => ground(withoutLinks(text)) },
    );
    if (!result.usable) throw new Error(result.problem);
    return result.answer;
  };

  it('are found in the text as it is after values and links were taken out', () => {
    const reply = read(
      'Hi Grace,\n\nIt costs $17, see https://evil.example/pay for more. You can return the unused item within 30 days. The label is in the parcel.\n\nBest regards',
      ['unused ITEMS can be  returned within 30 days', 'The label is inside the parcel'],
    );
    expect(reply.response).toContain('[check: $17]');
    expect(reply.response).toContain('[link removed]');
    expect(reply.sources).toMatchObject([
      {
        id: 'k-returns',
        passage: 'Unused items can be returned\nwithin 30 days … The label is inside the parcel',
      },
    ]);
    expect(used(reply)).toEqual([
      { id: 'k-returns', sentences: ['You can return the unused item within 30 days.', 'The label is in the parcel.'] },
    ]);
  });

  it('have no sentence where the reply shares too few words with the quote', () => {
    expect(used(read('Thank you, I will look into this parcel.', ['The label is inside the parcel']))).toEqual([
      { id: 'k-returns', sentences: [] },
    ]);
  });

  it('does not take a number in a bracket for the number of the quote', () => {
    const [source] = sourcesOfQuotes('We deliver in [check: 30] weeks.', [
      { item: { id: 'a', title: 'A' }, quotes: ['delivery within 30 days'] },
    ]);
    expect(source?.ranges).toEqual([]);
  });

  it('count in UTF-16 units', () => {
    const response = '🙂 Hello. Returns are free within 30 days 🙂.';
    const [source] = sourcesOfQuotes(response, [{ item: { id: 'a', title: 'A' }, quotes: ['returns within 30 days'] }]);
    expect(source?.ranges.map(({ start, end }) => response.slice(start, end))).toEqual(['Returns are free within 30 days 🙂.']);
  });
});

describe('any sources', () => {
  it('have a passage within its limit, and ranges inside the reply, in order and apart', () => {
    const texts = fc
      .array(fc.constantFrom('Returns', 'are', 'free', '30', 'days', '.', '\n', '[check: 5]', '🙂', '1.', 'label'))
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(texts, fc.array(texts, { minLength: 1, maxLength: 4 }), (response, quotes) => {
        const [source] = sourcesOfQuotes(response, [{ item: { id: 'a', title: 'A' }, quotes }]);
        expect(source?.passage.length).toBeLessThanOrEqual(PASSAGE_LENGTH);
        let before = 0;
        for (const { start, end } of source?.ranges ?? []) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(response.length);
      }),
      { seed: 15, numRuns: 300 },
    );
  });

  it('finds parts in order, and leaves out what is not there', () => {
    expect(rangesOf('a b a', ['a', 'x', 'a'], 10)).toEqual([
      { start: 10, end: 11 },
      { start: 14, end: 15 },
    ]);
  });
});
