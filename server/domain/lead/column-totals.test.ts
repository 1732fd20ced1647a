import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEAD_STAGES, type LeadStage } from '#contract/lead.ts';
import type { Services } from '#domain/services.ts';
import { SERVER } from '#domain/viewer.ts';
import type { Caller } from '#server/testing/caller.ts';
import { importer } from '#server/testing/imports.ts';
import { tablesRead } from '#server/testing/statements.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { Viewer } from '../viewer.ts';

let app: TestApp;
let leads: Services['leads'];
let ada: Viewer;
let caller: Caller;
beforeAll(async () => {
  app = await createTestApp();
  leads = app.container.services.leads;
  ada = await signUpViewer(app, 'ada');
  caller = await app.signUp('grace');
  for (let at = 0; at < 6; at += 1) await leads.create(ada, { name: `Lead ${at}`, value: `${at}.25` });
});
afterAll(() => app.close());

/** What PostgreSQL counts. */
async function stored() {
  const { rows } = await app.container.db.pool.query<{ stage: LeadStage; count: number; value: string }>(
    'select stage, count(*)::int as count, coalesce(sum(value), 0)::numeric(14, 2)::text as value from leads group by stage',
  );
  return LEAD_STAGES.map((stage) => rows.find((row) => row.stage === stage) ?? { stage, count: 0, value: '0.00' });
}

const nth = async (at: number): Promise<string> => {
  const ids = await app.container.db.prisma.lead.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  return ids[at % ids.length]?.id ?? '';
};

const amount = fc
  .integer({ min: 0, max: 9_999_999_999 })
  .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
type Act = () => Promise<unknown>;
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ at: fc.nat(), stage: fc.constantFrom(...LEAD_STAGES) }).map(
      ({ at, stage }) =>
        async () =>
          leads.move(ada, await nth(at), stage),
    ),
  },
  { weight: 2, arbitrary: fc.option(amount).map((value) => async () => leads.create(ada, { name: 'New', value: value ?? '' })) },
  {
    weight: 1,
    arbitrary: fc.record({ at: fc.nat(), value: amount }).map(
      ({ at, value }) =>
        async () =>
          leads.update(ada, await nth(at), { value }),
    ),
  },
  { weight: 1, arbitrary: fc.nat().map((at) => async () => leads.update(ada, await nth(at), { notes: `Note ${at}` })) },
);

describe('the current totals of the columns', () => {
  it('equal those of the table after many parallel changes', async () => {
    await leads.totals(SERVER);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { minLength: 4, maxLength: 8 }), async (rounds) => {
        for (const acts of rounds) {
          // Read also while the others write: what such a read remembers must not count an event twice.
          await Promise.all(acts.flatMap((each) => [each(), leads.currentTotals(SERVER)]));
          expect(await leads.currentTotals(SERVER)).toEqual(await stored());
        }
      }),
      { seed: 20261122, numRuns: 8, endOnFailure: true },
    );
  });

  it('are those of the table after an import, and after it was undone', async () => {
    await leads.totals(SERVER);
    const files = importer(caller);
    const { id } = await files.bring('name,value,stage\nImported One,10.50,won\nImported Two,20.25,quoted\n', 'lead');
    expect(await leads.currentTotals(SERVER)).toEqual(await stored());
    await files.undo(id);
    expect(await leads.currentTotals(SERVER)).toEqual(await stored());
  });

  it('cost no look at the leads after a move, and see what was changed by hand within a minute', async () => {
    await leads.totals(SERVER);
    await leads.move(ada, await nth(0), 'won');
    await leads.move(ada, await nth(0), 'quoted');
    expect(await tablesRead(app.container.db, () => leads.currentTotals(SERVER))).toEqual([]);
    expect(await leads.currentTotals(SERVER)).toEqual(await stored());
    await app.container.db.pool.query('delete from leads where id = $1', [await nth(0)]);
    app.clock.advance(60_000);
    expect(await leads.currentTotals(SERVER)).toEqual(await stored());
  });
});
