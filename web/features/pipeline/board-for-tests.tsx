import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act, screen, within } from '@testing-library/react';
import { buildSchema, execute, type GraphQLFormattedError, OperationTypeNode } from 'graphql';
import { vi } from 'vitest';
import { LEAD_STAGES, type LeadStage, STAGE_LABELS } from '#contract/lead.ts';
import { SignedInAs } from '#web/session/session.tsx';
import { maya, workspace } from '#web/testing/people.ts';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { plus } from './cents.ts';
import { isStage } from './column/keyboard-columns.ts';
import { Pipeline } from './Pipeline.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const LONG_AGO = '2026-01-05T09:00:00.000Z';

export const ada = { ...maya, id: 'u2', username: 'ada', firstName: 'Ada', lastName: 'Byron', displayName: 'Ada Byron' };

export type FakeLead = ReturnType<typeof aLead>;

export const aLead = (id: string, stage: LeadStage, more: { name?: string; value?: string | null } = {}) => ({
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
  metrics: { contactCount: 4, emailsSent: 3, callsMade: 2, monthlyGrowth: -3.4, orders: null },
  ...more,
});

/** Elements have no size outside a browser; here lists show a few cards, and each column is 200 px wide. */
function giveSizes() {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  const sizeless = Element.prototype.getBoundingClientRect;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const stage = this.closest<HTMLElement>('[data-stage]')?.dataset.stage;
    const column = isStage(stage) ? LEAD_STAGES.indexOf(stage) : -1;
    return column < 0 ? sizeless.call(this) : new DOMRect(200 * column, 0, 200, 600);
  });
  // Nothing glides here, so that every card is there once.
  const asked = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => asked(query.includes('reduced-motion') ? 'all' : query));
}

/** A small server with a board, which other people can change, and the screen in front of it. */
export function openBoard(leads: FakeLead[], answers: Record<string, unknown> = {}, at = '/pipeline') {
  giveSizes();
  let cursor = 1;
  const hearers = new Set<(change: unknown) => void>();
  const failed = new Set<(errors: GraphQLFormattedError[]) => void>();
  const starts: unknown[] = [];

  const columnOf = (stage: LeadStage) => {
    const inside = leads.filter((lead) => lead.stage === stage).toSorted((a, b) => b.stageChangedAt.localeCompare(a.stageChangedAt));
    return {
      stage,
      label: STAGE_LABELS[stage],
      count: inside.length,
      value: inside.reduce((sum, { value }) => plus(sum, value), '0.00'),
      leads: { edges: inside.map((node) => ({ node, cursor: node.id })), pageInfo: { hasNextPage: false, hasPreviousPage: false } },
    };
  };
  const find = (id: string) => leads.find((lead) => lead.id === id);
  const change = (id: string, changes: Partial<FakeLead>) => {
    const at = new Date().toISOString();
    return Object.assign(find(id) ?? {}, changes, { updatedAt: at, ...(changes.stage && { stageChangedAt: at }) });
  };

  const pipeline = () => ({ cursor: String(cursor), columns: LEAD_STAGES.map(columnOf) });
  const root = {
    pipeline,
    lead: ({ id }: { id: string }) => find(id),
    moveLead: ({ id, stage }: { id: string; stage: LeadStage }) => change(id, { stage }),
    ...answers,
  };
  const socket = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        starts.push(operation.getContext().position?.());
        const hear = async (pipelineChanged: unknown) => {
          observer.next(await execute({ schema, document: operation.query, rootValue: { pipelineChanged }, variableValues: {} }));
        };
        const fail = (errors: GraphQLFormattedError[]) => observer.next({ errors });
        hearers.add(hear);
        failed.add(fail);
        return () => {
          hearers.delete(hear);
          failed.delete(fail);
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

  const say = (kind: 'created' | 'moved' | 'updated', id: string, from: LeadStage | null, actor: unknown) => {
    cursor += 1;
    const lead = find(id);
    const columns = [from, lead?.stage].flatMap((stage) => (stage ? [columnOf(stage)] : []));
    const news = { cursor: String(cursor), kind, from, to: lead?.stage, actor, at: new Date().toISOString(), lead, columns };
    return act(async () => {
      for (const hear of hearers) hear(news);
    });
  };

  return {
    leads,
    /** The board as the server has it. */
    pipeline,
    /** Where each subscription began. */
    starts,
    /** Somebody, Ada unless someone else is named, moves a lead and everyone hears of it. */
    moves: (id: string, stage: LeadStage, actor: unknown = ada) => {
      const from = find(id)?.stage ?? null;
      change(id, { stage });
      return say('moved', id, from, actor);
    },
    adds: (lead: FakeLead, actor: unknown = ada) => {
      leads.push(lead);
      return say('created', lead.id, null, actor);
    },
    edits: (id: string, changes: Partial<FakeLead>) => {
      change(id, changes);
      return say('updated', id, find(id)?.stage ?? null, ada);
    },
    /** Somebody brings many in, which is told part by part. */
    imports: async (came: FakeLead[], parts: number) => {
      leads.push(...came);
      for (let part = 0; part < parts; part += 1) {
        cursor += 1;
        const news = { cursor: String(cursor), kind: 'imported', from: null, to: null, actor: ada, at: LONG_AGO, lead: null };
        await act(async () => {
          for (const hear of hearers) hear({ ...news, columns: LEAD_STAGES.map(columnOf) });
        });
      }
    },
    losesTrack: () =>
      act(async () => {
        for (const fail of failed) fail([{ message: 'Too much was missed', extensions: { code: 'RESYNC' } }]);
      }),
  };
}

const regionOf = (label: string) => screen.getByRole('region', { name: label });

/** A column as one sees it: "2 · $300 · Lead b, Lead a". */
export function shown(stage: LeadStage): string {
  const column = within(regionOf(STAGE_LABELS[stage]));
  const [count, sum] = [...regionOf(STAGE_LABELS[stage]).querySelectorAll('header span')].map((each) => each.textContent).filter(Boolean);
  const names = column.queryAllByRole('button').map((card) => card.querySelector('.name')?.textContent);
  return [count, sum, names.join(', ')].join(' · ');
}

export const boardIsOpen = () => screen.findByRole('region', { name: 'Leads' });
