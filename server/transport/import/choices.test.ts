import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { importer } from '#server/testing/imports.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const files = () => importer(ada);
/** The leads whose names begin so. */
const leads = (prefix: string) =>
  app.container.db.prisma.lead.findMany({ where: { name: { startsWith: prefix } }, orderBy: { name: 'asc' } });
const reportOf = async (id: string) => String((await ada.rest.get(`/import/${id}/report`)).body);

const FAIR =
  'name,email,source,value\nJo,jo@,Messe,100\nMeg,meg@example.com,Messe,a lot\nAmy,amy@example.com,Website,12\n,x@example.com,Fax,1\n';

it('groups the problems of a file by field and value, with the number of rows', async () => {
  const { body } = await files().upload(FAIR, 'lead');
  const checked = await files().check(idOf(body), Object(body).columns);
  expect(checked.problemCount).toBe(3);
  expect(checked.problemGroups).toEqual([
    {
      field: 'source',
      isOptional: true,
      rows: 2,
      valueCount: 1,
      values: [{ value: 'Messe', problem: 'Unknown source', rows: 2, firstRow: 2 }],
    },
    {
      field: 'email',
      isOptional: true,
      rows: 1,
      valueCount: 1,
      values: [{ value: 'jo@', problem: 'Invalid email', rows: 1, firstRow: 2 }],
    },
    {
      field: 'value',
      isOptional: true,
      rows: 1,
      valueCount: 1,
      values: [{ value: 'a lot', problem: 'Must be an amount from 0 to 99999999.99, such as 1,250.50', rows: 1, firstRow: 3 }],
    },
    {
      field: 'name',
      isOptional: false,
      rows: 1,
      valueCount: 1,
      values: [{ value: null, problem: 'Name is required', rows: 1, firstRow: 5 }],
    },
  ]);
});

it('counts equal rows together, and lists the commonest values', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => `Lead ${index},${index < 25 ? `x${index}@` : 'none'}\n`).join('');
  const { body } = await files().upload(`name,email\n${rows}Same,same@example.com\nSame,same@example.com\n`, 'lead');
  const { problemGroups, problems } = await files().check(idOf(body), ['name', 'email']);
  expect(problemGroups).toMatchObject([
    { field: 'email', rows: 30, valueCount: 26 },
    { field: null, isOptional: false, rows: 1, values: [{ value: null, problem: 'Same lead as an earlier row.', firstRow: 33 }] },
  ]);
  expect(problemGroups[0].values).toHaveLength(20);
  expect(problemGroups[0].values[0]).toEqual({ value: 'none', problem: 'Invalid email', rows: 5, firstRow: 27 });
  expect(problems.at(-1)).toEqual({ number: 33, problem: 'Same lead as row 32.' });
});

it('imports another value for one that is not known, in all its rows', async () => {
  const { checked, done, id } = await files().bring(
    'name,source,stage\nRa,Messe,Neu\nRb,Messe,quoted\n',
    'lead',
    'replacements: [{ field: "source", value: "Messe", replacement: "Referral" }, { field: "stage", value: "Neu", replacement: "leads" }]',
  );
  expect(checked).toMatchObject({ problemCount: 0, problemGroups: [] });
  expect(done).toMatchObject({ created: 2 });
  expect((await leads('R')).map(({ name, source, stage }) => [name, source, stage])).toEqual([
    ['Ra', 'referral', 'leads'],
    ['Rb', 'referral', 'quoted'],
  ]);
  await files().undo(id);
});

it('imports rows without the cells that have a problem where that was chosen, and reports them', async () => {
  const { checked, done, id } = await files().bring(
    'name,email,value,owner\nEa,ea@,1,sven\nEb,eb@example.com,many,\nEc,nonsense,2,\n,ed@,3,\n',
    'lead',
    'emptyFields: ["email", "value", "ownerId"]',
  );
  expect(checked).toMatchObject({ problemCount: 1, wouldCreate: 3, problems: [{ number: 5, problem: 'Name: Name is required' }] });
  // What is left empty stays in the groups, so that the choice can be taken back.
  expect(checked.problemGroups.map(({ field, rows }: { field: string; rows: number }) => [field, rows])).toEqual([
    ['email', 2],
    ['value', 1],
    ['name', 1],
    ['ownerId', 1],
  ]);
  expect(done).toMatchObject({ created: 3 });
  expect((await leads('E')).map(({ name, email, value }) => [name, email, value?.toFixed(2) ?? null])).toEqual([
    ['Ea', null, '1.00'],
    ['Eb', 'eb@example.com', null],
    ['Ec', null, '2.00'],
  ]);
  expect(await reportOf(id)).toContain('Imported without “ea@”. Email: Invalid email; Imported without “sven”. Owner: No active account');
  await files().undo(id);
});

it('reads an ambiguous amount as the others of its column are written', async () => {
  const german = await files().bring('name;value\nGa;1.250\nGb;4.327,66\n', 'lead');
  expect((await leads('G')).map(({ value }) => value?.toFixed(2))).toEqual(['1250.00', '4327.66']);
  await files().undo(german.id);
  const { body } = await files().upload('name;value\nMa;1,500\nMb;4.327,66\nMc;4,327.66\n', 'lead');
  expect((await files().check(idOf(body), ['name', 'value'])).problems).toEqual([
    { number: 2, problem: 'Value: Ambiguous amount: write 1500, or two decimals' },
  ]);
});

it('refuses choices that mean nothing', async () => {
  const { body } = await files().upload('name,source\nJo,Messe\n', 'lead');
  const refusal = async (choices: string) => (await files().check(idOf(body), ['name', 'source'], choices)).message;
  expect(await refusal('emptyFields: ["name"]')).toBe('Name cannot be left empty.');
  expect(await refusal('emptyFields: ["shoe"]')).toBe('A lead has no field "shoe".');
  expect(await refusal('replacements: [{ field: "stage", value: "a", replacement: "b" }]')).toBe('No column is mapped to "stage".');
});

it.each([
  ['an email address without a heading', 'Name,\nJo,jo@example.com\n', ['name', 'email']],
  ['a heading in another language', 'Kunde,Adresse,Durchwahl\nJo,jo@example.com,+49 30 1234567\n', ['name', 'email', 'phone']],
  ['amounts, stages and sources', 'Name;Summe;Phase;Woher\nJo;4.327,66;Follow Up;Trade Show\n', ['name', 'value', 'stage', 'source']],
  ['dates and plain numbers', 'Name;Datum;Seit;Nummer\nJo;24.11.2026;2026-11-24;4711\n', ['name', '', '', '']],
  ['a second column of addresses', 'Name;Email;Auch\nJo;;jo@example.com\n', ['name', 'email', '']],
  ['some other values', 'Name;Notiz\nJo;jo@example.com\nMeg;called\n', ['name', '']],
])('maps columns by their values: %s', async (_what, content, columns) => {
  expect(Object((await files().upload(content, 'lead')).body).columns).toEqual(columns);
});
