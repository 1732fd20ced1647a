import { describe, expect, it } from 'vitest';
import { RESPONSE_TYPES } from '#contract/call.ts';
import { NewCustomer } from '#contract/customer.ts';
import { EmailType, FlowType } from '../generated/enums.ts';
import { CALLS } from './calls.ts';
import { COACHING_SESSIONS } from './coaching.ts';
import { CUSTOMERS } from './customers.ts';
import { byKey, covers, ordered, PHONE, rows } from './expectations.ts';
import { FLOWS } from './flows.ts';
import { LEADS } from './leads.ts';
import { MINUTES_PER_DAY, minutesBefore, STORY_DAYS } from './moment.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { ORDERS } from './orders.ts';
import { PEOPLE } from './people.ts';
import { EXAMPLE_MESSAGES, REPLIES } from './replies.ts';
import { EMAIL_TEMPLATES, RESPONSE_TEMPLATES } from './templates.ts';
import { TRAINING } from './training.ts';
import type { Moment } from './types.ts';

const STORY_MINUTES = STORY_DAYS * MINUTES_PER_DAY;
const PLACEHOLDER = /\{\{(\w+)\}\}/g;

const ALL = {
  people: PEOPLE,
  customers: CUSTOMERS,
  leads: LEADS,
  training: TRAINING,
  calls: CALLS,
  orders: ORDERS,
  emailTemplates: EMAIL_TEMPLATES,
  responseTemplates: RESPONSE_TEMPLATES,
  flows: FLOWS,
  sessions: COACHING_SESSIONS,
  replies: REPLIES,
  notifications: NOTIFICATIONS,
};

const people = byKey(PEOPLE);
const customers = byKey(CUSTOMERS);
const leads = byKey(LEADS);
const calls = byKey(CALLS);

const isMoment = (value: object): value is Moment => 'daysAgo' in value;

/** Every moment inside a record, however deep. */
function momentsOf(value: unknown): Moment[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(isMoment(value) ? [value] : []), ...Object.values(value).flatMap(momentsOf)];
}

const placeholders = (text: string): string[] => [...new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ''))];

describe('every record of the story', () => {
  it.each(Object.entries(ALL))('%s have keys of their own', (_name, records) => {
    expect(new Set(records.map(({ key }) => key)).size).toBe(records.length);
  });

  it.each(Object.entries(ALL))('%s lie within the story', (_name, records) => {
    const moments = momentsOf(records);
    expect(moments.length).toBeGreaterThan(0);
    for (const moment of moments) {
      expect(minutesBefore(moment)).toBeGreaterThanOrEqual(0);
      expect(minutesBefore(moment)).toBeLessThanOrEqual(STORY_MINUTES);
    }
  });

  it('names only addresses and numbers that belong to nobody', () => {
    const text = JSON.stringify(ALL);
    for (const [address] of text.matchAll(/[\w.+-]+@[\w.-]+\w/g)) expect(address).toMatch(/\.example$/);
    for (const [number] of text.matchAll(/\b\d{3}[-.]\d{4}\b/g)) expect(number).toMatch(/^555[-.]01\d\d$/);
  });
});

describe('people and customers', () => {
  it('sign in under names of their own, the demo person first', () => {
    expect(PEOPLE[0]).toMatchObject({ key: 'demo', username: 'demo', jobTitle: 'Sales Manager' });
    for (const field of ['username', 'email'] as const) expect(new Set(PEOPLE.map((person) => person[field])).size).toBe(PEOPLE.length);
  });

  it('are customers the contract accepts, each with an address and store id of its own', () => {
    const storeIds = CUSTOMERS.flatMap(({ shopifyCustomerId }) => shopifyCustomerId ?? []);
    expect(new Set(CUSTOMERS.map(({ email }) => email)).size).toBe(CUSTOMERS.length);
    expect(new Set(storeIds).size).toBe(storeIds.length);
    for (const customer of CUSTOMERS) {
      expect(NewCustomer.safeParse(customer).success).toBe(true);
      expect(customer.phone.replace(/\s/g, '')).toMatch(PHONE);
    }
  });
});

