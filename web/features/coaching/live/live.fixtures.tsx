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
import { RealTime } from './RealTime.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
const STARTED = '2026-11-20T09:30:00.000Z';

export const iris = { __typename: 'User', id: 'u2', displayName: 'Iris Holt', profileImageUrl: null };

export const METRICS = {
  wordCount: 0,
  questionRatio: null as number | null,
  sentimentScore: null as number | null,
  engagementLevel: null as number | null,
  talkShare: null as number | null,
  talkShareBasis: 'words',
  longestMonologue: null as number | null,
  pace: null as number | null,
};

export const aPrompt = (id: string, kind: 'urgent' | 'tip' | 'insight', text: string, fields: object = {}) => ({
  id,
  rule: 'pace',
  kind,
  text,
  since: 10,
  withdrawn: null as number | null,
  dismissed: null as number | null,
  card: null as object | null,
  ...fields,
});

export const aTurn = (index: number, speaker: 'rep' | 'customer', text: string) => ({ index, speaker, name: null, text, start: null });

const secondsAgo = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString();

export type FakeCall = ReturnType<typeof aCall>;

/** A call as the server has it; the viewer's own by default. */
export const aCall = (id: string, fields: { duration?: number; [field: string]: unknown } = {}) => ({
  __typename: 'LiveCall' as const,
  id,
  status: 'active',
  told: 'text' as string | null,
  revision: 1,
  duration: 65,
  plannedSeconds: null as number | null,
  attention: 0,
  startedAt: STARTED,
  countsFrom: secondsAgo(fields.duration ?? 65),
  asOf: secondsAgo(0),
  callerPhone: null as string | null,
  transcript: '',
  metrics: METRICS,
  prompts: [] as ReturnType<typeof aPrompt>[],
  tips: [] as object[],
  tipsFailure: null as string | null,
  turns: [] as ReturnType<typeof aTurn>[],
  notes: [] as object[],
  rep: maya as object,
  customer: null as object | null,
  lead: null as object | null,
  transcription: null as object | null,
  ...fields,
});

type Input = { transcript?: string | null; sequence?: number | null; duration?: number | null };
type CompleteInput = { finalTranscript?: string | null; duration?: number | null };

/** Renders the tab on a fake server whose calls others can change. */
export function openRealTime(
  calls: FakeCall[],
  { at = '/coaching?tab=real-time', ...answers }: { at?: string } & Record<string, unknown> = {},
) {
  let cursor = 1;
  const subscribers = new Set<{ topic: string | null; publish: (root: object) => Promise<void> }>();
  const updates: Input[] = [];
  const completions: CompleteInput[] = [];
  const find = (id: string) => calls.find((call) => call.id === id);
  const toServerCall = (call: FakeCall) => ({
    ...call,
    asOf: secondsAgo(0),
    eventCursor: String(cursor),
    lastTurn: call.turns.at(-1) ?? null,
    turnCount: call.turns.length,
  });

  const root = {
    liveCalls: ({ status, mine }: { status?: string; mine?: boolean }) => ({
      eventCursor: String(cursor),
      nodes: calls.filter((call) => (!status || call.status === status) && (!mine || call.rep === maya)).map(toServerCall),
      pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null },
    }),
    liveCall: ({ id }: { id: string }) => {
      const call = find(id);
      return call ? toServerCall(call) : null;
    },
    startLiveCall: ({ input }: { input: object }) => {
      const call = aCall('new', { ...input, duration: 0 });
      calls.push(call);
      return toServerCall(call);
    },
    updateLiveCall: ({ id, input }: { id: string; input: Input }) => {
      const call = find(id);
      if (call?.status !== 'active') return { __typename: 'Conflict', message: 'This call is over.' };
      updates.push(input);
      Object.assign(call, { revision: call.revision + 1, transcript: input.transcript ?? call.transcript });
      return toServerCall(call);
    },
    completeLiveCall: ({ id, input }: { id: string; input: CompleteInput }) => {
      completions.push(input);
      const call = Object.assign(find(id) ?? aCall(id), { status: 'completed', transcription: { __typename: 'Transcription', id: 't1' } });
      return call;
    },
    sendCoachNote: ({ text }: { text: string }) => ({
      __typename: 'CoachNote',
      id: `note ${text}`,
      text,
      createdAt: STARTED,
      author: maya,
    }),
    dismissPrompt: ({ id }: { id: string }) => toServerCall(find(id) ?? aCall(id)),
    customers: () => ({ nodes: [{ id: 'c1', name: 'Dana Whitfield', company: 'Brasswick', email: null }] }),
    ...answers,
  };

  const socket = new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) => {
        const topic: unknown = variables.id;
        const publish = async (rootValue: object) =>
          observer.next(await execute({ schema, document: query, rootValue, variableValues: variables }));
        const subscriber = { topic: typeof topic === 'string' ? topic : null, publish };
        subscribers.add(subscriber);
        return () => void subscribers.delete(subscriber);
      }),
  );
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    socket,
    new SchemaLink({ schema, rootValue: root }),
  );
  const renderScreen = () =>
    renderAt(
      <SignedInAs viewer={maya} workspace={workspace}>
        <RealTime />
        <Toaster />
      </SignedInAs>,
      { client: clientOver(link), at },
    );
  let page = renderScreen();

  const publishChange = (kind: 'created' | 'updated', id: string, change: Partial<FakeCall>, turnsFrom: number | null) => {
    cursor += 1;
    const before = find(id) ?? aCall(id);
    const revision = kind === 'updated' ? before.revision + 1 : before.revision;
    const call = Object.assign(before, change, { revision }, change.duration !== undefined && { countsFrom: secondsAgo(change.duration) });
    const newTurns = turnsFrom === null ? [] : (find(id)?.turns.slice(turnsFrom) ?? []);
    const liveCall = { ...call, asOf: secondsAgo(0), lastTurn: find(id)?.turns.at(-1) ?? null };
    const payload = { cursor: String(cursor), kind, id, at: STARTED, actor: null, liveCall, turnsFrom: turnsFrom, turns: newTurns };
    return act(async () => {
      for (const { topic, publish } of subscribers) {
        if (topic === null) await publish({ liveCallsChanged: payload });
        else if (topic === id) await publish({ liveCallChanged: payload });
      }
    });
  };
  return {
    user: userEvent.setup({ advanceTimers: () => undefined }),
    /** The inputs of the updates and completions that were sent. */
    updates,
    completions,
    /** Changes a call and publishes it; `turnsFrom` is the first changed turn. */
    updateCall: (id: string, change: Partial<FakeCall>, turnsFrom: number | null = null) => publishChange('updated', id, change, turnsFrom),
    /** Someone starts a call. */
    startCall: (call: FakeCall) => {
      calls.push(call);
      return publishChange('created', call.id, {}, null);
    },
    reload: () => {
      page.unmount();
      page = renderScreen();
    },
  };
}

export const transcriptBox = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Live Transcript' });
export const repPanel = () => within(screen.getByRole('region', { name: 'My call' }));
export const liveCallList = () => within(screen.getByRole('region', { name: 'Live calls' }));
export const metric = (name: string) => repPanel().getByRole('group', { name }).textContent?.slice(name.length);
/** The reps of the listed calls, in order. */
export const listedReps = () =>
  liveCallList()
    .queryAllByRole('link')
    .map((link) => link.textContent);
