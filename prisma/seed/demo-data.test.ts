import { describe, expect, it } from 'vitest';
import { RESPONSE_TYPES } from '#contract/call.ts';
import { FLOW_STAGES } from '#contract/flow.ts';
import { LEAD_SOURCES, LEAD_STAGES } from '#contract/lead.ts';
import { sentimentBand } from '#contract/live-call.ts';
import { measure } from '#domain/conversation/measure.ts';
import { EmailType, FlowType, Priority, TrainingCategory } from '../generated/enums.ts';
import { loadDemoData } from './demo-data.ts';
import { demoFlows } from './demo-flows.ts';
import { demoOrders, toCents } from './demo-orders.ts';
import { DEMO_DAYS, MINUTES_PER_DAY, Moment } from './moment.ts';

const data = loadDemoData();
const lists = { ...data, orders: demoOrders(data), flows: demoFlows(data) };
const { people, customers, leads, calls, training, orders, flows, coachingSessions, replies, notifications, products } = lists;

const KEYED = {
  people,
  customers,
  leads,
  training,
  calls,
  orders,
  flows,
  coachingSessions,
  replies,
  notifications,
  emailTemplates: data.emailTemplates,
  responseTemplates: data.responseTemplates,
};

/** A number reserved for fiction, without its spaces. */
const PHONE = /555\D?01\d{2}(?!\d)/;

const byKey = <Row extends { key: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.key, row]));
const table = <Row extends { key: string }>(rows: readonly Row[]) => rows.map((row) => [row.key, row] as const);
const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;

const peopleByKey = byKey(people);
const customersByKey = byKey(customers);
const leadsByKey = byKey(leads);
const callsByKey = byKey(calls);

/** Every value of a closed set occurs, and no other. */
const expectAll = (used: readonly string[], set: readonly string[]): void => expect([...new Set(used)].sort()).toEqual([...set].sort());

/** The moments follow one another. */
function expectInOrder(moments: readonly Moment[]): void {
  const minutes = moments.map(({ minutesBefore }) => minutesBefore);
  expect(minutes).toEqual(minutes.toSorted((one, other) => other - one));
}

/** Every moment inside a row, however deep. */
function momentsIn(value: unknown): Moment[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('minutesBefore' in value) return [{ minutesBefore: Number(value.minutesBefore) }];
  return Object.values(value).flatMap(momentsIn);
}

