import { describe, expect, it } from 'vitest';
import { splitTags } from './training.ts';
import { CallImport, NewTrainingItem, SyncRequest, TrainingItemChanges } from './training-input.ts';
import { validationMessages } from './validation-messages.ts';

describe('tags', () => {
  it.each([
    ['a, b ,  , c', ['a', 'b', 'c']],
    ['Returns, returns,RETURNS', ['Returns']],
    ['two  words', ['two words']],
    ['', []],
    [' , ,', []],
  ])('in %j are %j', (line, tags) => expect(splitTags(line)).toEqual(tags));

  it('come as a line or a list', () => {
    const item = { title: 'T', content: 'C' };
    expect(NewTrainingItem.parse({ ...item, tags: 'a, b' }).tags).toEqual(['a', 'b']);
    expect(NewTrainingItem.parse({ ...item, tags: [' a ', '', 'a,b'] }).tags).toEqual(['a', 'b']);
  });

  it('are not too many nor too long', () => {
    const item = { title: 'T', content: 'C' };
    expect(validationMessages(NewTrainingItem, { ...item, tags: Array.from({ length: 21 }, (_, n) => `t${n}`) })).toEqual([
      'tags: At most 20 tags',
    ]);
    expect(validationMessages(NewTrainingItem, { ...item, tags: 'x'.repeat(41) })).toEqual(['tags: A tag has at most 40 characters']);
  });
});

describe('other ways to ask', () => {
  it.each([
    ['Where is my order?\n\n  where is MY order \nWhen will it arrive?', ['Where is my order?', 'When will it arrive?']],
    ['One way | another  way|still another', ['One way', 'another way|still another']],
    ['???\n!', []],
    [
      ['Line one\nLine two', 'line two!'],
      ['Line one', 'Line two'],
    ],
  ])('in %j are %j', (given, phrasings) =>
    expect(NewTrainingItem.parse({ title: 'T', content: 'C', alsoAskedAs: given }).alsoAskedAs).toEqual(phrasings),
  );

  it('are not too many nor too long', () => {
    const item = { title: 'T', content: 'C' };
    expect(validationMessages(NewTrainingItem, { ...item, alsoAskedAs: Array.from({ length: 51 }, (_, n) => `way ${n}`) })).toEqual([
      'alsoAskedAs: At most 50 other ways to ask',
    ]);
    expect(validationMessages(NewTrainingItem, { ...item, alsoAskedAs: ['x'.repeat(301)] })).toEqual([
      'alsoAskedAs: Each way to ask has at most 300 characters',
    ]);
  });
});

describe('a training item', () => {
  it('is knowledge entered by hand by default', () => {
    expect(NewTrainingItem.parse({ title: ' T ', content: ' C ' })).toEqual({
      title: 'T',
      content: 'C',
      category: 'knowledge',
      source: 'manual',
      tags: [],
      alsoAskedAs: [],
    });
  });

  it.each([
    [{}, ['title: Title is required', 'content: Content is required']],
    [{ title: ' ', content: '\n' }, ['title: Title is required', 'content: Content is required']],
    [{ title: 'T', content: 'x'.repeat(50_001) }, ['content: Please keep this under 50,000 characters']],
    [{ title: 'T', content: 'C', category: 'gossip' }, ['category: Unknown category']],
    [{ title: 'T', content: 'C', tags: [1] }, ['tags: Tags are a line with commas, or a list']],
  ])('%j is refused', (item, messages) => expect(validationMessages(NewTrainingItem, item)).toEqual(messages));

  it('is changed in what is given alone', () => {
    expect(TrainingItemChanges.parse({ isActive: false })).toEqual({ isActive: false });
    expect(validationMessages(TrainingItemChanges, { title: '' })).toEqual(['title: Title is required']);
  });
});

describe('an import', () => {
  const call = {
    id: 'CAL1',
    customer_name: 'Jo',
    customer_phone_number: '+15550101',
    duration: 12.7,
    transcription: 'Hello',
    start_time: '2026-11-20T09:30:00Z',
  };

  it('takes calls as the call tracker writes them', () => {
    expect(CallImport.parse({ transcriptions: [call, { id: 'CAL2' }] }).transcriptions).toMatchObject([
      { duration: 12, start_time: new Date('2026-11-20T09:30:00Z') },
      { id: 'CAL2', transcription: null, duration: null, start_time: null },
    ]);
  });

  it.each([
    ['a call', 'A call is an object'],
    [{ ...call, id: '' }, 'A call needs an id'],
    [{ ...call, duration: -1 }, 'A duration is never negative'],
    [{ ...call, duration: Number.NaN }, 'A duration is a number of seconds'],
    [{ ...call, duration: 1e12 }, 'A call lasts a day at most'],
    [{ ...call, start_time: 'yesterday' }, 'Must be a moment such as 2026-11-20T09:30:00Z'],
    [{ ...call, transcription: 'x'.repeat(500_001) }, 'Please keep this under 500,000 characters'],
  ])('refuses %j', (bad, messages) => expect(validationMessages(CallImport, { transcriptions: [bad] }).join()).toContain(messages));

  it('has a limit', () => {
    expect(validationMessages(CallImport, { transcriptions: Array.from({ length: 501 }, () => call) })).toEqual([
      'transcriptions: At most 500 calls at a time',
    ]);
    expect(validationMessages(CallImport, {})).toEqual(['transcriptions: Calls are a list']);
    expect(SyncRequest.parse({}).limit).toBe(50);
    expect(validationMessages(SyncRequest, { limit: 0 })).toEqual(['limit: limit must be at least 1']);
  });
});
