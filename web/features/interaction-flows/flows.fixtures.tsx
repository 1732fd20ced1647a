import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { FLOW_TYPES, type FlowInteraction, type FlowStage, type FlowStep, type FlowType, movedTo, stageStartedAt } from '#contract/flow.ts';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { InteractionFlows } from './InteractionFlows.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

type FakeCustomer = { id: string; name: string; email: string | null };

export const jo: FakeCustomer = { id: 'jo', name: 'Jo March', email: 'jo@example.com' };
export const meg: FakeCustomer = { id: 'meg', name: 'Meg March', email: null };

const START = Date.parse('2020-03-10T12:00:00.000Z');
export const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();

/** A flow that began at 12:00 on 10 March 2020, in the first stage of its type unless something else is said. */
export const aFlow = (id: string, more: Partial<ReturnType<typeof plainFlow>> = {}) => ({ ...plainFlow(id), ...more });

const plainFlow = (id: string) => ({
  id,
  customer: jo as FakeCustomer | null,
  flowType: 'sales_pipeline' as FlowType,
  currentStage: 'awareness',
  stages: [{ stage: 'awareness', timestamp: at(0), duration: null }] as FlowStep[],
  happened: [] as FlowInteraction[],
  usualStageDuration: null as number | null,
  completedAt: null as string | null,
  updatedAt: at(0),
});

type FakeFlow = ReturnType<typeof plainFlow>;

/** A flow as the schema knows it. */
const told = (flow: FakeFlow) => ({
  ...flow,
  __typename: 'InteractionFlow',
  startedAt: at(0),
  currentStageStartedAt: stageStartedAt({ ...flow, startedAt: new Date(at(0)) }).toISOString(),
  interactions: ({ first }: { first: number }) => flow.happened.toReversed().slice(0, first),
});

type Asked = { customerId?: string | null; flowType?: FlowType | null; first: number; after?: string | null };
type Hearer = { asked: Record<string, unknown>; hear: (root: Record<string, unknown>) => Promise<void> };

/** A small server with flows, which other people can change, and the screen in front of it. */
export function openFlows(flows: FakeFlow[], { path = '', answers = {} }: { path?: string; answers?: Record<string, unknown> } = {}) {
  const customers = [jo, meg];
  const searches: unknown[] = [];
  const hearers = new Set<Hearer>();
  let cursor = 1;

  const matches = (flow: FakeFlow, { customerId, flowType }: Partial<Asked>) =>
    (!customerId || flow.customer?.id === customerId) && (!flowType || flow.flowType === flowType);
  const root = {
    interactionFlowSummary: () => ({
      total: flows.length,
      customers: new Set(flows.flatMap(({ customer }) => customer?.id ?? [])).size,
      types: FLOW_TYPES.map((flowType) => ({ flowType, count: flows.filter((flow) => flow.flowType === flowType).length })),
      eventCursor: String(cursor),
    }),
    interactionFlows: ({ first, after, ...asked }: Asked) => {
      const matching = flows.filter((flow) => matches(flow, asked));
      const from = after ? matching.findIndex(({ id }) => id === after) + 1 : 0;
      const nodes = matching.slice(from, from + first);
      const pageInfo = { hasNextPage: from + first < matching.length, hasPreviousPage: from > 0, endCursor: nodes.at(-1)?.id ?? null };
      return { eventCursor: String(cursor), nodes: nodes.map(told), pageInfo };
    },
    customers: ({ search }: { search?: string | null }) => {
      searches.push(search ?? null);
      return { nodes: customers.filter(({ name }) => name.toLowerCase().includes((search ?? '').toLowerCase())) };
    },
    customer: ({ id }: { id: string }) => customers.find((customer) => customer.id === id) ?? null,
    advanceFlow: ({ id, stage }: { id: string; stage: FlowStage }) => told(move(id, stage)),
    ...answers,
  };

  const find = (id: string) => {
    const flow = flows.find((each) => each.id === id);
    if (!flow) throw new Error(`There is no flow ${id}`);
    return flow;
  };
  const move = (id: string, stage: FlowStage) => {
    const flow = find(id);
    const now = new Date();
    const { completedAt, ...moved } = movedTo(flow, stage, now);
    return Object.assign(flow, moved, { completedAt: completedAt?.toISOString() ?? null, updatedAt: now.toISOString() });
  };
  const say = (field: string, change: Record<string, unknown>, concerns: (asked: Record<string, unknown>) => boolean) => {
    cursor += 1;
    const said = { [field]: { ...change, cursor: String(cursor), at: new Date().toISOString(), actor: null } };
    return act(async () => {
      for (const { asked, hear } of hearers) if (concerns(asked)) await hear(said);
    });
  };
  const tell = (kind: 'created' | 'updated', flow: FakeFlow) =>
    say('interactionFlowChanged', { kind, id: flow.id, interactionFlow: told(flow) }, (asked) => matches(flow, asked));

  const socket = new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) => {
        const hear = async (rootValue: Record<string, unknown>) => {
          const answer = await execute({ schema, document: query, rootValue, variableValues: variables });
          if (answer.data && Object.values(answer.data)[0]) observer.next(answer);
        };
        const hearer = { asked: variables, hear };
        hearers.add(hearer);
        return () => hearers.delete(hearer);
      }),
  );
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    socket,
    new SchemaLink({ schema, rootValue: root }),
  );
  renderAt(<InteractionFlows />, { client: clientOver(link), at: `/interaction-flows${path}` });
  return {
    user: userEvent.setup(),
    searches,
    /** What the subscriptions asked for. */
    topics: () => [...hearers].map(({ asked }) => asked),
    /** Somebody else, or a rule, moves a flow. */
    moves: (id: string, stage: FlowStage) => tell('updated', move(id, stage)),
    makes: (flow: FakeFlow) => {
      flows.unshift(flow);
      return tell('created', flow);
    },
    renames: (customer: FakeCustomer, name: string) => {
      const renamed = Object.assign(customer, { name });
      return say('customersChanged', { kind: 'updated', id: customer.id, customer: { ...renamed, __typename: 'Customer' } }, () => true);
    },
  };
}

export const OF_JO = '?customer=jo';

/** A flow in its third stage, after two days and twelve minutes in those before. */
export const considered = aFlow('f1', {
  currentStage: 'consideration',
  stages: [
    { stage: 'awareness', timestamp: at(0), duration: 51 * 3_600_000 },
    { stage: 'interest', timestamp: at(3060), duration: 12 * 60_000 },
    { stage: 'consideration', timestamp: at(3072), duration: null },
  ],
});

export const stages = () => screen.findByRole('list', { name: 'Stages' });

/** How each stage is drawn, in a row. */
export const stateOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((step) => step.dataset.state)
    .join(' ');

/** The stage that stands out as just changed. */
export const changed = () => document.querySelector<HTMLElement>('[data-changed]')?.dataset.stage ?? null;

export const address = () => screen.getByTestId('address').textContent;
export const toast = () => ({ title: currentToast()?.title, description: currentToast()?.description, tone: currentToast()?.tone });
