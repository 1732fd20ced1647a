import { describe, expect, it } from 'vitest';
import { EmailRequest, EmailTemplateChanges, EmailTemplateFilter, NewEmailTemplate } from './email-template-input.ts';
import { validationMessages } from './validation-messages.ts';

const TEMPLATE = { name: 'Hello', subject: 'Hi {{first_name}}', body: 'Dear {{customer_name}}', type: 'quote' };

describe('a new template', () => {
  it('is stored without outer white space, as a welcome email by default', () => {
    expect(NewEmailTemplate.parse({ ...TEMPLATE, name: ' Hello ', variables: ['mine'] })).toEqual(TEMPLATE);
    expect(NewEmailTemplate.parse({ ...TEMPLATE, type: null }).type).toBe('welcome');
  });

  it('has a name and a subject of one line, and a body of many', () => {
    const pasted = { ...TEMPLATE, subject: 'One\r\n  two\nthree', body: 'One\n\ntwo' };
    expect(NewEmailTemplate.parse(pasted)).toMatchObject({ subject: 'One two three', body: 'One\n\ntwo' });
  });

  it('may hold braces that are never closed, and markup: both are text', () => {
    const odd = { ...TEMPLATE, subject: 'Hi {{first_name', body: '<b>{{</b> {{what}}' };
    expect(NewEmailTemplate.parse(odd)).toEqual(odd);
  });

  it.each([
    [{ name: ' ' }, 'name: Please fill in all required fields'],
    [{ subject: undefined }, 'subject: Please fill in all required fields'],
    [{ body: '\n\t' }, 'body: Please fill in all required fields'],
    [{ body: null }, 'body: Please fill in all required fields'],
    [{ name: 5 }, 'name: Must be text'],
    [{ type: 'poem' }, 'type: Unknown email type'],
    [{ subject: 'x'.repeat(201) }, 'subject: Please keep this under 200 characters'],
    [{ body: 'x'.repeat(20_001) }, 'body: Please keep this under 20,000 characters'],
  ])('with %j is refused: %s', (change, refusal) => {
    expect(validationMessages(NewEmailTemplate, { ...TEMPLATE, ...change })).toEqual([refusal]);
  });
});

describe('changes of a template', () => {
  it('leave alone what is not named', () => {
    expect(EmailTemplateChanges.parse({})).toEqual({});
    expect(EmailTemplateChanges.parse({ name: 'New' })).toEqual({ name: 'New' });
  });

  it('leave nothing blank', () => {
    expect(validationMessages(EmailTemplateChanges, { subject: '', body: null })).toEqual([
      'subject: Please fill in all required fields',
      'body: Please fill in all required fields',
    ]);
  });
});

it.each([
  [undefined, null],
  ['', null],
  ['all', null],
  [null, null],
  ['follow_up', 'follow_up'],
])('the filter %j means %j', (type, parsed) => expect(EmailTemplateFilter.parse({ type })).toEqual({ type: parsed }));

describe('a request for a template', () => {
  it('defaults to a professional welcome email', () => {
    const defaults = { type: 'welcome', tone: 'professional', purpose: null, context: null };
    expect(EmailRequest.parse({})).toEqual(defaults);
    expect(EmailRequest.parse({ type: null, tone: null, purpose: ' ', context: '' })).toEqual(defaults);
  });

  it.each([
    [{ tone: 'rude' }, 'tone: Unknown tone'],
    [{ type: '' }, 'type: Unknown email type'],
    [{ purpose: 'x'.repeat(501) }, 'purpose: Please keep this under 500 characters'],
    [{ context: 'x'.repeat(2_001) }, 'context: Please keep this under 2,000 characters'],
  ])('like %j is refused: %s', (input, refusal) => expect(validationMessages(EmailRequest, input)).toEqual([refusal]));

  it('names an unknown type of a filter', () =>
    expect(validationMessages(EmailTemplateFilter, { type: 'poem' })).toEqual(['type: Unknown email type']));
});
