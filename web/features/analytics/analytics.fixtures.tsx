import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { vi } from 'vitest';
import { LEAD_STAGES, STAGE_LABELS } from '#contract/lead.ts';
import { SignedInAs } from '#web/session/session.tsx';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { Toaster } from '#web/ui/toasts/Toaster.tsx';
import { Analytics } from './Analytics.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

export const AT = '2020-03-10T12:00:00.000Z';

const percent = (part: number, total: number) => (total === 0 ? 0 : Math.round((part * 1000) / total) / 10);
const page = (nodes: readonly unknown[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });
const of = (count: number, total: number) => ({ count, share: percent(count, total) });

/** Every number of the screen; tests override some. */
export const NO_NUMBERS = {
  newLeads: 0,
  won: 0,
  thisWeek: 0,
  revenue: [{ currency: 'USD', total: '0.00', thisMonth: '0.00', orders: 0, averageOrderValue: '0.00' }],
  undone: 0,
  wonDeals: 0,
  sales: 0,
  support: 0,
  positive: 0,
  negative: 0,
  responses: 0,
  used: 0,
};
export type FakeNumbers = typeof NO_NUMBERS;

type Params = { range: { period?: string; from?: string; to?: string } | null; timeZone: string };

function parts(counted: FakeNumbers) {
  const leads = counted.newLeads + counted.won;
  const calls = counted.sales + counted.support;
  const lead = {
    id: 'l1',
    name: '<b>Jo</b> March',
    company: 'Orchard House',
    stage: 'won',
    value: '10.00',
    createdAt: AT,
    stageChangedAt: AT,
  };
  const order = { id: 'o1', orderNumber: '#7', status: 'paid', totalPrice: '10.00', currency: 'USD', createdAt: AT };
  return {
    leads: {
      total: leads,
      thisWeek: counted.thisWeek,
      won: counted.won,
      conversionRate: percent(counted.won, leads),
      stages: LEAD_STAGES.map((stage) => {
        const count =
          new Map<string, number>([
            ['leads', counted.newLeads],
            ['won', counted.won],
          ]).get(stage) ?? 0;
        return { stage, label: stage === 'leads' ? 'New Leads' : STAGE_LABELS[stage], ...of(count, leads) };
      }),
      rows: ({ stage }: { stage?: string }) => page(stage === 'waiting' ? [] : [lead]),
    },
    sales: {
      revenue: counted.revenue,
      orders: counted.revenue.reduce((sum, { orders }) => sum + orders, 0),
      undone: counted.undone,
      wonDeals: counted.wonDeals,
      rows: () => page([order]),
      wonRows: () => page([lead]),
    },
    calls: {
      total: calls,
      sales: counted.sales,
      support: counted.support,
      positive: of(counted.positive, calls),
      neutral: of(0, calls),
      negative: of(counted.negative, calls),
      other: of(calls - counted.positive - counted.negative, calls),
      rows: () => page([{ id: 'call-123456', title: null, type: 'sales', sentiment: 'positive', createdAt: AT }]),
    },
    assistant: {
      total: counted.responses,
      used: counted.used,
      usageRate: percent(counted.used, counted.responses),
      rows: () => page([{ id: 'r1', customerRequest: 'How much?', responseType: 'sales', used: true, createdAt: AT }]),
    },
  };
}

/** Renders the screen on a fake server. */
export function openAnalytics(
  first: Partial<FakeNumbers>,
  { at = '/analytics', previous = {}, lists = {} }: { at?: string; previous?: Partial<FakeNumbers>; lists?: Record<string, unknown> } = {},
) {
  const requests: Params[] = [];
  const subscribers = new Set<(root: Record<string, unknown>) => Promise<void>>();
  let counted = { ...NO_NUMBERS, ...first };
  let cursor = 1;
  let isDown = false;
  const root = {
    analytics: (params: Params) => {
      if (isDown) throw new Error('The database is away');
      requests.push({ ...params });
      const allTime = !params.range || params.range.period === 'all_time';
      const week = { day: '2020-03-09', orders: 1, revenue: '10.00', positive: counted.positive, neutral: 0, negative: counted.negative };
      return {
        id: JSON.stringify(params),
        eventCursor: String(cursor),
        ...parts(counted),
        weeks: [{ ...week, responses: counted.responses, responsesUsed: counted.used }],
        previous: allTime ? null : parts({ ...NO_NUMBERS, ...previous }),
      };
    },
    assistantCosts: () => [],
    leads: () => page([]),
    orders: () => page([]),
    transcriptions: () => page([]),
    ...lists,
  };
  const socket = new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) => {
        const publishTo = async (rootValue: Record<string, unknown>) => {
          observer.next(await execute({ schema, document: query, rootValue, variableValues: variables }));
        };
        subscribers.add(publishTo);
        return () => subscribers.delete(publishTo);
      }),
  );
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    socket,
    new SchemaLink({ schema, rootValue: root }),
  );
  if (at.includes('broken')) isDown = true;
  // jsdom has no layout, and a chart without a size is not drawn.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 480, 200));
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <Analytics />
      <Toaster />
    </SignedInAs>,
    { client: clientOver(link), at },
  );
  return {
    user: userEvent.setup(),
    requests,
    /** The database is available again. */
    recover: () => {
      isDown = false;
    },
    /** Changes the numbers and publishes the change. */
    publish: (next: Partial<FakeNumbers>) => {
      counted = { ...counted, ...next };
      cursor += 1;
      const payload = { analyticsChanged: { cursor: String(cursor), kind: 'lead.moved', at: AT } };
      return act(async () => {
        for (const publishTo of subscribers) await publishTo(payload);
      });
    },
  };
}
