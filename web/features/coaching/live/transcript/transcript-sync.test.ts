import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTranscriptSync, type News, type Reply } from './transcript-sync.ts';

/** A server that answers when the story says so, and the teller in front of it. */
function openCall({ told = '', revision = 0, draft = null }: { told?: string; revision?: number; draft?: string | null } = {}) {
  const heard: News[] = [];
  const kept: (string | null)[] = [];
  const waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void }[] = [];
  let at = revision;
  const teller = createTranscriptSync({
    told,
    revision,
    draft,
    keep: (untold) => kept.push(untold),
    push: (news) => {
      heard.push(news);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
  });
  const settle = async (act: (one: (typeof waiting)[number]) => void) => {
    const one = waiting.shift();
    if (!one) throw new Error('Nothing is under way');
    act(one);
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    teller,
    kept,
    texts: () => heard.flatMap((news) => (news ? [news.transcript] : [])),
    numbers: () => heard.flatMap((news) => (news ? [news.sequence] : [])),
    beats: () => heard.filter((news) => news === null).length,
    underway: () => waiting.length,
    takes: () => {
      at += 1;
      return settle(({ resolve }) => resolve({ kind: 'taken', revision: at }));
    },
    refuses: (message: string) => settle(({ resolve }) => resolve({ kind: 'refused', message })),
    isOver: () => settle(({ resolve }) => resolve({ kind: 'over' })),
    isAway: () => settle(({ reject }) => reject(new TypeError('Failed to fetch'))),
  };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A call of which the server has heard that somebody is there. */
async function running(start: Parameters<typeof openCall>[0] = {}) {
  const call = openCall(start);
  call.teller.open();
  await pass(0);
  await call.takes();
  return call;
}

describe('telling what is typed', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('says at once that somebody is there, and waits until typing rests', async () => {
    const call = openCall();
    call.teller.open();
    await pass(0);
    expect(call.beats()).toBe(1);
    await call.takes();
    call.teller.type('Rep: H');
    await pass(500);
    call.teller.type('Rep: Hello');
    await pass(799);
    expect(call.texts()).toEqual([]);
    expect(call.teller.now().state).toBe('waiting');
    await pass(1);
    expect(call.texts()).toEqual(['Rep: Hello']);
    expect(call.teller.now().state).toBe('telling');
    await call.takes();
    expect(call.teller.now().state).toBe('told');
  });

  it('does not wait longer than two seconds while typing goes on', async () => {
    const call = await running();
    for (let key = 1; key <= 21; key += 1) {
      call.teller.type('x'.repeat(key));
      await pass(100);
    }
    expect(call.texts()).toEqual(['x'.repeat(20)]);
  });

  it('has never two texts under way, and tells the newest after the one before', async () => {
    const call = await running();
    call.teller.type('one');
    await pass(800);
    call.teller.type('two');
    await pass(5_000);
    call.teller.type('three');
    await pass(5_000);
    expect(call.underway()).toBe(1);
    await call.takes();
    await pass(0);
    expect(call.texts()).toEqual(['one', 'three']);
    expect(call.underway()).toBe(1);
    await call.takes();
    expect(call.teller.now()).toMatchObject({ told: 'three', state: 'told' });
  });

  it('numbers its texts upwards, above every text of an earlier window', async () => {
    const call = await running({ told: 'Hi', revision: 7 });
    call.teller.type('Hi you');
    await pass(800);
    await call.isAway();
    call.teller.tellNow();
    await pass(0);
    await call.takes();
    call.teller.onRemote(40);
    call.teller.type('Hi you two');
    await pass(800);
    const [first = 0, second = 0, third = 0] = call.numbers();
    expect(first).toBeGreaterThan(7_000);
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(40_000);
  });

  it('keeps what was typed while the server is away, tries again later and later, and at once when it is back', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const call = await running();
    call.teller.type('Rep: Are you there?');
    await pass(800);
    await call.isAway();
    expect(call.teller.now().state).toBe('unreachable');
    await pass(499);
    expect(call.underway()).toBe(0);
    await pass(1);
    await call.isAway();
    // Whoever goes on typing does not put it off.
    await pass(600);
    call.teller.type('Rep: Are you there? Hello');
    await pass(399);
    expect(call.underway()).toBe(0);
    await pass(1);
    await call.isAway();
    call.teller.type('Rep: Are you there? Hello?');
    expect(call.teller.now().state).toBe('unreachable');
    call.teller.back();
    await pass(0);
    await call.takes();
    expect(call.texts().at(-1)).toBe('Rep: Are you there? Hello?');
    expect(call.teller.now().state).toBe('told');
    expect(call.kept.at(-2)).toBe('Rep: Are you there? Hello?');
    expect(call.kept.at(-1)).toBeNull();
  });

  it('goes on after a reload with what was not told', async () => {
    const call = openCall({ told: 'Rep: Hello', revision: 3, draft: 'Rep: Hello\nCustomer: Hi' });
    expect(call.teller.now()).toMatchObject({ text: 'Rep: Hello\nCustomer: Hi', state: 'waiting' });
    call.teller.open();
    await pass(0);
    expect(call.texts()).toEqual(['Rep: Hello\nCustomer: Hi']);
  });

  it('does not repeat what the server does not take, until it was changed', async () => {
    const call = await running();
    call.teller.type('too long');
    await pass(800);
    await call.refuses('A call has at most 500,000 characters');
    expect(call.teller.now()).toMatchObject({ state: 'refused', refusal: 'A call has at most 500,000 characters' });
    await pass(25_000);
    expect(call.texts()).toEqual(['too long']);
    call.teller.type('short');
    await pass(800);
    await call.takes();
    expect(call.teller.now()).toMatchObject({ state: 'told', refusal: '' });
  });

  it('keeps a silent call alive every thirty seconds, until it is over', async () => {
    const call = await running();
    await pass(29_999);
    expect(call.beats()).toBe(1);
    await pass(1);
    expect(call.beats()).toBe(2);
    await call.isOver();
    expect(call.teller.now().state).toBe('over');
    await pass(120_000);
    expect(call.beats()).toBe(2);
  });

  it('tells at once when asked to', async () => {
    const call = await running();
    call.teller.type('Rep: Hi');
    call.teller.tellNow();
    await pass(0);
    expect(call.texts()).toEqual(['Rep: Hi']);
  });

  it('follows another window, but never over what is typed here', async () => {
    const call = await running({ told: 'one' });
    expect(call.teller.isFollowing(1)).toBe(false);
    expect(call.teller.isFollowing(5)).toBe(true);
    call.teller.follow('one two', 5);
    expect(call.teller.now()).toMatchObject({ text: 'one two', told: 'one two', state: 'told' });
    call.teller.type('one two three');
    expect(call.teller.isFollowing(6)).toBe(false);
    call.teller.follow('something else', 6);
    expect(call.teller.now().text).toBe('one two three');
  });

  it('is silent once closed', async () => {
    const call = await running();
    call.teller.type('late');
    await call.teller.close();
    await pass(60_000);
    expect(call.texts()).toEqual([]);
  });
});
