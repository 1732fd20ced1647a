import {
  IMPORT_LIMITS,
  type ImportNoun,
  type ImportProblemGroup,
  type ImportProblemValue,
  type ImportReplacement,
  type ImportState,
  noticesOf,
} from '#contract/import.ts';
import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import { isOptional } from '#domain/import/dry-run.ts';
import type { Import as Stored } from '#domain/import/import-schema.ts';
import { NOBODY } from '#domain/viewer.ts';
import type { ImportRow as StoredRow } from '#prisma/generated/client.ts';
import { builder } from '../builder.ts';
import { changeSubscription } from '../changes.ts';
import { LONG_TEXT } from '../connection.ts';

const Noun = builder.enumType('ImportNoun', {
  description: 'The type of record that an import creates.',
  values: {
    customer: { description: 'Customers, matched by their shop id, email or phone.' },
    lead: { description: 'Leads, matched by email and name.' },
    trainingItem: { description: 'Training items, matched by title.' },
  } satisfies Record<ImportNoun, { description: string }>,
});

const State = builder.enumType('ImportState', {
  description: 'The state of an import.',
  values: {
    ready: { description: 'The file is uploaded; nothing is imported yet.' },
    running: { description: 'Rows are being imported.' },
    done: { description: 'The import is complete.' },
    undoing: { description: 'The import is being undone.' },
    undone: { description: 'The import was undone.' },
  } satisfies Record<ImportState, { description: string }>,
});

const ImportRow = builder.objectRef<StoredRow>('ImportRow').implement({
  description: 'A row of an imported file.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Row number as in a spreadsheet: the header is row 1.' }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Why the row cannot be imported, or was skipped by an undo. Null for a row without a problem.',
    }),
    cells: t.stringList({
      // A file has at most 100 columns.
      complexity: LONG_TEXT,
      description: 'The cells of the row, each cut to 200 characters.',
      resolve: ({ cells }) => (Array.isArray(cells) ? cells.map((cell) => String(cell).slice(0, 200)) : []),
    }),
  }),
});

const Replacement = builder.objectRef<ImportReplacement>('ImportReplacement').implement({
  description: 'A value of a field in a file, and what is imported instead.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The field.' }),
    value: t.exposeString('value', { description: 'The value in the file, cut to 200 characters.' }),
    replacement: t.exposeString('replacement', { description: 'What is imported instead.' }),
  }),
});

const ReplacementInput = builder.inputType('ImportReplacementInput', {
  description: 'A value of a field in a file, and what to import instead.',
  fields: (t) => ({
    field: t.string({ required: true, description: 'A field that a column is mapped to.' }),
    value: t.string({ required: true, description: 'The value as the file has it, of a longer one its first 200 characters.' }),
    replacement: t.string({ required: true, description: 'What to import instead, as a file would have it.' }),
  }),
});

const ProblemValue = builder.objectRef<ImportProblemValue>('ImportProblemValue').implement({
  description: 'A value that rows of a file have a problem with.',
  fields: (t) => ({
    value: t.exposeString('value', { nullable: true, description: 'The value, cut to 200 characters; null where the problem is another.' }),
    problem: t.exposeString('problem', { description: 'What is wrong with it, in a sentence.' }),
    rows: t.exposeInt('rows', { description: 'Number of rows.' }),
    firstRow: t.exposeInt('firstRow', { description: 'The first of these rows, as in a spreadsheet: the header is row 1.' }),
  }),
});

const ProblemGroup = builder.objectRef<ImportProblemGroup & { readonly entityType: ImportNoun }>('ImportProblemGroup').implement({
  description: 'The problems of a file’s rows with one field.',
  fields: (t) => ({
    field: t.exposeString('field', { nullable: true, description: 'The field; null for problems with rows as a whole.' }),
    isOptional: t.boolean({
      description: 'Whether rows can be imported without the field: then `checkImport` accepts it in `emptyFields`.',
      resolve: ({ entityType, field }) => isOptional(entityType, field),
    }),
    rows: t.exposeInt('rows', { description: 'Number of rows.' }),
    valueCount: t.exposeInt('valueCount', { description: 'Number of different values.' }),
    values: t.field({
      type: [ProblemValue],
      complexity: { field: 1, multiplier: IMPORT_LIMITS.problems.values },
      description: `The commonest ${IMPORT_LIMITS.problems.values} values.`,
      resolve: ({ values }) => [...values],
    }),
  }),
});

