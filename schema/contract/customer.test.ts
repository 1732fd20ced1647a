import { describe, expect, it } from 'vitest';
import { ReplyBrief } from './assistant.ts';
import { CustomerChanges, NewCustomer } from './customer.ts';
import { splitName } from './person.ts';
import { validationMessages } from './validation-messages.ts';

describe('first and last name', () => {
  it.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['Ada', 'Ada', ''],
    ['  Jean  Luc\tPicard ', 'Jean Luc', 'Picard'],
    ['', '', ''],
  ])('of %j', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });
});

describe('a new customer', () => {
  it('needs a name and nothing else', () => {
    expect(NewCustomer.parse({ name: ' Ada ' })).toEqual({ name: 'Ada', email: null, phone: null, company: null, shopifyCustomerId: null });
  });

  it.each([
    [{}, 'name: Name is required'],
    [{ name: ' ' }, 'name: Name is required'],
    [{ name: 'Ada', email: 'ada' }, 'email: Invalid email'],
    [{ name: 'Ada', shopifyCustomerId: 5 }, 'shopifyCustomerId: Must be text'],
  ])('like %j is refused: %s', (input, refusal) => {
    expect(validationMessages(NewCustomer, input)).toEqual([refusal]);
  });
});

describe('changes of a customer', () => {
  it('leave alone what is not named and clear what is empty', () => {
    expect(CustomerChanges.parse({})).toEqual({});
    expect(CustomerChanges.parse({ phone: '', email: null })).toEqual({ phone: null, email: null });
    expect(validationMessages(CustomerChanges, { name: '' })).toEqual(['name: Name is required']);
  });
});

describe('a message to answer', () => {
  it('gets a sales reply unless another type is requested', () => {
    const brief = { customerRequest: 'Hello', responseType: 'sales', customerId: null, leadId: null };
    expect(ReplyBrief.parse({ customerRequest: ' Hello ' })).toEqual(brief);
    expect(ReplyBrief.parse({ customerRequest: 'Hello', responseType: null, customerId: '', leadId: null })).toEqual(brief);
  });

  it.each([
    [{}, 'customerRequest: Please enter a customer request.'],
    [{ customerRequest: ' \n ' }, 'customerRequest: Please enter a customer request.'],
    [{ customerRequest: null }, 'customerRequest: Please enter a customer request.'],
    [{ customerRequest: 'x'.repeat(20_001) }, 'customerRequest: Please keep this under 20,000 characters'],
    [{ customerRequest: 'Hello', responseType: 'poetry' }, 'responseType: Unknown response type'],
    [{ customerRequest: 'Hello', leadId: 5 }, 'leadId: Must be an id'],
  ])('is refused with its reason', (input, refusal) => {
    expect(validationMessages(ReplyBrief, input)).toEqual([refusal]);
  });
});
