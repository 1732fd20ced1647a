import { ApolloLink, CombinedGraphQLErrors, Observable, type TypedDocumentNode } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, renderHook } from '@testing-library/react';
import { parse } from 'graphql';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clientOver } from '#web/testing/render.tsx';
import { useResumableSubscription } from './use-resumable-subscription.ts';

type Change = { pipelineChanged: { __typename: 'PipelineChange'; cursor: string } };

const PipelineChanged: TypedDocumentNode<Change, { after?: string | null }> = parse(
  'subscription PipelineChanged($after: EventCursor) { pipelineChanged(after: $after) { __typename cursor } }',
);

/** A fake server that records the cursor of each subscription. */
function openTopic() {
  const starts: (string | null | undefined)[] = [];
  let subscriber: { next: (result: ApolloLink.Result) => void; error: (error: unknown) => void; complete: () => void } | null = null;
  const link = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        starts.push(operation.getContext().position?.());
        subscriber = observer;
        return () => {
          subscriber = null;
        };
      }),
  );
  return {
    client: clientOver(link),
    starts,
    listening: () => subscriber !== null,
    emit: (cursor: string) => act(() => subscriber?.next({ data: { pipelineChanged: { __typename: 'PipelineChange', cursor } } })),
    fail: (code: string) => act(() => subscriber?.error(new CombinedGraphQLErrors({ errors: [{ message: code, extensions: { code } }] }))),
    end: () => act(() => subscriber?.complete()),
  };
}

function listen(topic: ReturnType<typeof openTopic>, first: string | null) {
  const received: string[] = [];
  const onResync = vi.fn();
  const wrapper = ({ children }: { children: ReactNode }) => <ApolloProvider client={topic.client}>{children}</ApolloProvider>;
  const hook = renderHook(
    ({ from }: { from: string | null }) =>
      useResumableSubscription(PipelineChanged, {
        cursorOf: (data) => data.pipelineChanged.cursor,
        from,
        onChange: (data) => received.push(data.pipelineChanged.cursor),
        onResync,
      }),
    { wrapper, initialProps: { from: first } },
  );
  return { received, onResync, from: (from: string | null) => hook.rerender({ from }), leave: hook.unmount };
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('useResumableSubscription', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('waits for a cursor, and subscribes from there', () => {
    const topic = openTopic();
    const { from } = listen(topic, null);
    expect(topic.starts).toEqual([]);
    from('10');
    expect(topic.starts).toEqual(['10']);
  });

  it('passes on each event once, even if it arrives twice', () => {
    const topic = openTopic();
    const { received } = listen(topic, '10');
    for (const cursor of ['11', '12', '12', '13']) topic.emit(cursor);
    expect(received).toEqual(['11', '12', '13']);
  });

  it('keeps its cursor when the list is refetched meanwhile', () => {
    const topic = openTopic();
    const { from } = listen(topic, '10');
    topic.emit('11');
    from('11');
    expect(topic.starts).toEqual(['10']);
  });

  it('resubscribes after an error or a completion, from the last event seen', async () => {
    const topic = openTopic();
    const { received } = listen(topic, '10');
    topic.emit('11');
    topic.fail('INTERNAL_SERVER_ERROR');
    await wait(500);
    topic.emit('12');
    topic.end();
    await wait(500);
    topic.emit('13');
    expect(topic.starts).toEqual(['10', '11', '12']);
    expect(received).toEqual(['11', '12', '13']);
  });

  it('calls onResync when the cursor is too old, and continues from the new cursor', async () => {
    const topic = openTopic();
    const { received, onResync, from } = listen(topic, '10');
    topic.fail('RESYNC');
    expect(onResync).toHaveBeenCalledOnce();
    from('90');
    topic.emit('91');
    await wait(60_000);
    expect(topic.starts).toEqual(['10', '90']);
    expect(received).toEqual(['91']);
  });

  it('resumes from its own cursor beside another with the same variables', () => {
    const topic = openTopic();
    listen(topic, '10');
    listen(topic, '20');
    expect(topic.starts).toEqual(['10', '20']);
  });

  it('unsubscribes on unmount', async () => {
    const topic = openTopic();
    const { leave } = listen(topic, '10');
    topic.fail('INTERNAL_SERVER_ERROR');
    leave();
    await wait(60_000);
    expect(topic.listening()).toBe(false);
    expect(topic.starts).toEqual(['10']);
  });
});
