import { GraphQLError, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createSharedResults, jsonTextOf } from './shared-results.ts';

const document = parse(`subscription ($after: EventCursor, $first: Int, $more: Boolean!) {
  changed(after: $after) { leads(first: $first) { ...Card } }
} fragment Card on Lead { id notes @include(if: $more) }`);

/** Counts how often the operation is really run. */
function counter() {
  let runs = 0;
  return {
    run: async () => {
      runs += 1;
      return { data: { run: runs } };
    },
    runs: () => runs,
  };
}

describe('shared results', () => {
  it('run an operation once for an event, however many subscribers there are', async () => {
    const shared = createSharedResults();
    const { run, runs } = counter();
    const execute = () => shared.of({ document, accessKey: 'all', variables: { first: 5, more: true } })(7n, run);
    const [one, two] = await Promise.all([execute(), execute()]);
    expect(two).toBe(one);
    expect(await execute()).toBe(one);
    expect(runs()).toBe(1);
    expect(jsonTextOf(one)).toBe('{"data":{"run":1}}');
    expect(jsonTextOf(one)).toBe(jsonTextOf(two));
  });

  it.each([
    ['where to start', { after: '7', first: 5, more: true }, 1],
    ['what the operation does not know', { first: 5, more: true, other: 1 }, 1],
    ['what a field asks with', { first: 6, more: true }, 2],
    ['what a fragment shows', { first: 5, more: false }, 2],
  ])('distinguish the variables that change the result: %s', async (_which, variables, runsThen) => {
    const shared = createSharedResults();
    const { run, runs } = counter();
    await shared.of({ document, accessKey: 'all', variables: { after: '1', first: 5, more: true } })(7n, run);
    await shared.of({ document, accessKey: 'all', variables })(7n, run);
    expect(runs()).toBe(runsThen);
  });

  it('are of one event, one document and one operation of it', async () => {
    const shared = createSharedResults();
    const { run, runs } = counter();
    const variables = { first: 5, more: true };
    await shared.of({ document, accessKey: 'all', variables })(7n, run);
    await shared.of({ document, accessKey: 'all', variables })(8n, run);
    await shared.of({ document: parse('subscription { changed { id } }'), accessKey: 'all', variables })(7n, run);
    await shared.of({ document, operationName: 'Other', accessKey: 'all', variables })(7n, run);
    expect(runs()).toBe(4);
  });

  it('never keep a failure', async () => {
    const shared = createSharedResults();
    const execute = shared.of({ document, accessKey: 'all', variables: {} });
    await expect(execute(7n, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(await execute(7n, async () => ({ data: null, errors: [new GraphQLError('no')] }))).toMatchObject({ data: null });
    expect(await execute(7n, async () => ({ data: { fine: true } }))).toEqual({ data: { fine: true } });
    expect(shared.size()).toBe(1);
  });

  it('are limited in number, for any number of events and operations', async () => {
    const shared = createSharedResults(10);
    const { run } = counter();
    for (let event = 1n; event <= 100n; event += 1n) await shared.of({ document, accessKey: 'all', variables: {} })(event, run);
    for (let first = 1; first <= 100; first += 1) await shared.of({ document, accessKey: 'all', variables: { first } })(1n, run);
    expect(shared.size()).toBe(10);
  });

  it('are limited in total bytes, and a large one is not cached', async () => {
    const shared = createSharedResults();
    const answer = (bytes: number) => async () => ({ data: { notes: 'é'.repeat(bytes / 2) } });
    const execute = shared.of({ document, accessKey: 'all', variables: {} });
    const large = answer(70_000);
    const [one, two] = await Promise.all([execute(1n, large), execute(1n, large)]);
    expect(two).toBe(one);
    expect([shared.size(), shared.bytes()]).toEqual([0, 0]);
    for (let event = 2n; event <= 400n; event += 1n) await execute(event, answer(60_000));
    expect(shared.bytes()).toBeGreaterThan(15 * 1024 * 1024);
    expect(shared.bytes()).toBeLessThanOrEqual(16 * 1024 * 1024);
  });

  it('are not cached for events that are much older than the newest', async () => {
    const shared = createSharedResults();
    const { run } = counter();
    const execute = shared.of({ document, accessKey: 'all', variables: {} });
    for (const seq of [10_000n, 9_000n, 8_976n, 1n]) await execute(seq, run);
    expect(shared.size()).toBe(2);
  });

  it('leave a result of one’s own alone', () => {
    expect(jsonTextOf({ data: { mine: true } })).toBeNull();
  });
});
