import { IMPORT_LIMITS, type ImportNoun, type ImportState, noticesOf } from '#contract/import.ts';
import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import type { Import as Stored } from '#domain/import/import-schema.ts';
import type { ImportRow as StoredRow } from '#prisma/generated/client.ts';
import { builder } from '../builder.ts';
import { changeSubscription } from '../changes.ts';
import { LONG_TEXT } from '../connection.ts';

const Noun = builder.enumType('ImportNoun', {
  description: 'What the rows of a file become.',
  values: {
    customer: { description: 'Customers, known by their shop id, email or phone.' },
    lead: { description: 'Leads, known by email and name.' },
  } satisfies Record<ImportNoun, { description: string }>,
});

const State = builder.enumType('ImportState', {
  description: 'How far an import is.',
  values: {
    ready: { description: 'The file was read; nothing is imported yet.' },
    running: { description: 'Its rows are coming in.' },
    done: { description: 'It is over.' },
    undoing: { description: 'It is being taken back.' },
    undone: { description: 'It was taken back.' },
  } satisfies Record<ImportState, { description: string }>,
});

const ImportRow = builder.objectRef<StoredRow>('ImportRow').implement({
  description: 'A row of an imported file.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'As a spreadsheet counts: the header is row 1.' }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Why it cannot be imported, or was not taken back; null where neither is so.',
    }),
    cells: t.stringList({
      // A file has at most a hundred columns.
      complexity: LONG_TEXT,
      description: 'Its cells, each at most 200 characters of them.',
      resolve: ({ cells }) => (Array.isArray(cells) ? cells.map((cell) => String(cell).slice(0, 200)) : []),
    }),
  }),
});

export const Import = builder.objectRef<Stored>('Import').implement({
  description: 'A file of customers or leads on its way in. It is uploaded by `POST /import`, and kept for thirty days.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    noun: t.expose('entityType', { type: Noun, description: 'What its rows become.' }),
    fileName: t.exposeString('fileName', { description: 'What the file is called.' }),
    state: t.expose('state', { type: State, description: 'How far it is.' }),
    encoding: t.exposeString('encoding', { description: 'How its letters are written, as was found out.' }),
    separator: t.exposeString('separator', { description: 'What stands between its cells, as was found out.' }),
    header: t.exposeStringList('header', { description: 'The titles of its columns.' }),
    columns: t.exposeStringList('columns', { description: 'The field each column holds; empty for a column that is left out.' }),
    notices: t.stringList({
      description: 'What to look at before the columns are trusted: titles that stand there twice, and columns that seem to hold the same.',
      resolve: ({ entityType, header }) => [...noticesOf(entityType, header)],
    }),
    total: t.exposeInt('total', { description: 'How many rows it has.' }),
    problemCount: t.exposeInt('problems', {
      nullable: true,
      description: 'How many rows have a problem and are left out; null before a check.',
    }),
    wouldCreate: t.exposeInt('wouldCreate', { nullable: true, description: 'How many rows are new, as the check found; null before it.' }),
    wouldUpdate: t.exposeInt('wouldUpdate', {
      nullable: true,
      description: 'How many are known and would change something, as the check found; null before it.',
    }),
    wouldKeep: t.int({
      nullable: true,
      description: 'How many are known and say nothing new, as the check found; null before it.',
      resolve: ({ total, problems, wouldCreate, wouldUpdate }) =>
        problems === null || wouldCreate === null || wouldUpdate === null ? null : total - problems - wouldCreate - wouldUpdate,
    }),
    done: t.exposeInt('done', { description: 'How many rows were dealt with so far.' }),
    created: t.exposeInt('created', { description: 'How many are new.' }),
    updated: t.exposeInt('updated', { description: 'How many were known and are changed.' }),
    undone: t.exposeInt('undone', { description: 'How many were taken back.' }),
    kept: t.exposeInt('undoSkipped', { description: 'How many were not taken back, since somebody worked with them.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    isAtWork: t.boolean({
      description: 'Whether the server is at work on it. One that is `running` or `undoing` without it broke off: start or undo it again.',
      resolve: (file, _args, { services }) => services.imports.isActive(file),
    }),
    sample: t.field({
      type: [ImportRow],
      complexity: { field: 1, multiplier: 3 },
      description: 'Its first three rows.',
      resolve: ({ id }, _args, { services }) => services.imports.listFirstRows(id),
    }),
    problems: t.field({
      type: [ImportRow],
      complexity: { field: 1, multiplier: 100 },
      description: 'Its first hundred rows that have a problem.',
      resolve: ({ id }, _args, { services }) => services.imports.listProblems(id),
    }),
    keptRows: t.field({
      type: [ImportRow],
      complexity: { field: 1, multiplier: 100 },
      description: 'Its first hundred rows that were not taken back, and why.',
      resolve: ({ id }, _args, { services }) => services.imports.listUndoSkipped(id),
    }),
  }),
});