export const Import = builder.objectRef<Stored>('Import').implement({
  description: 'An import of customers, leads or training items. Upload the file with `POST /import`; it is kept for 30 days.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Unique id.' }),
    noun: t.expose('entityType', { type: Noun, description: 'What rows become.' }),
    fileName: t.exposeString('fileName', { description: 'Name of the uploaded file; `GraphQL` for rows sent in a mutation.' }),
    state: t.expose('state', { type: State, description: 'Current state.' }),
    encoding: t.exposeString('encoding', { description: 'Detected character encoding, such as `utf-8`.' }),
    separator: t.exposeString('separator', { description: 'Detected delimiter between cells; empty for rows sent in a mutation.' }),
    header: t.exposeStringList('header', { description: 'Column titles of the file.' }),
    columns: t.exposeStringList('columns', {
      description: 'The field that each column is mapped to; empty for a column that is not imported.',
    }),
    notices: t.stringList({
      description: 'Warnings about the header, such as duplicate titles.',
      resolve: ({ entityType, header }) => [...noticesOf(entityType, header)],
    }),
    total: t.exposeInt('total', { description: 'Number of rows.' }),
    problemCount: t.exposeInt('problems', {
      nullable: true,
      description: 'Number of rows that have a problem and are skipped. Null before a dry run.',
    }),
    wouldCreate: t.exposeInt('wouldCreate', {
      nullable: true,
      description: 'Number of rows that would create a record. Null before a dry run.',
    }),
    wouldUpdate: t.exposeInt('wouldUpdate', {
      nullable: true,
      description: 'Number of rows that would change an existing record. Null before a dry run.',
    }),
    wouldKeep: t.int({
      nullable: true,
      description: 'Number of rows that match an existing record and change nothing. Null before a dry run.',
      resolve: ({ total, problems, wouldCreate, wouldUpdate }) =>
        problems === null || wouldCreate === null || wouldUpdate === null ? null : total - problems - wouldCreate - wouldUpdate,
    }),
    done: t.exposeInt('done', { description: 'Number of rows imported or undone so far.' }),
    created: t.exposeInt('created', { description: 'Number of records created.' }),
    updated: t.exposeInt('updated', { description: 'Number of records changed.' }),
    undone: t.exposeInt('undone', { description: 'Number of records reverted by an undo.' }),
    kept: t.exposeInt('undoSkipped', { description: 'Number of records that an undo skipped because they were edited or used since.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the file was uploaded, UTC.' }),
    isAtWork: t.boolean({
      description:
        'Whether a job is running or queued for it. An import that is `running` or `undoing` without one was interrupted: call `startImport` or `undoImport` again.',
      resolve: (file, _args, { services }) => services.imports.isActive(file),
    }),
    replacements: t.field({
      type: [Replacement],
      complexity: { field: 1, multiplier: 3 },
      description: 'Values of the file, and what is imported instead.',
      resolve: ({ replacements }) => [...replacements],
    }),
    emptyFields: t.exposeStringList('emptyFields', {
      description: 'The fields whose invalid cells are left empty, so that their rows are imported without them.',
    }),
    problemGroups: t.field({
      type: [ProblemGroup],
      complexity: { field: 1, multiplier: 10 },
      description:
        'The problems of its rows by field, the commonest first, also those of cells that are left empty. Empty before a dry run.',
      resolve: ({ entityType, problemGroups }) => problemGroups.map((group) => ({ ...group, entityType })),
    }),
    sample: t.field({
      type: [ImportRow],
      complexity: { field: 1, multiplier: 3 },
      description: 'The first three rows.',
      resolve: ({ id }, _args, { services }) => services.imports.listFirstRows(id),
    }),
    problems: t.field({
      type: [ImportRow],
      complexity: { field: 1, multiplier: 100 },
      description: 'The first 100 rows with a problem.',
      resolve: ({ id }, _args, { services }) => services.imports.listProblems(id),
    }),
    keptRows: t.field({
      type: [ImportRow],
      complexity: { field: 1, multiplier: 100 },
      description: 'The first 100 rows that an undo skipped, and why.',
      resolve: ({ id }, _args, { services }) => services.imports.listUndoSkipped(id),
    }),
  }),
});

