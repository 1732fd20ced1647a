import { describe, expect, it } from 'vitest';
import { depersonalize, missingFor, personalize, problemsIn, readTemplate, variablesIn } from './email-template.ts';

const US = { companyName: 'Brasswick' };
const DANA = { name: 'Dana Whitfield', email: 'dana@example.com', phone: '(555) 010-1234' };

describe('the variables of a template', () => {
  it.each([
    ['Hi {{first_name}}!', ['first_name']],
    ['{{ First Name }} and {{first_name}}', ['first_name']],
    ['{{phone}} {{email}} {{phone}}', ['phone', 'email']],
    ['{{unknown_thing}}', ['unknown_thing']],
    ['{{{first_name}}}', ['first_name']],
    ['{{ {{email}}', ['email']],
    ['{{}} {{ }} {{a<b}} {first_name} {{never', []],
    ['', []],
  ])('in %j are %j', (template, names) => expect(variablesIn(template)).toEqual(names));

  it('leave the rest as it was written', () => {
    for (const template of ['a {{b}} c', '{{', '}} {{ x }} {{', '{{{a}}}', '{{<b>}} {{c}}', '\n{{\n}}']) {
      expect(
        readTemplate(template)
          .map(({ text }) => text)
          .join(''),
        template,
      ).toBe(template);
    }
  });

  it('are found at once in a text of nothing but braces', () => {
    expect(variablesIn('{'.repeat(200_000), '{{'.repeat(50_000) + '}}'.repeat(50_000))).toEqual([]);
  });
});

describe('what the author should look at', () => {
  it.each([
    ['Hi {{frist_name}}', 'first_name'],
    ['Hi {{customername}}', 'customer_name'],
    ['Hi {{full_name}}', 'customer_name'],
    ['{{our_company_name}}', 'company_name'],
    ['{{phone_number}}', 'phone'],
  ])('%j gets the suggestion %s', (template, suggestion) => expect(problemsIn(template)).toMatchObject([{ suggestion }]));

  it('makes no suggestion when no variable is similar', () => {
    expect(problemsIn('{{discount_code}}')).toEqual([
      { message: '{{discount_code}} is not a variable we can fill in.', name: 'discount_code' },
    ]);
  });

  it('names the line in which braces are never closed', () => {
    expect(problemsIn('Hi {{first_name}},\n\nyour {{phone is')).toEqual([{ message: 'The {{ in line 3 is never closed with }}.' }]);
    expect(problemsIn('Hi {{first_name}}, fine.')).toEqual([]);
  });
});

describe('a template for one person', () => {
  it.each([
    ['Dear {{customer_name}},', DANA, 'Dear Dana Whitfield,'],
    ['{{first_name}} / {{last_name}}', DANA, 'Dana / Whitfield'],
    ['{{email}}, {{ phone }}', DANA, 'dana@example.com, (555) 010-1234'],
    ['{{company_name}}', DANA, 'Brasswick'],
    ['Dear {{customer_name}}', { name: '' }, 'Dear Customer'],
    ['Hi {{first_name}},', { name: ' ' }, 'Hi there,'],
    ['Dear {{last_name}}, hello', { name: 'Cher' }, 'Dear, hello'],
    ['Call {{phone}} or write', { name: 'Cher' }, 'Call or write'],
    ['{{nothing_known}}', DANA, '{{nothing_known}}'],
    ['{{unclosed', DANA, '{{unclosed'],
    ['Hi {{first_name}}', { name: '{{email}} X', email: 'a@b.example' }, 'Hi {{email}}'],
    ['Hi {{first_name}}', { name: '<b>Bo</b>' }, 'Hi <b>Bo</b>'],
  ])('%j is filled in', (template, person, letter) => expect(personalize(template, person, US)).toBe(letter));

  it('names the customer details that are missing', () => {
    expect(missingFor('{{first_name}} {{last_name}} {{phone}} {{company_name}} {{what}}', { name: 'Cher' })).toEqual([
      'last_name',
      'phone',
    ]);
  });
});

describe('a letter as a template', () => {
  it.each([
    ['Hi Dana, we at Brasswick …', 'Hi {{first_name}}, we at {{company_name}} …'],
    ['Dear Dana Whitfield', 'Dear {{customer_name}}'],
    ['Mrs. Whitfield', 'Mrs. {{last_name}}'],
    ['DANA@EXAMPLE.COM', '{{email}}'],
    ['call 555 010 1234 or 555.010.1234', 'call {{phone}} or {{phone}}'],
    ['Danas Dananov', 'Danas Dananov'],
    ['Already {{first_name}}, Dana', 'Already {{first_name}}, {{first_name}}'],
  ])('%j becomes %j', (letter, template) => expect(depersonalize(letter, DANA, US)).toBe(template));

  it('restores the same email', () => {
    const letter = 'Dear Dana Whitfield,\n\nwe call (555) 010-1234 tomorrow, Dana.\n\nBrasswick';
    expect(personalize(depersonalize(letter, DANA, US), DANA, US)).toBe(letter);
  });

  it('has a one-word name once', () => expect(depersonalize('Hi Cher', { name: 'Cher' }, US)).toBe('Hi {{first_name}}'));
});
