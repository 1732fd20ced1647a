import { describe, expect, it } from 'vitest';
import { templateFrom } from './from-reply.ts';

const DANA = { name: 'Dana Whitfield', email: 'dana@example.com', phone: '(555) 010-1234' };
const REPLY = {
  customerRequest: 'Hi,\n\nhow long does the delivery of a Heron take?\nDana',
  keyPoints: ['Heron', 'Asks: how long the delivery takes', 'Mood: positive'],
  responseType: 'sales' as const,
};
const made = (text: string, reply: Partial<typeof REPLY> | { responseType: 'support' } = {}, people = [DANA]) =>
  templateFrom({ ...REPLY, ...reply }, { text, people, companyName: 'Brasswick' });

describe('a reply as a template', () => {
  it('has variables in place of the customer’s details, and is named after the request', () => {
    const text = 'Dear Dana Whitfield,\n\nwe call you on 555 010 1234, Dana.\n\nMaya, Brasswick';
    expect(made(text)).toEqual({
      name: 'How long the delivery takes',
      subject: 'Re: how long the delivery takes',
      body: 'Dear {{customer_name}},\n\nwe call you on {{phone}}, {{first_name}}.\n\nMaya, {{company_name}}',
      type: 'follow_up',
    });
  });

  it('is a support template when support answered', () => expect(made('Hello', { responseType: 'support' }).type).toBe('support'));

  it('is named after the customer’s request when no point states one', () => {
    expect(made('Hello', { keyPoints: ['Mood: angry'] }).name).toBe('How long does the delivery of a Heron take?');
    expect(made('Hello', { keyPoints: [], customerRequest: 'Dana' })).toMatchObject({ name: 'Dana', subject: 'Re: {{first_name}}' });
  });

  it('has a name that fits a card, cut between words', () => {
    const { name } = made('Hello', { keyPoints: [`Wants: ${'a very long wish '.repeat(10)}`] });
    expect(name).toMatch(/^A very long wish .+ (a|very|long|wish)…$/);
    expect(name.length).toBeLessThanOrEqual(80);
  });

  it.each([
    ['Hi Erin,\n\nErin, yes.', 'Hi {{first_name}},\n\n{{first_name}}, yes.'],
    ['Good morning Erin Vance!\nVance & Sons', 'Good morning {{customer_name}}!\n{{last_name}} & Sons'],
    ['Hi there,\n\nthere it is', 'Hi there,\n\nthere it is'],
    ['Dear Team,\n\nTeam spirit', 'Dear Team,\n\nTeam spirit'],
    ['Dear Ms. Vance,', 'Dear Ms. Vance,'],
    ['Hi, Yes we can', 'Hi, Yes we can'],
    ['We greet nobody.', 'We greet nobody.'],
  ])('contains no name in the greeting, even if the customer is not on record: %j', (text, body) => {
    expect(made(text, {}, []).body).toBe(body);
  });

  it('replaces the customer’s name and the name in the greeting', () => {
    const office = { name: 'Red Barn Credit Union', email: 'office@redbarn.example', phone: '' };
    expect(made('Hi Erin,\n\nRed Barn Credit Union (office@redbarn.example)', {}, [office]).body).toBe(
      'Hi {{first_name}},\n\n{{customer_name}} ({{email}})',
    );
  });
});
