import { describe, expect, it } from 'vitest';
import type { CustomerFact, ReplyRequest } from '../../port.ts';
import { replyTo } from '../testing/requests.ts';

const order = (number: string, state: CustomerFact['state'], status: string, products: readonly string[] = []): CustomerFact => ({
  id: `order-${number}`,
  kind: 'order',
  title: `Order #${number}`,
  orderNumber: `#${number}`,
  products,
  state,
  brief: `order #${number} of 10 November`,
  says: { status },
  text: status,
});
const PREPARED = order('1050', 'open', 'Your order #1050 is being prepared.', ['Condor espresso machine']);
const SHIPPED = order('1042', 'open', 'Your order #1042 was shipped on 12 November; it has not been delivered yet.', ['BrewPro 200']);
const DELIVERED = order('1001', 'delivered', 'Your order #1001 was delivered on 1 November.');
const CALL: CustomerFact = {
  ...order('0', 'open', ''),
  ...{ id: 'call', kind: 'transcription', title: 'Call on 18 November', orderNumber: null, brief: '' },
  says: { promise: 'In our call on 18 November we said we would send you the brochure.' },
};
const records = { knownBy: 'choice', facts: [PREPARED, SHIPPED, DELIVERED, CALL] } as const satisfies ReplyRequest['records'];
const told = async (message: string, rest: Partial<ReplyRequest> = {}) =>
  (await replyTo(message, { records, ...rest })).sources.filter(({ kind }) => kind !== 'training_item').map(({ id }) => id);

describe('what belongs to the customer', () => {
  it.each([
    ['Where is my order?', ['order-1050', 'order-1042']],
    // What was placed this morning is not what somebody has been waiting for.
    ['I am still waiting for my order.', ['order-1042', 'order-1050']],
    ['Hey, it has been 10 days and still no package. What is going on?', ['order-1042', 'order-1050']],
    ['Which carrier brings my parcel?', ['order-1042', 'order-1050']],
    ['When can I expect delivery?', ['order-1050', 'order-1042']],
    ['Has the Condor been shipped?', ['order-1050']],
    ['I bought a BrewPro from you. When will it arrive?', ['order-1042']],
    ['What is the status of all my orders?', ['order-1050', 'order-1042', 'order-1001']],
    ['Has it been shipped yet? I need my order next week.', ['order-1050', 'order-1042']],
    ['You promised me a brochure. Where is it?', ['call']],
    ['We spoke on the phone. What did you promise me, and when will I get it?', ['call']],
  ])('is told of: %s', async (message, ids) => {
    expect(await told(message)).toEqual(ids);
  });

  it.each([
    'How long does delivery to Wales take?',
    'Do you deliver to Scotland?',
    'What is your refund policy?',
    'Our BrewPro from order #1042 leaks from the bottom. What should we do?',
    'We bought a BrewPro last year. How much is the AquaPure?',
    'I would like to order another BrewPro 200. What does it cost?',
    'Can I get a quote for 20 machines?',
    'You said the BrewPro is quiet. How loud is it?',
    'When is our appointment?',
    'Thanks, the parcel arrived!',
  ])('is left out of what is asked in general: %s', async (message) => {
    expect(await told(message)).toEqual([]);
  });

  it('is asked for where nobody knows who writes', async () => {
    const { response } = await replyTo('Where is my order?', { records: { knownBy: null, facts: [] } });
    expect(response).toContain('Could you send me your order number');
  });

  it('does not contradict somebody who has the parcel in hand', async () => {
    const { response } = await replyTo('My order #1042 arrived with a broken lid.', { records });
    expect(response).not.toContain('not been delivered');
    expect(response).toContain('I am looking into what went wrong with it');
  });

  it('is not replaced by what training items say of promises', async () => {
    const { response, sources } = await replyTo('We spoke on the phone. What did you promise me about delivery?', {
      records: { knownBy: 'choice', facts: [SHIPPED] },
    });
    expect(response).toContain('I am looking into what we agreed and will come back to you [by when].');
    expect(sources).toEqual([]);
  });

  it.each(['Where is my order? ', 'my order #1042 ', 'my my my our the ', 'order 1042 and ', '#1', 'you promised a call the quote '])(
    'is found in 20,000 characters of "%s"',
    async (unit) => {
      const message = unit.repeat(20_000 / unit.length);
      expect((await replyTo(message, { records })).response).toContain('Best regards');
    },
  );
});
