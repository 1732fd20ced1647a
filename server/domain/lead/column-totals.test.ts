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
import { NO_ACCESS } from '../access/access.ts';
import { Conflict } from '../failures.ts';
import type { Viewer } from '../viewer.ts';
import { mergeColumnTotals } from './column-totals.ts';

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
async function stored(owners: readonly string[] | null = null) {
  const { rows } = await app.container.db.pool.query<{ stage: LeadStage; count: number; value: string }>(
    'select stage, count(*)::int as count, coalesce(sum(value), 0)::numeric(14, 2)::text as value from leads where lost_at is null and ($1::text[] is null or owner_id = any($1)) group by stage',
    [owners],
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
/** A lead that is lost or won already stays as it is. */
const isConflict = (error: unknown) => {
  if (!(error instanceof Conflict)) throw error;
};
type Act = () => Promise<unknown>;
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ at: fc.nat(), stage: fc.constantFrom(...LEAD_STAGES) }).map(
      ({ at, stage }) =>
        async () =>
          leads.move(ada, await nth(at), stage).catch(isConflict),
    ),
  },
  { weight: 2, arbitrary: fc.nat().map((at) => async () => leads.closeAsLost(ada, await nth(at), { reason: 'price' }).catch(isConflict)) },
  { weight: 1, arbitrary: fc.nat().map((at) => async () => leads.reopen(ada, await nth(at))) },
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
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { minLength: 4, maxLength: 8 }), async (rounds) => {
        for (const acts of rounds) {
          // Read also while the others write: what such a read remembers must not count an event twice.
          await Promise.all(acts.flatMap((each) => [each(), leads.totals(SERVER)]));
          expect(await leads.totals(SERVER)).toEqual(await stored());
        }
      }),
      { seed: 20261122, numRuns: 8, endOnFailure: true },
    );
    for (const { id } of await app.container.db.prisma.lead.findMany({ where: { lostAt: { not: null } } })) await leads.reopen(ada, id);
    expect(await leads.totals(SERVER)).toEqual(await stored());
  });

  it('are those of the table after an import, and after it was undone', async () => {
    const files = importer(caller);
    const { id } = await files.bring('name,value,stage\nImported One,10.50,won\nImported Two,20.25,quoted\n', 'lead');
    expect(await leads.totals(SERVER)).toEqual(await stored());
    await files.undo(id);
    expect(await leads.totals(SERVER)).toEqual(await stored());
  });

  it('are those of each person’s and each team’s leads while leads change hands', async () => {
    const [nora, sven] = [await signUpViewer(app, 'nora'), await signUpViewer(app, 'sven')];
    const people = [nora, sven, null] as const;
    const ids = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const { id } = await leads.create(ada, { name: `Shared ${at}`, value: `${at * 10}.10`, ownerId: people[at % 3]?.id ?? null });
        return id;
      }),
    );
    // Each lead gets moves, new owners and new values at the same time; totals are read in between.
    await Promise.all(
      ids.flatMap((id, at) => [
        ...LEAD_STAGES.map((stage) => leads.move(ada, id, stage)),
        leads.update(ada, id, { ownerId: people[(at + 1) % 3]?.id ?? null }),
        leads.update(ada, id, { value: `${at}.99` }),
        leads.totals(SERVER),
      ]),
    );
    for (const owners of [[nora.id], [sven.id], [nora.id, sven.id]]) {
      const reader = { ...nora, access: { ...NO_ACCESS, rows: () => ({ kind: 'owners', owners: new Set(owners) }) as const } };
      expect(await leads.totals(reader)).toEqual(await stored(owners));
      expect((await leads.totals(reader)).reduce((sum, { count }) => sum + count, 0)).toBe(owners.length * 4);
    }
    expect(await leads.totals({ ...nora, access: NO_ACCESS })).toEqual(await stored([]));
    expect(await leads.totals(SERVER)).toEqual(await stored());
  });

  it('read no lead, and see at once what was changed by hand', async () => {
    await leads.move(ada, await nth(0), 'won');
    expect(await tablesRead(app.container.db, () => leads.totals(SERVER))).toEqual([]);
    await app.container.db.pool.query('delete from leads where id = $1', [await nth(0)]);
    await app.container.db.pool.query('update leads set value = round(value / 2, 2), stage_changed_at = now()');
    expect(await leads.totals(SERVER)).toEqual(await stored());
  });

  it('stay exact while changes are merged and leads move', async () => {
    const { pool } = app.container.db;
    const id = await nth(0);
    const moving = Promise.all(LEAD_STAGES.flatMap((stage) => [leads.move(ada, id, stage), leads.move(ada, id, 'quoted')]));
    for (let merge = 0; merge < 5; merge += 1) await Promise.all([mergeColumnTotals(pool), mergeColumnTotals(pool)]);
    await moving;
    expect(await leads.totals(SERVER)).toEqual(await stored());
    await mergeColumnTotals(pool);
    expect(await leads.totals(SERVER)).toEqual(await stored());
    const { rows } = await pool.query('select owner_id, stage from lead_stage_totals group by owner_id, stage having count(*) > 1');
    expect(rows).toEqual([]);
  });

  it('do not make one move wait for another', async () => {
    const { pool } = app.container.db;
    const [first, second] = [await nth(0), await nth(1)];
    const other = await pool.connect();
    await other.query('begin');
    await other.query(`update leads set stage = case when stage = 'won' then 'quoted'::"LeadStage" else 'won' end where id = $1`, [first]);
    // The other's change of the same columns is not committed: this one is done in any case.
    await leads.move(ada, second, 'won');
    await leads.move(ada, second, 'quoted');
    expect(await leads.totals(SERVER)).toEqual(await stored());
    await other.query('commit');
    other.release();
    expect(await leads.totals(SERVER)).toEqual(await stored());
  });
});
