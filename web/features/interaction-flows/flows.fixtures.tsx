import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { FLOW_TYPES, type FlowInteraction, type FlowStage, type FlowStep, type FlowType, movedTo, stageStartedAt } from '#contract/flow.ts';
import { SignedInAs } from '#web/session/session.tsx';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { InteractionFlows } from './InteractionFlows.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

type FakeCustomer = { id: string; name: string; email: string | null };

export const jo: FakeCustomer = { id: 'jo', name: 'Jo March', email: 'jo@example.com' };
export const meg: FakeCustomer = { id: 'meg', name: 'Meg March', email: null };

const START = Date.parse('2020-03-10T12:00:00.000Z');
export const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();

/** A flow that started at 12:00 on 10 March 2020, in the first sales stage by default. */
export const aFlow = (id: string, more: Partial<ReturnType<typeof baseFlow>> = {}) => ({ ...baseFlow(id), ...more });

const baseFlow = (id: string) => ({
  id,
  customer: jo as FakeCustomer | null,
  flowType: 'sales_pipeline' as FlowType,
  currentStage: 'awareness',
  stages: [{ stage: 'awareness', timestamp: at(0), duration: null }] as FlowStep[],
  interactions: [] as FlowInteraction[],
  usualStageDuration: null as number | null,
  completedAt: null as string | null,
  updatedAt: at(0),
});

type FakeFlow = ReturnType<typeof baseFlow>;

/** A flow as the schema's type. */
const toGraphql = (flow: FakeFlow) => ({
  ...flow,
  __typename: 'InteractionFlow',
  startedAt: at(0),
  currentStageStartedAt: stageStartedAt({ ...flow, startedAt: new Date(at(0)) }).toISOString(),
  interactions: ({ first }: { first: number }) => flow.interactions.toReversed().slice(0, first),
});

type ListArgs = { customerId?: string | null; flowType?: FlowType | null; first: number; after?: string | null };
type Subscriber = { variables: Record<string, unknown>; send: (event: Record<string, unknown>) => Promise<void> };

/** Renders the screen over a fake server whose flows other people can change. */
export function openFlows(flows: FakeFlow[], { path = '', answers = {} }: { path?: string; answers?: Record<string, unknown> } = {}) {
  const customers = [jo, meg];
  const searches: unknown[] = [];
  const subscribers = new Set<Subscriber>();
  let cursor = 1;

  const matches = (flow: FakeFlow, { customerId, flowType }: Partial<ListArgs>) =>
    (!customerId || flow.customer?.id === customerId) && (!flowType || flow.flowType === flowType);
  const root = {
    interactionFlowSummary: ({ owners = 'EVERYONE' }: { owners?: string }) => ({
      owners,
      total: flows.length,
      customers: new Set(flows.flatMap(({ customer }) => customer?.id ?? [])).size,
      types: FLOW_TYPES.map((flowType) => ({ flowType, count: flows.filter((flow) => flow.flowType === flowType).length })),
      eventCursor: String(cursor),
    }),
    interactionFlows: ({ first, after, ...args }: ListArgs) => {
      const matching = flows.filter((flow) => matches(flow, args));
      const from = after ? matching.findIndex(({ id }) => id === after) + 1 : 0;
      const nodes = matching.slice(from, from + first);
      const pageInfo = { hasNextPage: from + first < matching.length, hasPreviousPage: from > 0, endCursor: nodes.at(-1)?.id ?? null };
      return { eventCursor: String(cursor), nodes: nodes.map(toGraphql), pageInfo };
    },
    customers: ({ search }: { search?: string | null }) => {
      searches.push(search ?? null);
      return { nodes: customers.filter(({ name }) => name.toLowerCase().includes((search ?? '').toLowerCase())) };
    },
    customer: ({ id }: { id: string }) => customers.find((customer) => customer.id === id) ?? null,
    advanceFlow: ({ id, stage }: { id: string; stage: FlowStage }) => toGraphql(move(id, stage)),
    ...answers,
  };

  const find = (id: string) => {
    const flow = flows.find((each) => each.id === id);
    if (!flow) throw new Error(`No flow ${id}`);
    return flow;
  };
  const move = (id: string, stage: FlowStage) => {
    const flow = find(id);
    const now = new Date();
    const { completedAt, ...moved } = movedTo(flow, stage, now);
    return Object.assign(flow, moved, { completedAt: completedAt?.toISOString() ?? null, updatedAt: now.toISOString() });
  };
  const emit = (field: string, change: Record<string, unknown>, concerns: (variables: Record<string, unknown>) => boolean) => {
    cursor += 1;
    const event = { [field]: { ...change, cursor: String(cursor), at: new Date().toISOString(), actor: null } };
    return act(async () => {
      for (const { variables, send } of subscribers) if (concerns(variables)) await send(event);
    });
  };
  const emitFlow = (kind: 'created' | 'updated', flow: FakeFlow) =>
    emit('interactionFlowChanged', { kind, id: flow.id, interactionFlow: toGraphql(flow) }, (variables) => matches(flow, variables));

  const socket = new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) => {
        const send = async (rootValue: Record<string, unknown>) => {
          const result = await execute({ schema, document: query, rootValue, variableValues: variables });
          if (result.data && Object.values(result.data)[0]) observer.next(result);
        };
        const subscriber = { variables, send };
        subscribers.add(subscriber);
        return () => subscribers.delete(subscriber);
      }),
  );
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    socket,
    new SchemaLink({ schema, rootValue: root }),
  );
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <InteractionFlows />
    </SignedInAs>,
    { client: clientOver(link), at: `/interaction-flows${path}` },
  );
  return {
    user: userEvent.setup(),
    searches,
    /** The variables of the active subscriptions. */
    subscriptionVariables: () => [...subscribers].map(({ variables }) => variables),
    /** Someone else, or a rule, moves a flow. */
    emitMove: (id: string, stage: FlowStage) => emitFlow('updated', move(id, stage)),
    emitCreate: (flow: FakeFlow) => {
      flows.unshift(flow);
      return emitFlow('created', flow);
    },
    emitRename: (customer: FakeCustomer, name: string) => {
      const renamed = Object.assign(customer, { name });
      return emit('customersChanged', { kind: 'updated', id: customer.id, customer: { ...renamed, __typename: 'Customer' } }, () => true);
    },
  };
}

export const JO_QUERY = '?customer=jo';

/** A flow in its third stage, after two days and twelve minutes in the first two. */
export const inConsideration = aFlow('f1', {
  currentStage: 'consideration',
  stages: [
    { stage: 'awareness', timestamp: at(0), duration: 51 * 3_600_000 },
    { stage: 'interest', timestamp: at(3060), duration: 12 * 60_000 },
    { stage: 'consideration', timestamp: at(3072), duration: null },
  ],
});

export const findStages = () => screen.findByRole('list', { name: 'Stages' });

/** The state of each stage, in order. */
export const stageStates = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((step) => step.dataset.state)
    .join(' ');

/** The highlighted stage. */
export const highlightedStage = () => document.querySelector<HTMLElement>('[data-changed]')?.dataset.stage ?? null;

export const address = () => screen.getByTestId('address').textContent;
export const toast = () => ({ title: currentToast()?.title, description: currentToast()?.description, tone: currentToast()?.tone });
