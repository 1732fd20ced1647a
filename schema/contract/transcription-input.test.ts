import { describe, expect, it } from 'vitest';
import { TRANSCRIPT_LIMIT } from './call.ts';
import { NewTranscription, TranscriptionChanges } from './transcription-input.ts';
import { validationMessages } from './validation-messages.ts';

const MONEY = 'callValue: Must be an amount from 0 to 99999999.99, such as 1,250.50';
const DURATION = 'duration: Must be whole seconds from 0 to 86,400';

describe('a call to add', () => {
  it('requires nothing but its text', () => {
    expect(NewTranscription.parse({ content: '  Rep: Hello.\n' })).toEqual({
      content: 'Rep: Hello.',
      type: null,
      title: null,
      customerId: null,
      leadId: null,
      repId: null,
      callerPhone: null,
      duration: null,
    });
  });

  it.each([
    [{}, 'content: Please enter transcription content.'],
    [{ content: '' }, 'content: Please enter transcription content.'],
    [{ content: ' \n\t\u0000\ufeff ' }, 'content: Please enter transcription content.'],
    [{ content: 'x'.repeat(TRANSCRIPT_LIMIT + 1) }, 'content: Please keep this under 500,000 characters'],
    [{ content: 'x', type: 'poem' }, 'type: Unknown call type'],
    [{ content: 'x', duration: -1 }, DURATION],
    [{ content: 'x', duration: 1.5 }, DURATION],
    [{ content: 'x', duration: 86_401 }, DURATION],
    [{ content: 'x', duration: '60' }, DURATION],
    [{ content: 'x', title: 'x'.repeat(201) }, 'title: Please keep this under 200 characters'],
  ])('is refused with %#: %s', (input, refusal) => {
    expect(validationMessages(NewTranscription, input)).toEqual([refusal]);
  });

  it('may be as long as the limit', () => {
    expect(NewTranscription.parse({ content: 'x'.repeat(TRANSCRIPT_LIMIT), type: '' })).toMatchObject({ type: null });
  });
});

describe('changes of a call', () => {
  it('hold only what was given', () => {
    expect(TranscriptionChanges.parse({})).toEqual({});
    expect(TranscriptionChanges.parse({ callValue: 12.5, customerId: '' })).toEqual({ callValue: '12.50', customerId: null });
    expect(TranscriptionChanges.parse({ callValue: null, priority: null, title: ' ' })).toEqual({
      callValue: null,
      priority: 'medium',
      title: null,
    });
  });

  it('contain each tag once, in any case, and no blank ones', () => {
    expect(TranscriptionChanges.parse({ tags: [' price ', 'Price', '', 'demo'] })).toEqual({ tags: ['Price', 'demo'] });
  });

  it.each([
    [{ callValue: -1 }, MONEY],
    [{ callValue: Number.NaN }, MONEY],
    [{ callValue: Number.POSITIVE_INFINITY }, MONEY],
    [{ callValue: 10 ** 12 }, MONEY],
    [{ callValue: 'abc' }, MONEY],
    [{ callValue: '12.3456' }, MONEY],
    [{ callValue: [] }, MONEY],
    [{ priority: 'urgent' }, 'priority: Unknown priority'],
    [{ type: '' }, 'type: Unknown call type'],
    [{ tags: 'a, b' }, 'tags: Tags must be a list'],
    [{ tags: Array.from({ length: 21 }, (_, n) => `tag ${n}`) }, 'tags: At most 20 tags'],
    [{ tags: ['x'.repeat(51)] }, 'tags.0: Please keep this under 50 characters'],
  ])('are refused with %j: %s', (input, refusal) => {
    expect(validationMessages(TranscriptionChanges, input)).toEqual([refusal]);
  });
});
