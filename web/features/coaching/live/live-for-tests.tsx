import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { SignedInAs } from '#web/session/session.tsx';
import { maya, workspace } from '#web/testing/people.ts';
import { clientOver, renderAt } from '#web/testing/render.tsx';
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

export const aPrompt = (id: string, kind: 'urgent' | 'tip' | 'insight', text: string, more: object = {}) => ({
  id,
  rule: 'pace',
  kind,
  text,
  since: 10,
  withdrawn: null as number | null,
  dismissed: null as number | null,
  card: null as object | null,
  ...more,
});

export const aTurn = (index: number, speaker: 'rep' | 'customer', text: string) => ({ index, speaker, name: null, text, start: null });

const secondsAgo = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString();

export type FakeCall = ReturnType<typeof aCall>;

/** A call as the server has it; the viewer's own unless something else is said. */
export const aCall = (id: string, more: { duration?: number; [field: string]: unknown } = {}) => ({
  __typename: 'LiveCall' as const,
  id,
  status: 'active',
  told: 'text' as string | null,
  revision: 1,
  duration: 65,
  plannedSeconds: null as number | null,
  attention: 0,
  startedAt: STARTED,
  countsFrom: secondsAgo(more.duration ?? 65),
  asOf: secondsAgo(0),
  callerPhone: null as string | null,
  transcript: '',
  metrics: METRICS,
  prompts: [] as ReturnType<typeof aPrompt>[],
  tips: [] as object[],
  turns: [] as ReturnType<typeof aTurn>[],
  notes: [] as object[],
  rep: maya as object,
  customer: null as object | null,
  transcription: null as object | null,
  ...more,
});

type Input = { transcript?: string | null; sequence?: number | null; duration?: number | null };
type Ending = { finalTranscript?: string | null; duration?: number | null };

/** A small server with running calls, which other people can change, and the tab in front of it. */
export function openRealTime(
  calls: FakeCall[],
  { at = '/coaching?tab=real-time', ...answers }: { at?: string } & Record<string, unknown> = {},
) {
  let cursor = 1;
  const hearers = new Set<{ topic: string | null; hear: (root: object) => Promise<void> }>();
  const told: Input[] = [];
  const endings: Ending[] = [];
  const find = (id: string) => calls.find((call) => call.id === id);
  const known = (call: FakeCall) => ({
    ...call,
    asOf: secondsAgo(0),
    eventCursor: String(cursor),
    lastTurn: call.turns.at(-1) ?? null,
    turnCount: call.turns.length,
  });

  const root = {
    liveCalls: ({ status, mine }: { status?: string; mine?: boolean }) => ({
      eventCursor: String(cursor),
      nodes: calls.filter((call) => (!status || call.status === status) && (!mine || call.rep === maya)).map(known),
      pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null },
    }),
    liveCall: ({ id }: { id: string }) => {
      const call = find(id);
      return call ? known(call) : null;
    },
    startLiveCall: ({ input }: { input: object }) => {
      const call = aCall('new', { ...input, duration: 0 });
      calls.push(call);
      return known(call);
    },
    updateLiveCall: ({ id, input }: { id: string; input: Input }) => {
      const call = find(id);
      if (call?.status !== 'active') return { __typename: 'Conflict', message: 'This call is over.' };
      told.push(input);
      Object.assign(call, { revision: call.revision + 1, transcript: input.transcript ?? call.transcript });
      return known(call);
    },
    completeLiveCall: ({ id, input }: { id: string; input: Ending }) => {
      endings.push(input);
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
    dismissPrompt: ({ id }: { id: string }) => known(find(id) ?? aCall(id)),
    customers: () => ({ nodes: [{ id: 'c1', name: 'Dana Whitfield', company: 'Brasswick', email: null }] }),
    ...answers,
  };

  const socket = new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) => {
        const topic: unknown = variables.id;
        const hear = async (rootValue: object) =>
          observer.next(await execute({ schema, document: query, rootValue, variableValues: variables }));
        const hearer = { topic: typeof topic === 'string' ? topic : null, hear };
        hearers.add(hearer);
        return () => void hearers.delete(hearer);
      }),
  );
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    socket,
    new SchemaLink({ schema, rootValue: root }),
  );
  const view = () =>
    renderAt(
      <SignedInAs viewer={maya} workspace={workspace}>
        <RealTime />
        <Toaster />
      </SignedInAs>,
      { client: clientOver(link), at },
    );
  let page = view();

  const tell = (kind: 'created' | 'updated', id: string, change: Partial<FakeCall>, from: number | null) => {
    cursor += 1;
    const before = find(id) ?? aCall(id);
    const revision = kind === 'updated' ? before.revision + 1 : before.revision;
    const call = Object.assign(before, change, { revision }, change.duration !== undefined && { countsFrom: secondsAgo(change.duration) });
    const fresh = from === null ? [] : (find(id)?.turns.slice(from) ?? []);
    const liveCall = { ...call, asOf: secondsAgo(0), lastTurn: find(id)?.turns.at(-1) ?? null };
    const said = { cursor: String(cursor), kind, id, at: STARTED, actor: null, liveCall, turnsFrom: from, turns: fresh };
    return act(async () => {
      for (const { topic, hear } of hearers) {
        if (topic === null) await hear({ liveCallsChanged: said });
        else if (topic === id) await hear({ liveCallChanged: said });
      }
    });
  };
  return {
    user: userEvent.setup({ advanceTimers: () => undefined }),
    /** What was told of calls, and how they were ended. */
    told,
    endings,
    /** Something about a call changes, and everyone hears of it; `from`: the first turn that is new. */
    changes: (id: string, change: Partial<FakeCall>, from: number | null = null) => tell('updated', id, change, from),
    /** Somebody begins a call. */
    begins: (call: FakeCall) => {
      calls.push(call);
      return tell('created', call.id, {}, null);
    },
    reload: () => {
      page.unmount();
      page = view();
    },
  };
}

export const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Live Transcript' });
export const panel = () => within(screen.getByRole('region', { name: 'My call' }));
export const wall = () => within(screen.getByRole('region', { name: 'Running calls' }));
export const figure = (name: string) => panel().getByRole('group', { name }).textContent?.slice(name.length);
/** The calls on the wall, in order. */
export const onWall = () =>
  wall()
    .queryAllByRole('link')
    .map((link) => link.textContent);
