import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '#domain/services.ts';
import { SERVER } from '#domain/viewer.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { withLockedRow } from '#server/testing/with-locked-row.ts';
import type { EditableRow, Precondition } from './editable-row.ts';
import { EditConflict } from './failures.ts';
import type { Viewer } from './viewer.ts';

let app: TestApp;
let services: Services;
let ada: Viewer;
let grace: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  services = app.container.services;
  ada = await signUpViewer(app, 'ada');
  grace = await signUpViewer(app, 'grace');
});
afterAll(() => app.close());

interface Kind {
  readonly table: string;
  /** The column of the text that `input` changes. */
  readonly column: string;
  create(): Promise<EditableRow>;
  update(viewer: Viewer, id: string, text: string, precondition?: Precondition): Promise<EditableRow>;
  find(id: string): Promise<EditableRow | null>;
}

const KINDS: Readonly<Record<string, Kind>> = {
  lead: {
    table: 'leads',
    column: 'company',
    create: () => services.leads.create(ada, { name: 'Jo', company: 'Old' }),
    update: (viewer, id, company, precondition) => services.leads.update(viewer, id, { company }, precondition),
    find: (id) => services.leads.find(SERVER, id),
  },
  customer: {
    table: 'customers',
    column: 'company',
    create: () => services.customers.create(ada, { name: 'Jo', company: 'Old' }),
    update: (viewer, id, company, precondition) => services.customers.update(viewer, id, { company }, precondition),
    find: (id) => services.customers.find(SERVER, id),
  },
  'email template': {
    table: 'email_templates',
    column: 'subject',
    create: () => services.emailTemplates.create(ada, { name: 'Hello', subject: 'Old', body: 'Hello there', type: 'quote' }),
    update: (viewer, id, subject, precondition) => services.emailTemplates.update(viewer, id, { subject }, precondition),
    find: (id) => services.emailTemplates.find(SERVER, id),
  },
  'training item': {
    table: 'ai_training_data',
    column: 'title',
    create: () => services.training.add(ada, { title: 'Old', content: 'Within 30 days.', category: 'knowledge' }),
    update: (viewer, id, title, precondition) => services.training.update(viewer, id, { title }, precondition),
    find: (id) => services.training.find(SERVER, id),
  },
  transcription: {
    table: 'transcriptions',
    column: 'title',
    create: () => services.transcriptions.add(ada, { content: 'Rep: Hello.', title: 'Old' }),
    update: (viewer, id, title, precondition) => services.transcriptions.update(viewer, id, { title }, precondition),
    find: (id) => services.transcriptions.find(SERVER, id),
  },
};

const conflictOf = async (update: Promise<unknown>): Promise<EditConflict<EditableRow>> => {
  const failure = await update.catch((error: unknown) => error);
  if (failure instanceof EditConflict) return failure;
  throw new Error('There was no conflict.', { cause: failure });
};

describe.each(Object.entries(KINDS))('a %s', (_name, { table, column, create, update, find }) => {
  it('is changed by one of two who loaded the same version; the other gets the row and who changed it', async () => {
    const row = await create();
    const precondition = { ifUpdatedAt: [row.updatedAt] };
    const [first, second] = await Promise.allSettled([
      update(ada, row.id, 'By Ada', precondition),
      update(grace, row.id, 'By Grace', precondition),
    ]);
    const [accepted, rejected] = first.status === 'fulfilled' ? [first, second] : [second, first];
    const winner = accepted.status === 'fulfilled' ? accepted.value : null;
    const conflict = await conflictOf(rejected.status === 'rejected' ? Promise.reject(rejected.reason) : Promise.resolve());
    expect(conflict.current).toEqual(winner);
    expect(await find(row.id)).toEqual(winner);
    expect(conflict.updatedBy?.id).toBe(accepted === first ? ada.id : grace.id);
    expect(conflict.message).toMatch(/^(ada|grace) changed this \w+ after you loaded it\. Your changes were not saved\.$/);
    expect((await eventsOf(app.container.db, row.id)).filter(({ kind }) => kind.endsWith('.updated'))).toHaveLength(1);
  });

  it('is changed by both without a precondition, one after the other', async () => {
    const row = await create();
    await Promise.all([update(ada, row.id, 'By Ada'), update(grace, row.id, 'By Grace')]);
    expect((await eventsOf(app.container.db, row.id)).filter(({ kind }) => kind.endsWith('.updated'))).toHaveLength(2);
  });

  it('is compared under a lock, so that another transaction’s commit is detected as a conflict', async () => {
    const row = await create();
    const change = [`update ${table} set ${column} = 'Theirs' where id = $1`, row.id] as const;
    // Before the lock, "Old" was no difference, and the caller was told that it was saved.
    const saved = await withLockedRow(app.container.db, change, () => update(ada, row.id, 'Old'));
    expect(saved).toMatchObject({ [column]: 'Old' });
    expect(await find(row.id)).toEqual(saved);
  });

  it('has a new version after each change, even if the clock does not advance', async () => {
    const row = await create();
    const once = await update(ada, row.id, 'Once');
    const twice = await update(ada, row.id, 'Twice');
    expect([once.updatedAt.getTime(), twice.updatedAt.getTime()]).toEqual([row.updatedAt.getTime() + 1, row.updatedAt.getTime() + 2]);
  });

  it('that an import changed reports a conflict without an author', async () => {
    const row = await create();
    await app.container.db.pool.query(`update ${table} set updated_at = updated_at + interval '5 seconds' where id = $1`, [row.id]);
    const conflict = await conflictOf(update(ada, row.id, 'Mine', { ifUpdatedAt: [row.updatedAt] }));
    expect([conflict.updatedBy, conflict.message]).toEqual([null, expect.stringMatching(/^This \w+ was changed after you loaded it\./)]);
  });
});

describe('moving a lead', () => {
  it('from a version that is no longer there moves nothing', async () => {
    const lead = await services.leads.create(ada, { name: 'Jo' });
    const moved = await services.leads.move(grace, lead.id, 'quoted', { ifUpdatedAt: [lead.updatedAt] });
    const conflict = await conflictOf(services.leads.move(ada, lead.id, 'won', { ifUpdatedAt: [lead.updatedAt] }));
    expect([conflict.current, conflict.updatedBy?.id]).toEqual([moved, grace.id]);
    expect(await services.leads.find(SERVER, lead.id)).toEqual(moved);
  });

  it('changes its version, even if the clock does not advance', async () => {
    const lead = await services.leads.create(ada, { name: 'Jo' });
    const moved = await services.leads.move(ada, lead.id, 'won');
    expect(moved.updatedAt.getTime()).toBe(lead.updatedAt.getTime() + 1);
    expect(moved.stageChangedAt).toEqual(moved.updatedAt);
  });
});
