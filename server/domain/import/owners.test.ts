import { afterAll, beforeAll, expect, it } from 'vitest';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Viewer;
let nora: Viewer;
const leads = () => app.container.services.analyst.leads.first(SERVER, {}, 50);
const importLeads = (rows: readonly object[]) => app.container.services.imports.upsertRows(ada, 'lead', rows, null);

beforeAll(async () => {
  app = await createTestApp();
  ada = await signUpViewer(app, 'ada');
  nora = await signUpViewer(app, 'nora');
});
afterAll(() => app.close());

it('gives rows to whom they name by username or email address, and others to the importer', async () => {
  const { rows } = await importLeads([
    { name: 'By username', email: 'a@example.com', ownerId: 'NORA' },
    { name: 'By email', email: 'b@example.com', ownerId: nora.email },
    { name: 'Unnamed', email: 'c@example.com' },
    { name: 'Unknown', email: 'd@example.com', ownerId: 'sven' },
  ]);
  expect(rows.map(({ outcome, problem }) => [outcome, problem])).toEqual([
    ['created', null],
    ['created', null],
    ['created', null],
    ['skipped', expect.stringMatching(/^Owner: No active account has the username or email address .sven.$/)],
  ]);
  const owners = (await leads()).map(({ name, ownerId }) => [name, ownerId]).toSorted();
  expect(owners).toEqual([
    ['By email', nora.id],
    ['By username', nora.id],
    ['Unnamed', ada.id],
  ]);
});

it('passes a row on with its events, and leaves it with its owner where none is named', async () => {
  const lead = await app.container.services.leads.create(ada, { name: 'Passed on', email: 'p@example.com' });
  await importLeads([{ name: 'Passed on', email: 'p@example.com', ownerId: 'nora' }]);
  await importLeads([{ name: 'Passed on', email: 'p@example.com', company: 'Acme' }]);
  expect((await leads()).find(({ id }) => id === lead.id)).toMatchObject({ ownerId: nora.id, company: 'Acme' });
  const events = await app.container.db.prisma.event.findMany({ where: { subjectId: lead.id } });
  expect(events.map(({ ownerId }) => ownerId)).toEqual([nora.id]);
});
