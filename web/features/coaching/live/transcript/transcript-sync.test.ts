import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTranscriptSync, type PushResult, type TranscriptUpdate } from './transcript-sync.ts';

/** A fake server whose answers the test controls, and the sync in front of it. */
function openCall({ saved = '', revision = 0, draft = null }: { saved?: string; revision?: number; draft?: string | null } = {}) {
  const updates: TranscriptUpdate[] = [];
  const drafts: (string | null)[] = [];
  const inFlight: { resolve: (result: PushResult) => void; reject: (error: Error) => void }[] = [];
  let at = revision;
  const sync = createTranscriptSync({
    saved,
    revision,
    draft,
    storeDraft: (unsaved) => drafts.push(unsaved),
    push: (update) => {
      updates.push(update);
      return new Promise((resolve, reject) => inFlight.push({ resolve, reject }));
    },
  });
  const settle = async (act: (request: (typeof inFlight)[number]) => void) => {
    const request = inFlight.shift();
    if (!request) throw new Error('Nothing is under way');
    act(request);
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    sync,
    drafts,
    sentTexts: () => updates.flatMap((update) => (update ? [update.transcript] : [])),
    sequences: () => updates.flatMap((update) => (update ? [update.sequence] : [])),
    heartbeats: () => updates.filter((update) => update === null).length,
    inFlightCount: () => inFlight.length,
    accept: () => {
      at += 1;
      return settle(({ resolve }) => resolve({ kind: 'accepted', revision: at }));
    },
    reject: (message: string) => settle(({ resolve }) => resolve({ kind: 'rejected', message })),
    end: () => settle(({ resolve }) => resolve({ kind: 'ended' })),
    disconnect: () => settle(({ reject }) => reject(new TypeError('Failed to fetch'))),
  };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A call whose first heartbeat was answered. */
async function openConnectedCall(start: Parameters<typeof openCall>[0] = {}) {
  const call = openCall(start);
  call.sync.open();
  await pass(0);
  await call.accept();
  return call;
}

describe('transcript sync', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('sends a heartbeat on open, and saves once typing pauses', async () => {
    const call = openCall();
    call.sync.open();
    await pass(0);
    expect(call.heartbeats()).toBe(1);
    await call.accept();
    call.sync.edit('Rep: H');
    await pass(500);
    call.sync.edit('Rep: Hello');
    await pass(799);
    expect(call.sentTexts()).toEqual([]);
    expect(call.sync.getSnapshot().state).toBe('pending');
    await pass(1);
    expect(call.sentTexts()).toEqual(['Rep: Hello']);
    expect(call.sync.getSnapshot().state).toBe('saving');
    await call.accept();
    expect(call.sync.getSnapshot().state).toBe('saved');
  });

  it('saves after two seconds at most while typing goes on', async () => {
    const call = await openConnectedCall();
    for (let key = 1; key <= 21; key += 1) {
      call.sync.edit('x'.repeat(key));
      await pass(100);
    }
    expect(call.sentTexts()).toEqual(['x'.repeat(20)]);
  });

  it('has one request in flight at a time, and sends the newest text next', async () => {
    const call = await openConnectedCall();
    call.sync.edit('request');
    await pass(800);
    call.sync.edit('two');
    await pass(5_000);
    call.sync.edit('three');
    await pass(5_000);
    expect(call.inFlightCount()).toBe(1);
    await call.accept();
    await pass(0);
    expect(call.sentTexts()).toEqual(['request', 'three']);
    expect(call.inFlightCount()).toBe(1);
    await call.accept();
    expect(call.sync.getSnapshot()).toMatchObject({ saved: 'three', state: 'saved' });
  });

  it('sequences its texts upwards, above every text of an earlier window', async () => {
    const call = await openConnectedCall({ saved: 'Hi', revision: 7 });
    call.sync.edit('Hi you');
    await pass(800);
    await call.disconnect();
    call.sync.flush();
    await pass(0);
    await call.accept();
    call.sync.onRemote(40);
    call.sync.edit('Hi you two');
    await pass(800);
    const [first = 0, second = 0, third = 0] = call.sequences();
    expect(first).toBeGreaterThan(7_000);
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(40_000);
  });

  it('retries with growing delays while the server is unreachable, and at once when it is back', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const call = await openConnectedCall();
    call.sync.edit('Rep: Are you there?');
    await pass(800);
    await call.disconnect();
    expect(call.sync.getSnapshot().state).toBe('unreachable');
    await pass(499);
    expect(call.inFlightCount()).toBe(0);
    await pass(1);
    await call.disconnect();
    // Typing does not postpone the retry.
    await pass(600);
    call.sync.edit('Rep: Are you there? Hello');
    await pass(399);
    expect(call.inFlightCount()).toBe(0);
    await pass(1);
    await call.disconnect();
    call.sync.edit('Rep: Are you there? Hello?');
    expect(call.sync.getSnapshot().state).toBe('unreachable');
    call.sync.onReconnect();
    await pass(0);
    await call.accept();
    expect(call.sentTexts().at(-1)).toBe('Rep: Are you there? Hello?');
    expect(call.sync.getSnapshot().state).toBe('saved');
    expect(call.drafts.at(-2)).toBe('Rep: Are you there? Hello?');
    expect(call.drafts.at(-1)).toBeNull();
  });

  it('saves a draft left by a reload', async () => {
    const call = openCall({ saved: 'Rep: Hello', revision: 3, draft: 'Rep: Hello\nCustomer: Hi' });
    expect(call.sync.getSnapshot()).toMatchObject({ text: 'Rep: Hello\nCustomer: Hi', state: 'pending' });
    call.sync.open();
    await pass(0);
    expect(call.sentTexts()).toEqual(['Rep: Hello\nCustomer: Hi']);
  });

  it('does not resend a rejected text until it is edited', async () => {
    const call = await openConnectedCall();
    call.sync.edit('too long');
    await pass(800);
    await call.reject('A call has at most 500,000 characters');
    expect(call.sync.getSnapshot()).toMatchObject({ state: 'rejected', rejection: 'A call has at most 500,000 characters' });
    await pass(25_000);
    expect(call.sentTexts()).toEqual(['too long']);
    call.sync.edit('short');
    await pass(800);
    await call.accept();
    expect(call.sync.getSnapshot()).toMatchObject({ state: 'saved', rejection: '' });
  });

  it('sends a heartbeat every thirty seconds until the call has ended', async () => {
    const call = await openConnectedCall();
    await pass(29_999);
    expect(call.heartbeats()).toBe(1);
    await pass(1);
    expect(call.heartbeats()).toBe(2);
    await call.end();
    expect(call.sync.getSnapshot().state).toBe('ended');
    await pass(120_000);
    expect(call.heartbeats()).toBe(2);
  });

  it('saves at once on flush', async () => {
    const call = await openConnectedCall();
    call.sync.edit('Rep: Hi');
    call.sync.flush();
    await pass(0);
    expect(call.sentTexts()).toEqual(['Rep: Hi']);
  });

  it('shows the text of another window, but never over unsaved edits', async () => {
    const call = await openConnectedCall({ saved: 'request' });
    expect(call.sync.canApplyRemote(1)).toBe(false);
    expect(call.sync.canApplyRemote(5)).toBe(true);
    call.sync.applyRemote('request two', 5);
    expect(call.sync.getSnapshot()).toMatchObject({ text: 'request two', saved: 'request two', state: 'saved' });
    call.sync.edit('request two three');
    expect(call.sync.canApplyRemote(6)).toBe(false);
    call.sync.applyRemote('something else', 6);
    expect(call.sync.getSnapshot().text).toBe('request two three');
  });

  it('sends nothing after close', async () => {
    const call = await openConnectedCall();
    call.sync.edit('late');
    await call.sync.close();
    await pass(60_000);
    expect(call.sentTexts()).toEqual([]);
  });
});
