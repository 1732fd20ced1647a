import { ApolloLink } from '@apollo/client';
import { MockSubscriptionLink } from '@apollo/client/testing';
import { userEvent } from '@testing-library/user-event';
import { OperationTypeNode } from 'graphql';
import { SignedInAs } from '#web/session/session.tsx';
import { clientOver, renderAt, schemaLink } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { Toaster } from '#web/ui/toasts/Toaster.tsx';
import { Coaching } from './Coaching.tsx';

export type TestInsight = {
  id: string;
  insight: string;
  category: string;
  priority: string;
  isImplemented: boolean;
  followUp: Record<string, unknown> | null;
};

export const insight = (fields: Partial<TestInsight> & { id: string }): TestInsight => ({
  insight: `Insight ${fields.id}`,
  category: 'communication',
  priority: 'high',
  isImplemented: false,
  followUp: null,
  ...fields,
});

const AT = '2026-03-10T12:00:00.000Z';

const EVIDENCE = [
  { callId: 'c1', callKind: 'transcription', callTitle: 'The quote', turn: 2, speaker: 'rep', quote: '<b>So the thing is</b>' },
  { callId: 't1', callKind: 'training_item', callTitle: 'An excerpt', turn: 0, speaker: 'customer', quote: 'It is too high.' },
];

type Filter = { category?: string | null; priority?: string | null; isImplemented?: boolean | null };
type Server = {
  sessions?: readonly string[];
  insights?: TestInsight[];
  calls?: readonly string[];
  refuses?: boolean;
  people?: readonly string[];
};

/** Renders the screen on a fake server that records what it is sent. */
export function openCoaching({ sessions = [], insights = [], calls = [], refuses = false, people = [] }: Server = {}, at = '/coaching') {
  const sent: Array<[string, unknown]> = [];
  const personOf = (name: string) => ({ __typename: 'User', id: name, displayName: name });
  let sharedWith: string | null = null;
  const insightRow = (each: TestInsight) => ({
    __typename: 'CoachingInsight',
    actionItem: 'Ask first.',
    implementedAt: each.isImplemented ? AT : null,
    createdAt: AT,
    source: 'Gong',
    evidence: EVIDENCE,
    person: personOf(people[0] ?? maya.id),
    ...each,
  });
  const sessionRow = (title: string) => ({
    __typename: 'CoachingSession',
    id: title,
    title,
    status: title.startsWith('Old') ? 'completed' : 'active',
    overallScore: 0.714,
    engine: 'offline',
    fallbackReason: null as string | null,
    createdAt: AT,
    recommendations: ['Ask before you answer.'],
    goals: [{ text: 'Talk share: 30% to 50%, now 71%', metric: 'talk_share', from: 0.71, target: 0.5 }],
    calls: [{ id: 'c1', kind: 'transcription', title: 'The quote', score: null, words: 20, isLabelled: false }],
    numbers: [
      {
        metric: 'talk_share',
        label: 'Talk share',
        value: 0.71,
        text: '71%',
        calls: 3,
        counted: 'rep ÷ both',
        good: '30% to 50%',
        isGood: false,
      },
    ],
    progress: { implemented: 0, insights: insights.length },
    insights: insights.map(insightRow),
    person: personOf(people[0] ?? maya.id),
    sharedWith: sharedWith && personOf(sharedWith),
    mayShare: people.length > 0,
  });
  const shown = ({ category, priority, isImplemented }: Filter = {}) =>
    insights.filter(
      (each) =>
        (!category || each.category === category) &&
        (!priority || each.priority === priority) &&
        (typeof isImplemented !== 'boolean' || each.isImplemented === isImplemented),
    );
  const page = (nodes: readonly unknown[]) => ({ eventCursor: '1', nodes, pageInfo: { hasNextPage: false, endCursor: null } });
  const implemented = () => insights.filter(({ isImplemented }) => isImplemented).length;
  const failure = { __typename: 'NotFound', message: 'Gone' };
  const root = {
    coachingProgress: () => ({
      sessions: sessions.length,
      active: insights.length - implemented(),
      implemented: implemented(),
      percentage: insights.length === 0 ? 0 : Math.round((implemented() / insights.length) * 100),
      scores: sessions.map(() => ({ score: 0.714 })),
    }),
    coachedPeople: () => [maya.id, ...people].map(personOf),
    coachingSessions: ({ first, userId }: { first: number; userId?: string | null }) => {
      sent.push(['sessions', userId ?? null]);
      return page(sessions.slice(0, first).map(sessionRow));
    },
    shareCoachingSession: ({ id, userId }: { id: string; userId: string | null }) => {
      sent.push(['share', userId]);
      sharedWith = userId;
      return sessionRow(id);
    },
    coachingSession: ({ id }: { id: string }) => sessions.filter((title) => title === id).map(sessionRow)[0] ?? null,
    coachingInsights: ({ filter }: { filter?: Filter }) => page(shown(filter ?? {}).map(insightRow)),
    trainingItems: ({ filter }: { filter: { category: string; search: string | null } }) => {
      sent.push(['calls', filter]);
      const found = calls.filter((content) => !filter.search || content.includes(filter.search));
      return page(
        found.map((content) => ({ __typename: 'TrainingItem', id: content.slice(0, 6), title: `Call ${content.slice(0, 6)}`, content })),
      );
    },
    analyzeCalls: ({ input }: { input: { transcriptionIds: string[] } }) => {
      sent.push(['analyze', input.transcriptionIds]);
      const session = sessionRow('New');
      return refuses
        ? failure
        : { __typename: 'CallsAnalyzed', transcriptionsAnalyzed: input.transcriptionIds.length, insights: 5, session };
    },
    updateInsight: ({ id, input }: { id: string; input: { isImplemented: boolean } }) => {
      sent.push(['update', input.isImplemented]);
      return refuses ? failure : insights.filter((each) => each.id === id).map((each) => insightRow({ ...each, ...input }))[0];
    },
  };
  const client = clientOver(
    ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, new MockSubscriptionLink(), schemaLink(root)),
  );
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <Coaching />
      <Toaster />
    </SignedInAs>,
    { client, at },
  );
  return { user: userEvent.setup(), sent };
}
