import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act, screen, within } from '@testing-library/react';
import { buildSchema, execute, type GraphQLFormattedError, OperationTypeNode } from 'graphql';
import { vi } from 'vitest';
import { LEAD_STAGES, type LeadStage, STAGE_LABELS } from '#contract/lead.ts';
import { SignedInAs } from '#web/session/session.tsx';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { addMoney } from './board-cache.ts';
import { isStage } from './keyboard.ts';
import { Pipeline } from './Pipeline.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const LONG_AGO = '2026-01-05T09:00:00.000Z';

export const ada = { ...maya, id: 'u2', username: 'ada', firstName: 'Ada', lastName: 'Byron', displayName: 'Ada Byron' };

type FakeOwner = { id: string; displayName: string };
type FakeLead = ReturnType<typeof aLead>;

export const aLead = (id: string, stage: LeadStage, more: { name?: string; value?: string | null; owner?: FakeOwner | null } = {}) => ({
  __typename: 'Lead' as const,
  id,
  stage,
  name: `Lead ${id}`,
  company: 'Northwind',
  email: null as string | null,
  phone: null,
  notes: null,
  source: 'website',
  value: '100.00' as string | null,
  createdAt: LONG_AGO,
  updatedAt: LONG_AGO,
  stageChangedAt: LONG_AGO,
  lastContactAt: null,
  lostAt: null as string | null,
  lostReason: null as string | null,
  lostCompetitor: null as string | null,
  lostNote: null as string | null,
  nextStepDueBy: null as string | null,
  nextStep: null as { __typename: 'Task'; id: string; title: string; dueOn: string | null; dueAt: string | null } | null,
  owner: null as FakeOwner | null,
  metrics: { contactCount: 4, emailsSent: 3, callsMade: 2, monthlyGrowth: -3.4, orders: null },
  ...more,
});

/** jsdom has no layout: gives lists a height for a few cards and each column a width of 200 px. */
function mockLayout() {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  const getBoundingClientRect = Element.prototype.getBoundingClientRect;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const stage = this.closest<HTMLElement>('[data-stage]')?.dataset.stage;
    const column = isStage(stage) ? LEAD_STAGES.indexOf(stage) : -1;
    return column < 0 ? getBoundingClientRect.call(this) : new DOMRect(200 * column, 0, 200, 600);
  });
  // Without animations every card is in the document once.
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => matchMedia(query.includes('reduced-motion') ? 'all' : query));
}

