import { describe, expect, it } from 'vitest';
import { customVariables, fallbacks, renderTemplate, unfilled } from './render-template.ts';

const QUOTE = { subject: 'Your {{machine}}, {{first_name}}', body: '{{ Monthly Amount }} for {{machine}}, {{phone}} {{last_name}}' };

describe('custom variables', () => {
  it('are all that are not filled in from the customer', () => expect(customVariables(QUOTE)).toEqual(['machine', 'monthly_amount']));

  it('are replaced everywhere; blank ones stay', () => {
    expect(renderTemplate(QUOTE.body, { monthly_amount: '$279', machine: ' ' })).toBe('$279 for {{machine}}, {{phone}} {{last_name}}');
  });

  it('are marked until they are filled in', () => {
    expect(unfilled('Your {{machine}}, {{first_name}}', 'Your {{machine}}, Jo')).toEqual([
      { text: 'Your ', hit: false },
      { text: '{{machine}}', hit: true },
      { text: ', Jo', hit: false },
    ]);
    expect(unfilled('Hi {{first_name}}', 'Hi {{odd}}')).toEqual([{ text: 'Hi {{odd}}', hit: false }]);
  });
});

it('lists missing customer fields and their fallbacks', () => {
  expect(fallbacks(QUOTE, { name: 'Cher', phone: null })).toEqual([
    'No phone on record: left blank.',
    'No last name on record: left blank.',
  ]);
  expect(fallbacks(QUOTE, { name: '', phone: '555' })).toContain('No first name on record: “there” is used instead.');
  expect(fallbacks({ subject: '', body: '{{customer_name}}' }, { name: '' })).toEqual(['No name on record: “Customer” is used instead.']);
});
