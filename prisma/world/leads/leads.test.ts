import { describe, expect, it } from 'vitest';
import { LEAD_SOURCES, LEAD_STAGES } from '#contract/lead.ts';
import { TEXT_LIMITS } from '#contract/limits.ts';
import { CALLS } from '../calls.ts';
import { CUSTOMERS } from '../customers.ts';
import { byKey, covers, MONEY, ordered, PHONE, rows } from '../expectations.ts';
import { LEADS } from '../leads.ts';
import { minutesBefore } from '../moment.ts';
import { PEOPLE } from '../people.ts';

const people = byKey(PEOPLE);
const customers = byKey(CUSTOMERS);

describe('leads', () => {
  it('fill every stage and come from every source', () => {
    covers(
      LEADS.map(({ stage }) => stage),
      LEAD_STAGES,
    );
    covers(
      LEADS.map(({ source }) => source),
      LEAD_SOURCES,
    );
  });

  it.each(rows(LEADS))('%s has a history that ends where it stands', (_key, lead) => {
    expect(lead.history[0]?.stage).toBe('leads');
    expect(lead.history.at(-1)?.stage).toBe(lead.stage);
    ordered(lead.history);
    for (const [index, move] of lead.history.entries()) {
      expect(people.has(move.by)).toBe(true);
      expect(move.stage).not.toBe(lead.history[index - 1]?.stage);
    }
    expect(lead.value).toMatch(MONEY);
    expect(lead.phone.replace(/\s/g, '')).toMatch(PHONE);
    expect(lead.notes.length).toBeLessThanOrEqual(TEXT_LIMITS.note);
  });

  it('are the customers they are linked to, and not older than them', () => {
    for (const lead of LEADS.filter(({ customer }) => customer !== undefined)) {
      const customer = customers.get(lead.customer ?? '');
      const [created] = lead.history;
      if (!customer || !created) throw new Error(`${lead.key} has no customer`);
      expect(lead).toMatchObject({ name: customer.name, company: customer.company, email: customer.email });
      expect(minutesBefore(created)).toBeLessThanOrEqual(minutesBefore(customer.created));
    }
  });

  it('were last spoken to after they appeared, and no earlier than their latest call', () => {
    for (const lead of LEADS) {
      const [created] = lead.history;
      if (!lead.lastContact || !created) continue;
      expect(minutesBefore(lead.lastContact)).toBeLessThanOrEqual(minutesBefore(created));
      for (const call of CALLS.filter((each) => each.lead === lead.key)) {
        expect(minutesBefore(lead.lastContact)).toBeLessThanOrEqual(minutesBefore(call.at));
      }
    }
  });
});