describe('templates', () => {
  it('cover every type', () => {
    covers(
      EMAIL_TEMPLATES.map(({ type }) => type),
      Object.values(EmailType),
    );
    covers(
      RESPONSE_TEMPLATES.map(({ type }) => type),
      RESPONSE_TYPES,
    );
  });

  it('list the placeholders they use', () => {
    for (const { subject, body, variables } of EMAIL_TEMPLATES) expect(variables).toEqual(placeholders(`${subject}\n${body}`));
    for (const { content, variables } of RESPONSE_TEMPLATES) expect(variables).toEqual(placeholders(content));
  });
});

// Specification, section 4.
const FLOW_STAGES: Record<FlowType, readonly string[]> = {
  sales_pipeline: ['awareness', 'interest', 'consideration', 'intent', 'evaluation', 'purchase', 'retention'],
  support_journey: ['issue_reported', 'acknowledged', 'investigating', 'solution_proposed', 'resolved'],
  onboarding_process: ['signed_up', 'profile_setup', 'first_interaction', 'training_completed', 'fully_onboarded'],
};

describe('flows', () => {
  it('are of every type', () =>
    covers(
      FLOWS.map(({ flowType }) => flowType),
      Object.values(FlowType),
    ));

  it.each(rows(FLOWS))('%s goes through its stages in order', (_key, flow) => {
    const names = flow.stages.map(({ stage }) => stage);
    expect(names).toEqual(FLOW_STAGES[flow.flowType].slice(0, names.length));
    expect(flow.currentStage).toBe(names.at(-1));
    expect(flow.completed !== null).toBe(names.length === FLOW_STAGES[flow.flowType].length);
    ordered(flow.stages.map(({ at }) => at));
    ordered(flow.interactions.map(({ at }) => at));
    expect(flow.stages.slice(0, -1).every(({ duration }) => duration !== null && duration > 0)).toBe(true);
    const customer = customers.get(flow.customer);
    if (!customer) throw new Error(`${flow.key} has no customer`);
    expect(minutesBefore(flow.started)).toBeLessThanOrEqual(minutesBefore(customer.created));
  });
});

describe('coaching', () => {
  it('looks at calls that had taken place, and puts to use what it found before', () => {
    for (const { key, person, calls: looked, created, implemented } of COACHING_SESSIONS) {
      expect(people.has(person)).toBe(true);
      for (const call of looked) ordered([calls.get(call)?.at ?? created, created]);
      for (const call of looked) expect(calls.has(call), `${key}: ${call}`).toBe(true);
      for (const { at } of implemented) ordered([created, at]);
    }
  });
});

describe('replies and notifications', () => {
  it('answer messages of both kinds, some of them used', () => {
    covers(
      REPLIES.map(({ responseType }) => responseType),
      RESPONSE_TYPES,
    );
    covers(
      EXAMPLE_MESSAGES.map(({ responseType }) => responseType),
      RESPONSE_TYPES,
    );
    expect(new Set(REPLIES.map(({ used }) => used)).size).toBe(2);
  });

  it('come from customers and leads of the story', () => {
    for (const reply of REPLIES) {
      expect(people.has(reply.by)).toBe(true);
      expect(reply.customer === undefined || customers.has(reply.customer)).toBe(true);
      expect(reply.lead === undefined || leads.get(reply.lead)?.customer === reply.customer).toBe(true);
    }
  });

  it('leave the demo person exactly three unread notifications', () => {
    expect(NOTIFICATIONS.every(({ person }) => person === 'demo')).toBe(true);
    expect(NOTIFICATIONS.filter(({ read }) => read === null)).toHaveLength(3);
    for (const { created, read, link } of NOTIFICATIONS) {
      expect(['/pipeline', '/transcriptions', '/coaching', '/interaction-flows', '/orders']).toContain(link);
      if (read) ordered([created, read]);
    }
  });
});