builder.queryFields((t) => ({
  import: t.field({
    type: Import,
    nullable: true,
    description: 'An import; null where there is none.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, { services }) => services.imports.find(id),
  }),
  importsCursor: t.field({
    type: 'EventCursor',
    description: 'Where to start listening to `importsChanged`, so that nothing after this answer is missed.',
    resolve: (_root, _args, { eventCursor: heard }) => heard,
  }),
  imports: t.withAuth({ signedIn: true }).field({
    type: [Import],
    complexity: { field: 1, multiplier: 20 },
    description: 'The latest twenty imports, the newest first.',
    args: {
      noun: t.arg({ type: Noun, description: 'Only those of customers, or of leads.' }),
      mine: t.arg.boolean({ description: 'Only your own.' }),
    },
    resolve: async (_root, { noun, mine }, { services, viewer }) => [
      ...(await services.imports.list({ entityType: noun ?? undefined, userId: mine ? viewer.id : undefined }, 20)),
    ],
  }),
}));

builder.mutationFields((t) => ({
  checkImport: t.withAuth({ signedIn: true }).field({
    type: Import,
    errors: { types: [Conflict, Invalid, NotFound] },
    description: `A dry run: read every row by these columns and say what cannot be imported. Nothing is imported. Costs a point for every ${IMPORT_LIMITS.dryRuns.rowsPerPoint} rows of the file besides its fields. One person may have ${IMPORT_LIMITS.dryRuns.person} in progress, a server ${IMPORT_LIMITS.dryRuns.server}; another is refused with TOO_MANY_IN_PROGRESS.`,
    args: {
      id: t.arg.id({ required: true, description: 'The import.' }),
      columns: t.arg.stringList({ required: true, description: 'The field of each column, empty for one that is left out.' }),
    },
    resolve: (_root, { id, columns }, { services, viewer, charge }) => services.imports.dryRun(viewer, id, columns, charge),
  }),
  startImport: t.withAuth({ signedIn: true }).field({
    type: Import,
    errors: { types: [Conflict, NotFound] },
    description: 'Begin to import what was checked, or go on where it broke off. Does not wait: `importsChanged` tells how it gets on.',
    args: { id: t.arg.id({ required: true, description: 'The import.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.imports.start(viewer, id),
  }),
  undoImport: t.withAuth({ signedIn: true }).field({
    type: Import,
    errors: { types: [Conflict, NotFound] },
    description: 'Take back what an import did, but for what somebody worked with since. Does not wait.',
    args: { id: t.arg.id({ required: true, description: 'The import.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.imports.undo(viewer, id),
  }),
}));

const ImportChange = changeSubscription({
  noun: 'Import',
  subscription: 'importsChanged',
  kinds: {
    'customers.imported': 'updated',
    'leads.imported': 'updated',
    'customers.import_undone': 'updated',
    'leads.import_undone': 'updated',
    'import.changed': 'updated',
  },
});

builder.objectField(ImportChange, 'import', (t) =>
  t.field({
    type: Import,
    nullable: true,
    description: 'The import as it stands now.',
    resolve: ({ subjectId }, _args, { services }) => services.imports.find(subjectId),
  }),
);