describe('every list', () => {
  it.each(Object.entries(KEYED))('%s has unique keys', (_name, rows) => {
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it.each(Object.entries(KEYED))(`%s lies within the ${DEMO_DAYS} days`, (_name, rows) => {
    const moments = momentsIn(rows);
    expect(moments.length).toBeGreaterThan(0);
    for (const { minutesBefore } of moments) {
      expect(minutesBefore).toBeGreaterThanOrEqual(0);
      expect(minutesBefore).toBeLessThanOrEqual(DEMO_DAYS * MINUTES_PER_DAY);
    }
  });

  it('has only addresses and numbers that belong to nobody', () => {
    const text = JSON.stringify(KEYED);
    for (const [address] of text.matchAll(/[\w.+-]+@[\w.-]+\w/g)) expect(address).toMatch(/\.example$/);
    for (const [number] of text.matchAll(/\b\d{3}[-.]\d{4}\b/g)) expect(number).toMatch(/^555[-.]01\d\d$/);
  });
});

describe('a moment', () => {
  it.each([
    ['P17DT500M', 17 * MINUTES_PER_DAY + 500],
    ['P90D', 90 * MINUTES_PER_DAY],
    ['PT0M', 0],
  ])('%s is %i minutes before now', (duration, minutesBefore) => expect(Moment.parse(duration)).toEqual({ minutesBefore }));

  it.each(['P', 'PT', 'P91D', '17 days', 'P1DT', 'P1W'])('%s is refused', (duration) =>
    expect(Moment.safeParse(duration).success).toBe(false),
  );
});

describe('people and customers', () => {
  it('have unique usernames and emails, the demo person first', () => {
    expect(people[0]).toMatchObject({ key: 'demo', username: 'demo', jobTitle: 'Sales Manager' });
    for (const field of ['username', 'email'] as const) expect(new Set(people.map((person) => person[field])).size).toBe(people.length);
  });

  it('have unique emails and store ids, and phone numbers reserved for fiction', () => {
    const storeIds = customers.flatMap(({ shopifyCustomerId }) => shopifyCustomerId ?? []);
    expect(new Set(customers.map(({ email }) => email)).size).toBe(customers.length);
    expect(new Set(storeIds).size).toBe(storeIds.length);
    for (const { phone } of customers) expect(phone.replace(/\s/g, '')).toMatch(PHONE);
  });
});

describe('leads', () => {
  it('fill every stage and come from every source', () => {
    expectAll(
      leads.flatMap(({ history }) => history.at(-1)?.stage ?? []),
      LEAD_STAGES,
    );
    expectAll(
      leads.map(({ source }) => source),
      LEAD_SOURCES,
    );
  });

  it.each(table(leads))('%s has a history that begins in the first stage', (_key, { history, phone }) => {
    expect(history[0]?.stage).toBe('leads');
    expectInOrder(history.map(({ at }) => at));
    for (const [index, move] of history.entries()) {
      expect(peopleByKey.has(move.by)).toBe(true);
      expect(move.stage).not.toBe(history[index - 1]?.stage);
    }
    expect(phone.replace(/\s/g, '')).toMatch(PHONE);
  });

  it('are the customers they are linked to, and not older than them', () => {
    for (const lead of leads.filter(({ customer }) => customer !== undefined)) {
      const customer = customersByKey.get(lead.customer ?? '');
      const [created] = lead.history;
      if (!customer || !created) throw new Error(`${lead.key} has no customer`);
      expect(lead).toMatchObject({ name: customer.name, company: customer.company, email: customer.email });
      expect(created.at.minutesBefore).toBeLessThanOrEqual(customer.created.minutesBefore);
    }
  });

  it('were last contacted after they appeared, and no earlier than their latest call', () => {
    for (const { key, lastContact, history } of leads) {
      const [created] = history;
      if (!lastContact || !created) continue;
      expect(lastContact.minutesBefore).toBeLessThanOrEqual(created.at.minutesBefore);
      for (const call of calls.filter(({ lead }) => lead === key)) {
        expect(lastContact.minutesBefore).toBeLessThanOrEqual(call.at.minutesBefore);
      }
    }
  });
});

describe('calls', () => {
  it('are of every type, sentiment, priority and source', () => {
    expectAll(
      calls.map(({ type }) => type),
      RESPONSE_TYPES,
    );
    expectAll(
      calls.map(({ sentiment }) => sentiment),
      ['positive', 'neutral', 'negative'],
    );
    expectAll(
      calls.map(({ priority }) => priority),
      Object.values(Priority),
    );
    expectAll(
      calls.map(({ metadata }) => metadata.source),
      ['manual', 'callrail'],
    );
  });

  it('are long enough to learn from', () => {
    expect(calls.filter(({ text }) => text.split('\n').length >= 25).length).toBeGreaterThanOrEqual(6);
    expect(calls.some(({ tags }) => tags.length > 5)).toBe(true);
  });

  it.each(table(calls))('%s is a dialogue of labeled lines between known people', (_key, call) => {
    for (const [index, line] of call.text.split('\n').entries()) expect(line).toMatch(index % 2 === 0 ? /^Rep: \S/ : /^Customer: \S/);
    expect((countWords(call.text) / call.duration) * 60).toBeLessThan(190);
    expect(peopleByKey.has(call.rep)).toBe(true);
    expect(call.customer === undefined || customersByKey.has(call.customer)).toBe(true);
    expect(call.lead === undefined || leadsByKey.get(call.lead)?.customer === call.customer).toBe(true);
  });

  it('have the sentiment that is measured in them, two times in three, and never the opposite', () => {
    const pairs = calls.map(({ text, duration, sentiment }) => {
      const { sentimentScore } = measure(text, { durationSeconds: duration });
      return { sentiment, measured: sentimentBand(sentimentScore ?? 0).label.toLowerCase() };
    });
    expect(pairs.filter(({ sentiment, measured }) => sentiment === measured).length).toBeGreaterThanOrEqual((calls.length * 2) / 3);
    expect(pairs.filter(({ sentiment, measured }) => sentiment !== measured && ![sentiment, measured].includes('neutral'))).toEqual([]);
  });

  it('have unique call ids', () => {
    const ids = calls.flatMap(({ metadata }) => (metadata.source === 'callrail' ? metadata.callId : []));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('orders', () => {
  it('are of every status, and some are recent', () => {
    expectAll(
      orders.map(({ status }) => status),
      ['paid', 'pending', 'shipped', 'delivered', 'cancelled', 'refunded'],
    );
    const within = (days: number) => orders.filter(({ created }) => created.minutesBefore < days * MINUTES_PER_DAY).length;
    expect(within(7)).toBeGreaterThanOrEqual(6);
    expect(within(1)).toBeGreaterThanOrEqual(2);
  });

  it('are numbered in the order of their dates', () => {
    expectInOrder(orders.map(({ created }) => created));
    for (const [index, { orderNumber }] of orders.entries()) expect(orderNumber).toBe(`#${1031 + index}`);
    expect(new Set(orders.map(({ shopifyOrderId }) => shopifyOrderId)).size).toBe(orders.length);
  });

  it.each(table(orders))('%s adds up, delivery included', (_key, { lineItems, shopifyOrderId, totalPrice, customer: key, created }) => {
    const sum = (lines: typeof lineItems) => lines.reduce((cents, line) => cents + toCents(line.price) * line.quantity, 0);
    const delivery = lineItems.filter(({ sku }) => sku === products.get('delivery')?.sku);
    const goods = sum(lineItems) - sum(delivery);
    expect(shopifyOrderId).toMatch(/^\d{13}$/);
    expect(totalPrice).toMatch(/^(0|[1-9]\d{0,7})\.\d{2}$/);
    expect(toCents(totalPrice)).toBe(sum(lineItems));
    expect(delivery.length).toBe(goods < 15_000 && !lineItems.some(({ sku }) => sku.endsWith('-S')) ? 1 : 0);
    const customer = key === undefined ? undefined : customersByKey.get(key);
    expect(customer === undefined).toBe(key === undefined);
    if (customer) expect(created.minutesBefore).toBeLessThanOrEqual(customer.created.minutesBefore);
  });
});

describe('training items', () => {
  it('cover every category', () =>
    expectAll(
      training.map(({ category }) => category),
      Object.values(TrainingCategory),
    ));

  it.each(table(training))('%s has substance', (_key, { text, tags }) => {
    expect(countWords(text)).toBeGreaterThanOrEqual(80);
    expect(countWords(text)).toBeLessThanOrEqual(250);
    expect(tags.length).toBeGreaterThan(2);
  });

  it.each(['wren', 'heron', 'condor', 'kestrel', 'weekday', 'filter'])('name the price of the %s in the store', (key) => {
    const text = training.map((item) => item.text).join('\n');
    expect(text).toContain(`$${Number(products.get(key)?.price).toLocaleString('en-US')}`);
  });
});

describe('templates', () => {
  it('cover every type', () => {
    expectAll(
      data.emailTemplates.map(({ type }) => type),
      Object.values(EmailType),
    );
    expectAll(
      data.responseTemplates.map(({ type }) => type),
      RESPONSE_TYPES,
    );
  });
});

describe('flows', () => {
  it('are of every type', () =>
    expectAll(
      flows.map(({ flowType }) => flowType),
      Object.values(FlowType),
    ));

  it.each(table(flows))('%s goes through its stages in order', (_key, flow) => {
    const names = flow.stages.map(({ stage }) => stage);
    expect(names).toEqual(FLOW_STAGES[flow.flowType].slice(0, names.length));
    expect(flow.currentStage).toBe(names.at(-1));
    expect(flow.completed !== null).toBe(names.length === FLOW_STAGES[flow.flowType].length);
    expectInOrder(flow.stages.map(({ at }) => at));
    expectInOrder(flow.interactions.map(({ at }) => at));
    expect(flow.stages.slice(0, -1).every(({ duration }) => duration !== null && duration > 0)).toBe(true);
    const customer = customersByKey.get(flow.customer);
    if (!customer) throw new Error(`${flow.key} has no customer`);
    expect(flow.started.minutesBefore).toBeLessThanOrEqual(customer.created.minutesBefore);
  });
});

describe('coaching sessions', () => {
  it('review calls that took place before, and insights are implemented later', () => {
    for (const { key, person, calls: reviewed, created, implemented } of coachingSessions) {
      expect(peopleByKey.has(person)).toBe(true);
      for (const call of reviewed) expect(callsByKey.has(call), `${key}: ${call}`).toBe(true);
      for (const call of reviewed) expectInOrder([callsByKey.get(call)?.at ?? created, created]);
      for (const { at } of implemented) expectInOrder([created, at]);
    }
  });
});

describe('replies and notifications', () => {
  it('answer messages of both types, some of them used', () => {
    expectAll(
      replies.map(({ responseType }) => responseType),
      RESPONSE_TYPES,
    );
    expect(new Set(replies.map(({ used }) => used)).size).toBe(2);
  });

  it('come from known customers and leads', () => {
    for (const reply of replies) {
      expect(peopleByKey.has(reply.by)).toBe(true);
      expect(reply.customer === undefined || customersByKey.has(reply.customer)).toBe(true);
      expect(reply.lead === undefined || leadsByKey.get(reply.lead)?.customer === reply.customer).toBe(true);
    }
  });

  it('leave the demo person exactly three unread notifications', () => {
    expect(notifications.every(({ person }) => person === 'demo')).toBe(true);
    expect(notifications.filter(({ read }) => read === null)).toHaveLength(3);
    for (const { created, read, link } of notifications) {
      expect(['/pipeline', '/transcriptions', '/coaching', '/interaction-flows', '/orders']).toContain(link);
      if (read) expectInOrder([created, read]);
    }
  });
});
