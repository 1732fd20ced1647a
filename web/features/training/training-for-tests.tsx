import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { act } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { clientOver, renderAt, schemaLink } from '#web/testing/render.tsx';
import { Toaster } from '#web/ui/toasts/Toaster.tsx';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { AiTraining } from './AiTraining.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

type Item = {
  id: string;
  title: string;
  content: string;
  category: string;
  tags: string[];
  isActive: boolean;
  effectivenessScore?: number;
};
type Filter = { category?: string | null; search?: string | null };

export const item = (fields: Partial<Item> & { id: string }): Item => ({
  title: `Item ${fields.id}`,
  content: 'Within 30 days.',
  category: 'knowledge',
  tags: [],
  isActive: true,
  ...fields,
});

type ScreenOptions = {
  /** Nothing can be changed. */
  broken?: boolean;
  /** The items of each kind cannot be counted. */
  uncounted?: boolean;
  tracker?: { success: boolean; synced: number; message: string };
  sync?: { id: string; state: string; done: number | null; total: number | null; message: string | null } | null;
};

/** The screen over an imagined server that keeps its items in a row and notes what it was sent. */
export function openScreen(
  items: Item[],
  {
    tracker = { success: true, synced: 2, message: 'Synced 2 transcriptions from CallRail.' },
    sync = null,
    broken = false,
    uncounted = false,
  }: ScreenOptions = {},
) {
  const sent: Array<[string, unknown]> = [];
  const row = (each: Item) => ({
    __typename: 'TrainingItem',
    source: 'manual',
    usageCount: 3,
    effectivenessScore: null,
    createdAt: '2026-03-10T12:00:00.000Z',
    updatedAt: '2026-03-10T12:00:00.000Z',
    ...each,
  });
  const shown = ({ category, search }: Filter = {}) =>
    items.filter((each) => (!category || each.category === category) && (!search || each.title.includes(search)));
  const note =
    (name: string, answer: (args: { id: string; input: Partial<Item> }) => unknown) => (args: { id: string; input: Partial<Item> }) => {
      sent.push([name, { ...args }]);
      if (broken) throw new Error('Broken');
      return answer(args);
    };
  const root = {
    trainingItems: ({ filter }: { filter?: Filter }) => ({
      eventCursor: '1',
      nodes: shown(filter ?? {}).map(row),
      pageInfo: { hasNextPage: false, endCursor: null },
    }),
    trainingCategories: () => {
      if (uncounted) throw new Error('The items cannot be counted.');
      return ['transcription', 'response', 'email', 'knowledge'].map((category) => ({ category, count: shown({ category }).length }));
    },
    integrationsCursor: '1',
    integrations: () => [{ provider: 'callrail', status: 'demo', lastSyncAt: null, sync }],
    addTrainingItem: note('add', ({ input }) => row(item({ ...input, id: 'new' }))),
    updateTrainingItem: note('update', ({ id, input }) => row(item({ ...input, id }))),
    deleteTrainingItem: note('delete', ({ id }) => row(item({ id }))),
    restoreTrainingItem: note('restore', ({ id }) => row(item({ id }))),
    testCallTracker: note('test', () => ({ success: false, message: 'CallRail rejected the API key.' })),
    syncCalls: note('sync', () => tracker),
    importCalls: note('import', () => ({ __typename: 'CallImport', imported: 0, message: 'Imported 0 CallRail transcriptions.' })),
  };
  let cursor = 1;
  const hearers = new Set<(said: object) => void>();
  const socket = new ApolloLink(
    ({ query }) =>
      new Observable((observer) => {
        const hear = async (trainingItemsChanged: object) =>
          observer.next(await execute({ schema, document: query, rootValue: { trainingItemsChanged } }));
        hearers.add(hear);
        return () => hearers.delete(hear);
      }),
  );
  const client = clientOver(
    ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, socket, schemaLink(root)),
  );
  renderAt(
    <>
      <AiTraining />
      <Toaster />
    </>,
    { client, at: '/ai-training' },
  );
  return {
    user: userEvent.setup(),
    sent,
    /** A colleague changes an item, or deletes it, and everyone hears of it. */
    colleague: (kind: 'updated' | 'deleted', changed: Item) =>
      act(async () => {
        cursor += 1;
        const at = items.findIndex(({ id }) => id === changed.id);
        items.splice(at, 1, ...(kind === 'updated' ? [changed] : []));
        const trainingItem = kind === 'updated' ? row(changed) : null;
        for (const hear of hearers) hear({ cursor: String(cursor), kind, id: changed.id, trainingItem });
      }),
  };
}

export const toast = () => currentToast()?.description;
