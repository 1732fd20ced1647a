import { describe, expect, it } from 'vitest';
import { LEAD_SOURCES, LEAD_STAGES, lastContactLabel, SOURCE_LABELS, STAGE_LABELS, STAGE_NOTES, winBand, winProbability } from './lead.ts';
import { LeadChanges, MoveLead, NewLead } from './lead-input.ts';
import { validationMessages } from './validation-messages.ts';

it('has the six stages, the notes and the sources of the specification', () => {
  expect(STAGE_LABELS).toEqual({
    leads: 'Leads',
    needs_quote: 'Needs Quote',
    quoted: 'Quoted',
    needs_follow_up: 'Follow Up',
    waiting: 'Waiting',
    won: 'Won',
  });
  expect(STAGE_NOTES).toEqual({ quoted: 'Quote pending', needs_follow_up: 'Follow-up needed', won: 'Sale completed' });
  expect(Object.entries(SOURCE_LABELS).flat().join(' ')).toBe(
    'website Website referral Referral cold_call Cold Call linkedin LinkedIn trade_show Trade Show email Email other Other',
  );
});

describe('the chance of winning', () => {
  it.each([
    ['leads', 20, 10],
    ['needs_quote', 35, 25],
    ['quoted', 60, 50],
    ['needs_follow_up', 80, 70],
    ['waiting', 50, 40],
    ['won', 95, 95],
  ] as const)('of a lead in %s is %i while it is young and %i later', (stage, young, old) => {
    expect([0, 29].map((days) => winProbability(stage, days))).toEqual([young, young]);
    expect([30, 400].map((days) => winProbability(stage, days))).toEqual([old, old]);
  });

  it('has a colour', () => {
    expect([0, 39, 40, 59, 60, 79, 80, 95].map(winBand)).toEqual(['red', 'red', 'yellow', 'yellow', 'blue', 'blue', 'green', 'green']);
  });
});

describe('time that has passed', () => {
  it.each([
    [0, 'Today'],
    [1, 'Yesterday'],
    [2, '2 days ago'],
    [6, '6 days ago'],
    [7, '1 week ago'],
    [13, '1 week ago'],
    [14, '2 weeks ago'],
    [29, '4 weeks ago'],
    [30, '1 month ago'],
    [59, '1 month ago'],
    [60, '2 months ago'],
    [365, '12 months ago'],
  ])('of %i days reads %s', (days, label) => {
    expect(lastContactLabel(days)).toBe(label);
  });
});

describe('a new lead', () => {
  it('needs a name and nothing else', () => {
    expect(NewLead.parse({ name: '  Jo March ' })).toEqual({
      name: 'Jo March',
      email: null,
      phone: null,
      company: null,
      value: null,
      source: 'website',
      customerId: null,
    });
  });

  it.each(LEAD_SOURCES)('may come from %s', (source) => {
    expect(NewLead.parse({ name: 'Jo', source }).source).toBe(source);
  });

  it.each([
    [{}, 'name: Name is required'],
    [{ name: null }, 'name: Name is required'],
    [{ name: ' \t ' }, 'name: Name is required'],
    [{ name: '\u0000\u0007' }, 'name: Name is required'],
    [{ name: 5 }, 'name: Must be text'],
    [{ name: 'J'.repeat(201) }, 'name: Please keep this under 200 characters'],
    [{ name: 'Jo', email: 'jo at home' }, 'email: Invalid email'],
    [{ name: 'Jo', phone: 555 }, 'phone: Must be text'],
    [{ name: 'Jo', company: ['Acme'] }, 'company: Must be text'],
    [{ name: 'Jo', value: 'much' }, 'value: Must be an amount from 0 to 99999999.99, such as 1,250.50'],
    [{ name: 'Jo', source: '' }, 'source: Unknown source'],
    [{ name: 'Jo', source: 'pigeon' }, 'source: Unknown source'],
    [{ name: 'Jo', customerId: 'a\u0000' }, 'customerId: Must be an id'],
    [{ name: 'Jo', customerId: 7 }, 'customerId: Must be an id'],
  ])('like %j is refused: %s', (input, refusal) => {
    expect(validationMessages(NewLead, input)).toEqual([refusal]);
  });

  it('reports every invalid field at once', () => {
    expect(validationMessages(NewLead, { name: '', email: 'x' })).toEqual(['name: Name is required', 'email: Invalid email']);
  });
});

describe('changes of a lead', () => {
  it('leave alone what is not named', () => {
    expect(LeadChanges.parse({})).toEqual({});
    expect(LeadChanges.parse({ phone: '1' })).toEqual({ phone: '1' });
  });

  it('clear what is empty or null', () => {
    const cleared = { email: null, phone: null, company: null, value: null, notes: null, customerId: null };
    expect(LeadChanges.parse({ email: '', phone: '', company: ' ', value: '', notes: '', customerId: '' })).toEqual(cleared);
    expect(LeadChanges.parse({ email: null, phone: null, company: null, value: null, notes: null, customerId: null })).toEqual(cleared);
  });

  it('cannot take the name or the source away', () => {
    expect(validationMessages(LeadChanges, { name: null })).toEqual(['name: Name is required']);
    expect(validationMessages(LeadChanges, { name: '' })).toEqual(['name: Name is required']);
    expect(validationMessages(LeadChanges, { source: null })).toEqual(['source: Unknown source']);
    expect(validationMessages(LeadChanges, { notes: 'n'.repeat(5_001) })).toEqual(['notes: Please keep this under 5,000 characters']);
  });
});

describe('a move', () => {
  it('goes to one of the six columns', () => {
    for (const stage of LEAD_STAGES) expect(MoveLead.parse({ stage })).toEqual({ stage });
    for (const stage of ['lost', 'WON', '', null, undefined, 5])
      expect(validationMessages(MoveLead, { stage })).toEqual(['stage: Unknown stage']);
  });
});
