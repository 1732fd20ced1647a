import { GraphQLError, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Access, isInScope, ownersOf, type RowScope, SERVER_ACCESS } from '#domain/access/access.ts';
import { observed } from '#domain/access/observed.ts';
import { createSharedResults, type Execution, jsonTextOf } from './shared-results.ts';

const document = parse(`subscription ($after: EventCursor, $first: Int, $more: Boolean!) {
  changed(after: $after) { leads(first: $first) { ...Card } }
} fragment Card on Lead { id notes @include(if: $more) }`);

const forAll = (result: Execution['result']): Execution => ({ result, agrees: () => true });

/** Counts how often the operation is really run. */
function counter() {
  let runs = 0;
  return {
    run: async () => {
      runs += 1;
      return forAll({ data: { run: runs } });
    },
    runs: () => runs,
  };
}

describe('shared results', () => {
  it('run an operation once for an event, however many subscribers there are', async () => {
    const shared = createSharedResults();
    const { run, runs } = counter();
    const execute = () => shared.of({ document, variables: { first: 5, more: true } })(7n, SERVER_ACCESS, run);
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
    await shared.of({ document, variables: { after: '1', first: 5, more: true } })(7n, SERVER_ACCESS, run);
    await shared.of({ document, variables })(7n, SERVER_ACCESS, run);
    expect(runs()).toBe(runsThen);
  });

  it('are of one event, one document and one operation of it', async () => {
    const shared = createSharedResults();
    const { run, runs } = counter();
    const variables = { first: 5, more: true };
    await shared.of({ document, variables })(7n, SERVER_ACCESS, run);
    await shared.of({ document, variables })(8n, SERVER_ACCESS, run);
    await shared.of({ document: parse('subscription { changed { id } }'), variables })(7n, SERVER_ACCESS, run);
    await shared.of({ document, operationName: 'Other', variables })(7n, SERVER_ACCESS, run);
    expect(runs()).toBe(4);
  });

  it('never keep a failure', async () => {
    const shared = createSharedResults();
    const execute = shared.of({ document, variables: {} });
    await expect(execute(7n, SERVER_ACCESS, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(await execute(7n, SERVER_ACCESS, async () => forAll({ data: null, errors: [new GraphQLError('no')] }))).toMatchObject({
      data: null,
    });
    expect(await execute(7n, SERVER_ACCESS, async () => forAll({ data: { fine: true } }))).toEqual({ data: { fine: true } });
    expect(shared.size()).toBe(1);
  });

  it('are limited in number, for any number of events and operations', async () => {
    const shared = createSharedResults(10);
    const { run } = counter();
    for (let event = 1n; event <= 100n; event += 1n) await shared.of({ document, variables: {} })(event, SERVER_ACCESS, run);
    for (let first = 1; first <= 100; first += 1) await shared.of({ document, variables: { first } })(1n, SERVER_ACCESS, run);
    expect(shared.size()).toBe(10);
  });

  it('are limited in total bytes, and a large one is not cached', async () => {
    const shared = createSharedResults();
    const answer = (bytes: number) => async () => forAll({ data: { notes: 'é'.repeat(bytes / 2) } });
    const execute = shared.of({ document, variables: {} });
    const large = answer(70_000);
    const [one, two] = await Promise.all([execute(1n, SERVER_ACCESS, large), execute(1n, SERVER_ACCESS, large)]);
    expect(two).toBe(one);
    expect([shared.size(), shared.bytes()]).toEqual([0, 0]);
    for (let event = 2n; event <= 400n; event += 1n) await execute(event, SERVER_ACCESS, answer(60_000));
    expect(shared.bytes()).toBeGreaterThan(15 * 1024 * 1024);
    expect(shared.bytes()).toBeLessThanOrEqual(16 * 1024 * 1024);
  });

  it('are not cached for events that are much older than the newest', async () => {
    const shared = createSharedResults();
    const { run } = counter();
    const execute = shared.of({ document, variables: {} });
    for (const seq of [10_000n, 9_000n, 8_976n, 1n]) await execute(seq, SERVER_ACCESS, run);
    expect(shared.size()).toBe(2);
  });

  it('leave a result of one’s own alone', () => {
    expect(jsonTextOf({ data: { mine: true } })).toBeNull();
  });
});

describe('people with different scopes', () => {
  const of = (...people: string[]): Access => {
    const scope: RowScope = { kind: 'owners', owners: new Set(people) };
    return { key: people.join(), team: new Set(people), rows: () => scope };
  };

  /** Shows a lead of Ada’s to those who may read it, and to everybody how many leads they may read. */
  function story(counts: boolean) {
    const share = createSharedResults().of({ document, variables: {} });
    let runs = 0;
    const show = (access: Access) =>
      share(1n, access, async () => {
        runs += 1;
        const { access: asked, agrees } = observed(access);
        const lead = isInScope(asked.rows('lead'), 'ada') ? 'Jo March' : null;
        const result = { data: { lead, ...(counts && { leads: ownersOf(asked.rows('lead'))?.length }) } };
        return { result, agrees };
      }).then(({ data }) => data);
    return { show, runs: () => runs };
  }

  it('share what is the same for them, and nothing that is not', async () => {
    const { show, runs } = story(false);
    const readers = [of('ada'), of('ben'), of('ada', 'ben'), of('cleo'), of('dora'), SERVER_ACCESS];
    expect(await Promise.all(readers.map(show))).toEqual(['Jo March', null, 'Jo March', null, null, 'Jo March'].map((lead) => ({ lead })));
    expect(runs()).toBe(2);
    expect(await show(of('eve'))).toEqual({ lead: null });
    expect(runs()).toBe(2);
  });

  it('share no count over different rows', async () => {
    const { show, runs } = story(true);
    expect(await Promise.all([of('ben'), of('ben', 'cleo'), of('cleo', 'dora'), of('ben')].map(show))).toEqual(
      [1, 2, 2, 1].map((leads) => ({ lead: null, leads })),
    );
    expect(runs()).toBe(3);
  });
});