builder.queryFields((t) => ({
  import: t.field({
    type: Import,
    nullable: true,
    description: 'An import by its id; null if it does not exist.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.imports.find(viewer ?? NOBODY, id),
  }),
  importsCursor: t.field({
    type: 'EventCursor',
    description: 'Cursor for `importsChanged`: it continues where this response ends.',
    resolve: (_root, _args, { eventCursor }) => eventCursor,
  }),
  imports: t.withAuth({ signedIn: true }).field({
    type: [Import],
    complexity: { field: 1, multiplier: 20 },
    description: 'The latest 20 imports, newest first.',
    args: {
      noun: t.arg({ type: Noun, description: 'Only imports of customers, or of leads.' }),
      mine: t.arg.boolean({ description: 'Only your own imports.' }),
    },
    resolve: async (_root, { noun, mine }, { services, viewer }) => [
      ...(await services.imports.list(viewer, { entityType: noun ?? undefined, userId: mine ? viewer.id : undefined }, 20)),
    ],
  }),
}));

builder.mutationFields((t) => ({
  checkImport: t.withAuth({ signedIn: true }).field({
    type: Import,
    errors: { types: [Conflict, Invalid, NotFound] },
    description: `Dry run: validate every row with this column mapping and report the problems. Nothing is imported. Costs one point per ${IMPORT_LIMITS.dryRuns.rowsPerPoint} rows, plus the fields of the response. At most ${IMPORT_LIMITS.dryRuns.person} per person and ${IMPORT_LIMITS.dryRuns.server} per server may be in progress; beyond that the error code is TOO_MANY_IN_PROGRESS.`,
    args: {
      id: t.arg.id({ required: true, description: 'The import.' }),
      columns: t.arg.stringList({ required: true, description: 'The field of each column; empty for a column that is not imported.' }),
      replacements: t.arg({
        type: [ReplacementInput],
        description: `Values of the file, and what to import instead; at most ${IMPORT_LIMITS.replacements}.`,
      }),
      emptyFields: t.arg.stringList({
        description: 'Fields whose invalid cells are left empty: their rows are imported without them instead of being skipped.',
      }),
    },
    resolve: (_root, { id, columns, replacements, emptyFields }, { services, viewer, charge }) =>
      services.imports.dryRun(viewer, id, { columns, replacements: replacements ?? [], emptyFields: emptyFields ?? [] }, charge),
  }),
  startImport: t.withAuth({ signedIn: true }).field({
    type: Import,
    errors: { types: [Conflict, NotFound] },
    description: 'Start an import after its dry run, or resume an interrupted one. Returns at once: `importsChanged` reports progress.',
    args: { id: t.arg.id({ required: true, description: 'The import.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.imports.start(viewer, id),
  }),
  undoImport: t.withAuth({ signedIn: true }).field({
    type: Import,
    errors: { types: [Conflict, NotFound] },
    description: 'Undo an import, except for records that were edited or used since. Returns at once: `importsChanged` reports progress.',
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
    description: 'The current import; null if it was deleted.',
    resolve: ({ subjectId }, _args, { services, viewer }) => services.imports.find(viewer ?? NOBODY, subjectId),
  }),
);
