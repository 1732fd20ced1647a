import { describe, expect, it } from 'vitest';
import { RESPONSE_TYPES } from '#contract/call.ts';
import { sentimentBand } from '#contract/live-call.ts';
import { measure } from '#domain/conversation/measure.ts';
import { Priority } from '../../generated/enums.ts';
import { CALLS } from '../calls.ts';
import { CUSTOMERS } from '../customers.ts';
import { byKey, covers, MONEY, ordered, rows, words } from '../expectations.ts';
import { LEADS } from '../leads.ts';
import { PEOPLE } from '../people.ts';

const people = byKey(PEOPLE);
const customers = byKey(CUSTOMERS);
const leads = byKey(LEADS);

const turns = (dialogue: string): string[] => dialogue.trim().split('\n');

describe('calls', () => {
  it('are of every type, sentiment, priority and source', () => {
    covers(
      CALLS.map(({ type }) => type),
      RESPONSE_TYPES,
    );
    covers(
      CALLS.map(({ sentiment }) => sentiment),
      ['positive', 'neutral', 'negative'],
    );
    covers(
      CALLS.map(({ priority }) => priority),
      Object.values(Priority),
    );
    covers(
      CALLS.map(({ metadata }) => metadata.source),
      ['manual', 'callrail'],
    );
  });

  it('are long enough to learn from', () => {
    expect(CALLS.filter(({ dialogue }) => turns(dialogue).length >= 25).length).toBeGreaterThanOrEqual(6);
    expect(CALLS.some(({ tags }) => tags.length > 5)).toBe(true);
  });

  it.each(rows(CALLS))('%s is a dialogue of labelled lines between known people', (_key, call) => {
    const lines = turns(call.dialogue);
    for (const [index, line] of lines.entries()) expect(line).toMatch(index % 2 === 0 ? /^Rep: \S/ : /^Customer: \S/);
    expect((words(call.dialogue) / call.duration) * 60).toBeLessThan(190);
    expect(people.has(call.rep)).toBe(true);
    expect(call.customer === undefined || customers.has(call.customer)).toBe(true);
    expect(call.lead === undefined || leads.get(call.lead)?.customer === call.customer).toBe(true);
    expect(call.callValue === null || MONEY.test(call.callValue)).toBe(true);
  });

  it.each(rows(CALLS))('%s feels as what is counted of it says', (_key, { dialogue, duration, sentiment }) => {
    const { sentimentScore } = measure(dialogue.trim(), { durationSeconds: duration });
    expect(sentimentBand(sentimentScore ?? 0).label.toLowerCase()).toBe(sentiment);
  });

  it('have call ids of their own, the newest call first', () => {
    const ids = CALLS.flatMap(({ metadata }) => (metadata.source === 'callrail' ? metadata.callId : []));
    expect(new Set(ids).size).toBe(ids.length);
    ordered(CALLS.map(({ at }) => at).reverse());
  });
});
