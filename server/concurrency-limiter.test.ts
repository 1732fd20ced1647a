import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createConcurrencyLimiter, createKeyedConcurrencyLimiter, createPersonAndServerLimiter } from './concurrency-limiter.ts';

const FULL = new Error('full');
const limit = (concurrency: number, queueSize = 0, maxWaitMs = 60_000) => ({ concurrency, queueSize, maxWaitMs, exceeded: () => FULL });

/** Work that ends on demand. */
function work<Result>(result: Result) {
  const done = Promise.withResolvers<Result>();
  let started = false;
  return {
    run: () => {
      started = true;
      return done.promise;
    },
    started: () => started,
    finish: () => done.resolve(result),
    fail: (error: Error) => done.reject(error),
  };
}

describe('a concurrency limiter', () => {
  it('runs as many as it may, keeps as many waiting in their order, and refuses the rest', async () => {
    const run = createConcurrencyLimiter(limit(2, 2));
    const works = [0, 1, 2, 3].map(work);
    const results = works.map((each) => run(each.run));
    await expect(run(async () => 'more')).rejects.toBe(FULL);
    await sleep(0);
    expect(works.map((each) => each.started())).toEqual([true, true, false, false]);
    works[1]?.finish();
    expect(await results[1]).toBe(1);
    await expect.poll(() => works.map((each) => each.started())).toEqual([true, true, true, false]);
    for (const each of works) each.finish();
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
    expect(await run(async () => 'again')).toBe('again');
  });

  it('frees its slot when the work fails, also work that waited', async () => {
    const run = createConcurrencyLimiter(limit(1, 1));
    const [first, second] = [work(1), work(2)];
    const results = [run(first.run), run(second.run)];
    first.fail(new Error('first'));
    await expect(results[0]).rejects.toThrow('first');
    second.fail(new Error('second'));
    await expect(results[1]).rejects.toThrow('second');
    expect(await run(async () => 'again')).toBe('again');
  });

  it('rejects work that waited too long, never runs it, and admits other work instead', async () => {
    const run = createConcurrencyLimiter(limit(1, 1, 20));
    const [first, late, third] = [work(1), work(2), work(3)];
    const running = run(first.run);
    await expect(run(late.run)).rejects.toBe(FULL);
    const waits = run(third.run);
    first.finish();
    third.finish();
    expect([await running, await waits, late.started()]).toEqual([1, 3, false]);
  });
});

it('a limiter per key counts each key separately', async () => {
  const run = createKeyedConcurrencyLimiter(limit(1));
  const [ada, grace] = [work('ada'), work('grace')];
  const results = [run('ada', ada.run), run('grace', grace.run)];
  await expect(run('ada', async () => 'more')).rejects.toBe(FULL);
  ada.finish();
  grace.finish();
  expect(await Promise.all(results)).toEqual(['ada', 'grace']);
  expect(await run('ada', async () => 'again')).toBe('again');
});

it('a limiter per person and server leaves room for others, and counts the server’s own work only per server', async () => {
  const run = createPersonAndServerLimiter({ person: limit(1), server: limit(2) });
  const works = ['ada', 'server'].map(work);
  const results = [run('ada', works[0]?.run ?? expect.fail), run(null, works[1]?.run ?? expect.fail)];
  await expect(run('ada', async () => 'more')).rejects.toBe(FULL);
  await expect(run('grace', async () => 'more')).rejects.toBe(FULL);
  for (const each of works) each.finish();
  expect(await Promise.all(results)).toEqual(['ada', 'server']);
});
