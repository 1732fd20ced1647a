import { describe, expect, it } from 'vitest';
import { analyzeItem, buildIndex } from '#server/language/retrieval/knowledge-index.ts';
import { loadRetrievalModel } from '#server/language/retrieval/model.ts';
import { replyRequest } from '../../assistant-contract.ts';
import { offlineAssistant } from '../assistant.ts';
import { readMessage } from '../read/message.ts';
import { asksOfCitations } from './find-answer.ts';

const asksOf = async (message: string) => (await offlineAssistant().reply(replyRequest({ message }))).asks;

describe('a told trouble', () => {
  const items = [
    {
      id: 'hours',
      title: 'How to reach support',
      category: 'knowledge',
      tags: [],
      content:
        'Our line is open from 7 to 6. Have the serial number ready. If the machine is leaking, first close the valve and pull the plug, then call. Visits outside a plan cost $145.',
    },
    { id: 'sizes', title: 'Sizes of the Condor', category: 'knowledge', tags: [], content: 'The Condor is 60 cm wide. It has a drawer.' },
  ];
  const { search } = buildIndex(
    items.map((item) => analyzeItem(item, loadRetrievalModel().vectors)),
    loadRetrievalModel(),
  );
  const replyTo = (message: string) => offlineAssistant().reply({ ...replyRequest({ message }), search: (question) => search(question) });

  it('is answered by the sentence that says what to do then, wherever it stands', async () => {
    const { response, cited } = await replyTo('Our Condor is leaking again, water all over the floor. I need somebody TODAY!!');
    expect(response).toContain('If the machine is leaking, first close the valve and pull the plug, then call.');
    expect(response).toContain('your request for somebody today');
    expect(response).not.toContain('$145');
    expect(cited).toEqual(['hours']);
  });

  it('is not answered by what the product is like', async () => {
    expect((await replyTo('Two drawers are missing from our Condor.')).cited).toEqual([]);
  });
});

describe('what a message asks', () => {
  it('is told with the item that answers it, or none', async () => {
    expect(await asksOf('Hi, how do I export a report? And do you have a museum of coffee? Regards, Jo')).toEqual([
      { text: 'How do I export a report?', answeredBy: 'k-export' },
      { text: 'Do you have a museum of coffee?', answeredBy: null },
    ]);
  });

  it('is nothing where a colleague has to act anyway, nothing is asked, or nobody could read it', async () => {
    for (const message of [
      'Please call me back tomorrow.',
      'Where is my order #1042?',
      'Thank you very much!',
      '¿Cuánto tarda la entrega? Gracias',
    ])
      expect([message, await asksOf(message)]).toEqual([message, []]);
  });

  it('of a reply by a model follows from its proven citations', () => {
    const reading = (message: string) => readMessage(replyRequest({ message }));
    const two = reading('Do you have a museum? And how do I export a report?');
    expect(asksOfCitations(two, [])).toEqual([
      { text: 'Do you have a museum?', answeredBy: null },
      { text: 'How do I export a report?', answeredBy: null },
    ]);
    expect(asksOfCitations(two, ['k-export'])).toEqual([]);
    const one = reading('Is there a report as a file?');
    expect(asksOfCitations(one, ['k-export'])).toEqual([{ text: 'Is there a report as a file?', answeredBy: 'k-export' }]);
    expect(asksOfCitations(one, ['k-export', 'k-returns'])).toEqual([]);
  });
});
