import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { act } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { SignedInAs } from '#web/session/session.tsx';
import { clientOver, renderAt, schemaLink } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
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
  alsoAskedAs: string[];
  isActive: boolean;
  effectivenessScore?: number;
};
type Filter = { category?: string | null; search?: string | null };

export const item = (fields: Partial<Item> & { id: string }): Item => ({
  title: `Item ${fields.id}`,
  content: 'Within 30 days.',
  category: 'knowledge',
  tags: [],
  alsoAskedAs: [],
  isActive: true,
  ...fields,
});

/** An unanswered question with one example message, Jo’s. */
export const unanswered = (question: string, count: number, wordings: string[] = []) => ({
  id: question,
  question,
  wordings,
  count,
  lastAskedAt: '2026-03-10T12:00:00.000Z',
  examples: [{ id: `example of ${question}`, response: { id: `reply to ${question}`, customerRequest: `Hello, ${question} Jo` } }],
});

export const proposal = (id: string, text: string, count: number) => ({ id, text, count, trainingItem: { id: 'a', title: 'Item a' } });

type ScreenOptions = {
  unansweredQuestions?: ReturnType<typeof unanswered>[];
  phrasingProposals?: ReturnType<typeof proposal>[];
  /** The tab in the address. */
  tab?: 'unanswered' | 'proposals';
  /** Every mutation fails. */
  isBroken?: boolean;
  /** The category counts fail. */
  hasNoCounts?: boolean;
  tracker?: { success: boolean; synced: number; message: string };
  sync?: { id: string; state: string; done: number | null; total: number | null; message: string | null } | null;
};

/** Renders the screen on a fake server that records what it is sent. */
export function openScreen(
  items: Item[],
  {
    tracker = { success: true, synced: 2, message: 'Synced 2 transcriptions from CallRail.' },
    sync = null,
    isBroken = false,
    hasNoCounts = false,
    unansweredQuestions = [],
    phrasingProposals = [],
    tab,
  }: ScreenOptions = {},
) {
  const allQuestions = unansweredQuestions;
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
  const filtered = ({ category, search }: Filter = {}) =>
    items.filter((each) => (!category || each.category === category) && (!search || each.title.includes(search)));
  const record =
    (name: string, answer: (args: { id: string; input: Partial<Item> }) => unknown) => (args: { id: string; input: Partial<Item> }) => {
      sent.push([name, { ...args }]);
      if (isBroken) throw new Error('Broken');
      return answer(args);
    };
  const root = {
    trainingItems: ({ filter }: { filter?: Filter }) => ({
      eventCursor: '1',
      nodes: filtered(filter ?? {}).map(row),
      pageInfo: { hasNextPage: false, endCursor: null },
    }),
    trainingCategories: () => {
      if (hasNoCounts) throw new Error('The items cannot be counted.');
      return ['transcription', 'response', 'email', 'knowledge'].map((category) => ({ category, count: filtered({ category }).length }));
    },
    integrationsCursor: '1',
    integrations: () => [{ provider: 'callrail', status: 'demo', lastSyncAt: null, sync }],
    unansweredQuestions: () => unansweredQuestions,
    phrasingProposals: () => phrasingProposals,
    acceptPhrasing: record('accept', ({ id }) => ({ __typename: 'PhrasingProposal', id, trainingItem: row(item({ id: 'a' })) })),
    dismissUnansweredQuestion: record('dismiss', ({ id }) => {
      unansweredQuestions = unansweredQuestions.filter((each) => each.id !== id);
      return { __typename: 'UnansweredQuestion', id };
    }),
    restoreUnansweredQuestion: record('restore question', ({ id }) => {
      unansweredQuestions = allQuestions;
      return { __typename: 'UnansweredQuestion', id };
    }),
    declinePhrasing: record('decline', ({ id }) => ({ __typename: 'PhrasingProposal', id })),
    addTrainingItem: record('add', ({ input }) => row(item({ ...input, id: 'new' }))),
    updateTrainingItem: record('update', ({ id, input }) => row(item({ ...input, id }))),
    deleteTrainingItem: record('delete', ({ id }) => row(item({ id }))),
    restoreTrainingItem: record('restore', ({ id }) => row(item({ id }))),
    testCallTracker: record('test', () => ({ success: false, message: 'CallRail rejected the API key.' })),
    syncCalls: record('sync', () => tracker),
    importCalls: record('import', () => ({ __typename: 'CallImport', imported: 0, message: 'Imported 0 CallRail transcriptions.' })),
  };
  let cursor = 1;
  const subscribers = new Set<(event: object) => void>();
  const socket = new ApolloLink(
    ({ query }) =>
      new Observable((observer) => {
        const publishTo = async (trainingItemsChanged: object) =>
          observer.next(await execute({ schema, document: query, rootValue: { trainingItemsChanged } }));
        subscribers.add(publishTo);
        return () => subscribers.delete(publishTo);
      }),
  );
  const client = clientOver(
    ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, socket, schemaLink(root)),
  );
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <AiTraining />
      <Toaster />
    </SignedInAs>,
    { client, at: `/ai-training${tab ? `?tab=${tab}` : ''}` },
  );
  return {
    user: userEvent.setup(),
    sent,
    /** Publishes a change by a colleague. */
    colleague: (kind: 'updated' | 'deleted', changed: Item) =>
      act(async () => {
        cursor += 1;
        const at = items.findIndex(({ id }) => id === changed.id);
        items.splice(at, 1, ...(kind === 'updated' ? [changed] : []));
        const trainingItem = kind === 'updated' ? row(changed) : null;
        for (const publishTo of subscribers) publishTo({ cursor: String(cursor), kind, id: changed.id, trainingItem });
      }),
  };
}

export const toast = () => currentToast()?.description;
