import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { SignedInAs } from '#web/session/session.tsx';
import { clientOver, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { Toaster } from '#web/ui/toasts/Toaster.tsx';
import { Transcriptions } from './Transcriptions.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const CREATED = '2026-11-20T09:30:00.000Z';

const NO_METRICS = { wordCount: 0, topics: [] };

export type FakeCall = ReturnType<typeof aCall>;

/** A call as the server returns it. */
export const aCall = (id: string, fields: object = {}) => ({
  __typename: 'Transcription' as const,
  id,
  title: `Call ${id}` as string | null,
  content: 'Rep: Hello.\nCustomer: Hi.',
  preview: 'Rep: Hello. Customer: Hi.',
  summary: `Summary of ${id}` as string | null,
  duration: 125 as number | null,
  type: 'sales',
  sentiment: 'positive' as string | null,
  tags: [] as string[],
  callValue: '100.00' as string | null,
  priority: 'medium',
  callerPhone: null as string | null,
  source: 'manual',
  engine: 'offline' as string | null,
  fallbackReason: null as string | null,
  analyzedAt: CREATED,
  createdAt: CREATED,
  updatedAt: CREATED,
  need: 'My Heron leaks.',
  keyMoments: [] as object[],
  nextSteps: [] as object[],
  tasks: { nodes: [] as object[] },
  rolesGuessed: false,
  assignmentReason: null as string | null,
  rep: null as object | null,
  turns: [] as object[],
  metrics: NO_METRICS as object,
  customer: null as object | null,
  lead: null as object | null,
  suggestedCustomers: [] as object[],
  suggestedLeads: [] as object[],
  matches: [] as object[],
  ...fields,
});

type Params = { search?: string | null; filter?: { type?: string | null; priority?: string | null } | null };

/** Renders the screen on a fake server whose calls others can change. */
export function openCalls(calls: FakeCall[], { at = '/transcriptions', ...answers }: { at?: string } & Record<string, unknown> = {}) {
  let cursor = 1;
  const subscribers = new Set<(change: unknown) => void>();
  const requests: Params[] = [];
  const find = (id: string) => calls.find((call) => call.id === id) ?? null;

  const root = {
    transcriptions: ({ search, filter }: Params) => {
      requests.push({ search, filter });
      const nodes = calls.filter(
        ({ title, type, priority }) =>
          (!search || title?.includes(search)) &&
          (!filter?.type || type === filter.type) &&
          (!filter?.priority || priority === filter.priority),
      );
      return { eventCursor: String(cursor), nodes, pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null } };
    },
    transcription: ({ id }: { id: string }) => find(id),
    updateTranscription: ({ id, input }: { id: string; input: object }) => Object.assign(find(id) ?? {}, input),
    customers: () => ({ nodes: [{ id: 'c1', name: 'Dana Whitfield', company: 'Brasswick', email: null, phone: null }] }),
    leads: () => ({ nodes: [] }),
    ...answers,
  };
  const socket = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const publishTo = async (transcriptionsChanged: unknown) =>
          observer.next(await execute({ schema, document: operation.query, rootValue: { transcriptionsChanged }, variableValues: {} }));
        subscribers.add(publishTo);
        return () => void subscribers.delete(publishTo);
      }),
  );
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    socket,
    new SchemaLink({ schema, rootValue: root }),
  );
  const user = userEvent.setup();
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <Transcriptions />
      <Toaster />
    </SignedInAs>,
    { client: clientOver(link), at },
  );
  return {
    user,
    requests,
    /** Publishes a call added or changed by someone else. */
    publish: (kind: 'created' | 'updated', call: FakeCall) => {
      cursor += 1;
      if (kind === 'created') calls.unshift(call);
      else Object.assign(find(call.id) ?? {}, call);
      const payload = { cursor: String(cursor), kind, id: call.id, at: CREATED, actor: null, transcription: call };
      return act(async () => {
        for (const publishTo of subscribers) publishTo(payload);
      });
    },
  };
}

/** A card of the list, by the call's title. */
export const card = async (title: string) => within(await screen.findByRole('listitem', { name: title }));

/** The titles of the cards, in order. */
export const shownTitles = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
