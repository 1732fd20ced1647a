import { describe, expect, it } from 'vitest';
import { termsOf } from '#server/language/words.ts';
import type { Knowledge } from '../../port.ts';
import { namesIn } from '../read/mentions.ts';
import { asksOf } from '../read/message.ts';
import { COFFEE, SOFTWARE } from '../testing/requests.ts';
import { answerer, benefitFrom, passagesOf } from './answer.ts';

const ask = (question: string, knowledge: readonly Knowledge[]) => {
  const [first] = asksOf([question]);
  if (!first) throw new Error(`Nothing is asked in: ${question}`);
  const names = namesIn(question);
  return answerer(passagesOf(knowledge))({
    ask: first,
    names,
    context: [],
    terms: [...new Set([...termsOf(first.text), ...names.flatMap(termsOf)])],
  });
};

describe('passagesOf', () => {
  const item = (content: string, category = 'knowledge') =>
    passagesOf([{ id: 'a', title: 'T', content, category, tags: [] }]).map(({ text }) => text);

  it.each([
    ['Customers can return it. Offer a discount if the caller hesitates. Never promise a date.', ['You can return it.']],
    ['Hi {{name}},\nThe trial lasts 14 days.\nBest,\nSam', ['The trial lasts 14 days.']],
    ['Q: Do you ship abroad?\nA: Yes, we ship to the EU.', ['We ship to the EU.']],
    ['- open Monday to Friday\n- closed on Sundays', ['Open monday to friday.']],
  ])('keeps what may be said to a customer of %j', (content, texts) => {
    expect(
      item(content)
        .slice(0, texts.length)
        .map((text) => text.toLowerCase()),
    ).toEqual(texts.map((text) => text.toLowerCase()));
  });

  it('hears only our side of a call', () => {
    expect(item('Agent: We open at nine.\nCustomer: I live in Leeds.\nAgent: Great.', 'transcription')).not.toContain('I live in Leeds.');
  });
});

describe('an answer', () => {
  it.each([
    ['What is your refund policy?', COFFEE, 'returns'],
    ['Do you deliver to Wales?', COFFEE, 'delivery'],
    ['How much does the AquaPure 300 cost?', COFFEE, 'prices'],
    ['Can I connect it to QuickBooks?', SOFTWARE, 'connectors'],
    ['Is my data safe with you?', SOFTWARE, 'security'],
    ['How long is the free trial?', SOFTWARE, 'trial'],
    ['I forgot my password, how do I sign in?', SOFTWARE, 'password'],
  ])('to %j stands on the right item', (question, knowledge, item) => {
    expect(ask(question, knowledge).items).toEqual([item]);
  });

  it.each([
    ['Do you sponsor football clubs?', COFFEE],
    ['What is the price of the BrewPro 900?', COFFEE],
    ['Is there a mobile app?', SOFTWARE],
    ['Where can I park?', COFFEE],
    ['Do you sell tea towels with our logo?', COFFEE],
    ['How much is the onsite training?', SOFTWARE],
  ])('to %j is not invented', (question, knowledge) => {
    expect(ask(question, knowledge)).toMatchObject({ sentences: [], steps: [], items: [], coverage: 0 });
  });

  it('gives a procedure whole and in order', () => {
    expect(ask('How do I descale the machine?', COFFEE).steps).toHaveLength(3);
  });

  it('never answers a price without a price', () => {
    const knowledge = [
      { id: 'a', title: 'Installation', content: 'Installation is done by our own engineers.', category: 'knowledge', tags: [] },
    ];
    expect(ask('How much is the installation?', knowledge).items).toEqual([]);
  });

  it('names what the training data does not know', () => {
    expect(ask('Does it integrate with Salesforce and Xero?', SOFTWARE).unconfirmed).toEqual(['Xero']);
  });
});

describe('one more reason to buy', () => {
  const passages = passagesOf(COFFEE);

  it('comes from the items already used and speaks of nothing else by name', () => {
    expect(benefitFrom(passages, ['prices'], '', [])).toBe('Rental has no setup fee and can be ended with 30 days notice.');
    expect(benefitFrom(passages, ['delivery'], '', [])).toBeNull();
  });

  it('is not said twice', () => {
    expect(benefitFrom(passages, ['prices'], 'Rental has no setup fee and can be ended with 30 days notice.', [])).toBeNull();
  });
});
