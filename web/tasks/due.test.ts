import { describe, expect, it } from 'vitest';
import type { LeadStage } from '#contract/lead.ts';
import { configureFormats } from '#web/lib/format/formats.ts';
import { addDays, dayFromWords, dueOf, needsNextStep } from './due.ts';

const NOW = new Date('2026-11-24T15:00:00.000Z');

describe('a task', () => {
  it.each([
    [{ dueOn: '2026-11-23', dueAt: null }, 'Overdue since Nov 23', true],
    [{ dueOn: '2026-11-24', dueAt: null }, 'Today', false],
    [{ dueOn: '2026-11-25', dueAt: null }, 'Tomorrow', false],
    [{ dueOn: '2026-12-01', dueAt: null }, 'Dec 1', false],
    [{ dueOn: null, dueAt: '2026-11-24T14:30:00.000Z' }, 'Overdue since today 14:30', true],
    [{ dueOn: null, dueAt: '2026-11-20T14:30:00.000Z' }, 'Overdue since Nov 20', true],
    [{ dueOn: null, dueAt: '2026-11-24T15:30:00.000Z' }, 'Today 15:30', false],
    [{ dueOn: null, dueAt: '2026-11-30T09:00:00.000Z' }, 'Nov 30 09:00', false],
  ])('due %j reads %s', (due, label, isOverdue) => {
    configureFormats({ locale: 'en-US-u-hc-h23', timeZone: 'UTC', currency: 'USD' });
    expect(dueOf(due, NOW)).toEqual({ label, isOverdue });
  });

  it('is due where the workspace is', () => {
    configureFormats({ locale: 'en-US', timeZone: 'Pacific/Kiritimati', currency: 'USD' });
    expect(dueOf({ dueOn: '2026-11-24', dueAt: null }, NOW)).toEqual({ label: 'Overdue since Nov 24', isOverdue: true });
    configureFormats({ locale: null, timeZone: null, currency: 'USD' });
  });

  it('may be put off over the end of a month', () => {
    expect([addDays('2026-11-30', 1), addDays('2026-12-31', 7)]).toEqual(['2026-12-01', '2027-01-07']);
  });
});

describe('words of a call on a Tuesday', () => {
  it.each([
    ['today', '2026-11-24'],
    ['this afternoon', '2026-11-24'],
    ['tomorrow', '2026-11-25'],
    ['by Friday', '2026-11-27'],
    ['on Tuesday', '2026-12-01'],
    ['next week', '2026-12-01'],
    ['in two days', '2026-11-26'],
    ['in a week', '2026-12-01'],
    ['in 10 days', '2026-12-04'],
    ['once the parts are here', '2026-11-25'],
    [null, '2026-11-25'],
  ])('like %s mean %s', (words, day) => {
    expect(dayFromWords(words, '2026-11-24')).toBe(day);
  });
});

it('the next step of a lead is asked for while the lead is open and none is still to come', () => {
  const needs = (stage: LeadStage, nextStepDueBy: string | null) => needsNextStep({ stage, nextStepDueBy });
  expect([needs('quoted', null), needs('quoted', '2020-01-01T00:00:00.000Z'), needs('quoted', '2999-01-01T00:00:00.000Z')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([needs('won', null), needs('won', '2020-01-01T00:00:00.000Z')]).toEqual([false, false]);
});