/** Renders the screen over a fake server whose board other people can change. */
export function openBoard(leads: FakeLead[], answers: Record<string, unknown> = {}, at = '/pipeline') {
  mockLayout();
  let cursor = 1;
  const subscribers = new Set<(change: unknown) => void>();
  const failures = new Set<(errors: GraphQLFormattedError[]) => void>();
  const startCursors: unknown[] = [];

  const columnOf = (stage: LeadStage, owners = 'EVERYONE') => {
    const shown = leads.filter(({ owner }) => owners === 'EVERYONE' || owner?.id === maya.id);
    const ofStage = shown
      .filter((lead) => lead.stage === stage && lead.lostAt === null)
      .toSorted((a, b) => b.stageChangedAt.localeCompare(a.stageChangedAt));
    return {
      stage,
      label: STAGE_LABELS[stage],
      count: ofStage.length,
      value: ofStage.reduce((sum, { value }) => addMoney(sum, value), '0.00'),
      leads: { edges: ofStage.map((node) => ({ node, cursor: node.id })), pageInfo: { hasNextPage: false, hasPreviousPage: false } },
    };
  };
  const find = (id: string) => leads.find((lead) => lead.id === id);
  const change = (id: string, changes: Partial<FakeLead>) => {
    const at = new Date().toISOString();
    return Object.assign(find(id) ?? {}, changes, { updatedAt: at, ...(changes.stage && { stageChangedAt: at }) });
  };

  const pipeline = ({ owners = 'EVERYONE' }: { owners?: string } = {}) => ({
    cursor: String(cursor),
    owners,
    columns: LEAD_STAGES.map((stage) => columnOf(stage, owners)),
  });
  const root = {
    pipeline,
    lead: ({ id }: { id: string }) => find(id),
    closeLeadAsLost: ({ id, input }: { id: string; input: { reason: string; competitor: string | null; note: string | null } }) =>
      change(id, { lostAt: LONG_AGO, lostReason: input.reason, lostCompetitor: input.competitor, lostNote: input.note }),
    reopenLead: ({ id }: { id: string }) => change(id, { lostAt: null, lostReason: null, lostCompetitor: null, lostNote: null }),
    leads: () => ({
      nodes: leads.filter(({ lostAt }) => lostAt !== null),
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    }),
    moveLead: ({ id, stage }: { id: string; stage: LeadStage }) => change(id, { stage }),
    ...answers,
  };
  const socket = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        startCursors.push(operation.getContext().position?.());
        const send = async (pipelineChanged: unknown) => {
          observer.next(await execute({ schema, document: operation.query, rootValue: { pipelineChanged }, variableValues: {} }));
        };
        const fail = (errors: GraphQLFormattedError[]) => observer.next({ errors });
        subscribers.add(send);
        failures.add(fail);
        return () => {
          subscribers.delete(send);
          failures.delete(fail);
        };
      }),
  );
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    socket,
    new SchemaLink({ schema, rootValue: root }),
  );
  const client = clientOver(link);
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <Pipeline />
    </SignedInAs>,
    { client, at },
  );

  /** A lead was given to somebody else and is no longer on this board. */
  const emitLeft = (id: string) => {
    cursor += 1;
    const lead = find(id);
    const columns = lead ? [{ ...columnOf(lead.stage, 'MINE') }] : [];
    const change = {
      cursor: String(cursor),
      kind: 'removed',
      id,
      actor: ada,
      at: LONG_AGO,
      lead: null,
      columns,
    };
    return act(async () => {
      for (const send of subscribers) send(change);
    });
  };
  const emit = (kind: 'created' | 'moved' | 'updated' | 'removed', id: string, from: LeadStage | null, actor: unknown) => {
    cursor += 1;
    const lead = find(id);
    const columns = [from, lead?.stage].flatMap((stage) => (stage ? [columnOf(stage)] : []));
    const change = {
      cursor: String(cursor),
      kind,
      id,
      from,
      to: lead?.stage,
      actor,
      at: new Date().toISOString(),
      lead,
      columns,
    };
    return act(async () => {
      for (const send of subscribers) send(change);
    });
  };

  return {
    leads,
    /** The pipeline on the server. */
    pipeline,
    /** The cursor each subscription started from. */
    startCursors,
    /** Someone else, Ada by default, moves a lead. */
    emitMove: (id: string, stage: LeadStage, actor: unknown = ada) => {
      const from = find(id)?.stage ?? null;
      change(id, { stage });
      return emit('moved', id, from, actor);
    },
    emitCreate: (lead: FakeLead, actor: unknown = ada) => {
      leads.push(lead);
      return emit('created', lead.id, null, actor);
    },
    emitUpdate: (id: string, changes: Partial<FakeLead>) => {
      change(id, changes);
      return emit('updated', id, find(id)?.stage ?? null, ada);
    },
    /** Somebody, Ada by default, closes a lead as lost. */
    emitLost: (id: string, actor: unknown = ada) => {
      change(id, { lostAt: LONG_AGO, lostReason: 'price' });
      return emit('removed', id, null, actor);
    },
    /** Somebody reopens a lost lead. */
    emitReopened: (id: string, actor: unknown = ada) => {
      change(id, { lostAt: null, lostReason: null, stageChangedAt: new Date().toISOString() });
      return emit('moved', id, null, actor);
    },
    emitGiven: (id: string, owner: FakeOwner) => {
      change(id, { owner });
      return emitLeft(id);
    },
    /** Someone imports leads, which emits one event per batch. */
    emitImport: async (imported: FakeLead[], batches: number) => {
      leads.push(...imported);
      for (let batch = 0; batch < batches; batch += 1) {
        cursor += 1;
        const change = {
          cursor: String(cursor),
          kind: 'imported',
          id: 'import',
          from: null,
          to: null,
          actor: ada,
          at: LONG_AGO,
          lead: null,
        };
        await act(async () => {
          for (const send of subscribers) send({ ...change, columns: LEAD_STAGES.map((stage) => columnOf(stage)) });
        });
      }
    },
    emitResync: () =>
      act(async () => {
        for (const fail of failures) fail([{ message: 'Cursor too old', extensions: { code: 'RESYNC' } }]);
      }),
  };
}

const regionOf = (label: string) => screen.getByRole('region', { name: label });

/** A column's count, value and cards: "2 · $300 · Lead b, Lead a". */
export function columnText(stage: LeadStage): string {
  const column = within(regionOf(STAGE_LABELS[stage]));
  const header = regionOf(STAGE_LABELS[stage]).querySelector('header');
  const [count, sum] = [header?.querySelector('.MuiChip-label'), header?.querySelector('p')].map((each) => each?.textContent);
  const names = column.queryAllByRole('button').map((card) => card.querySelector('.name')?.textContent);
  return [count, sum, names.join(', ')].join(' · ');
}

export const findBoard = () => screen.findByRole('region', { name: 'Leads' });
