import { readFileSync } from 'node:fs';
import { ApolloLink, Observable } from '@apollo/client';
import { SchemaLink } from '@apollo/client/link/schema';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { buildSchema, execute, OperationTypeNode } from 'graphql';
import { expect, it, vi } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';

import { clientOver, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { ImportButton } from './ImportButton.tsx';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

const anImport = (id: string, more: object = {}) => ({
  __typename: 'Import' as const,
  id,
  noun: 'customer',
  fileName: `${id}.csv`,
  createdAt: '2026-11-19T09:30:00.000Z',
  header: ['Name', 'Email', 'Email'],
  columns: ['name', 'email', ''],
  notices: [] as string[],
  sample: [{ number: 2, cells: ['Jo', 'jo@example.com', ''] }],
  state: 'done',
  isAtWork: false,
  total: 6_000,
  problemCount: 2,
  wouldCreate: 5_000,
  wouldUpdate: 900,
  wouldKeep: 98,
  done: 6_000,
  created: 5_000,
  updated: 900,
  undone: 0,
  kept: 0,
  replacements: [] as object[],
  emptyFields: [] as string[],
  problemGroups: [
    {
      field: 'email',
      isOptional: true,
      rows: 2,
      valueCount: 1,
      values: [{ value: 'jo@', problem: 'Invalid email', rows: 2, firstRow: 3 }],
    },
  ] as object[],
  keptRows: [] as { number: number; problem: string; cells: string[] }[],
  ...more,
});

/** A server with imports that get on, and the dialog in front of it. */
async function openDialog(files: ReturnType<typeof anImport>[]) {
  let emit: (event: unknown) => void = () => undefined;
  const requests: unknown[] = [];
  const checks: object[] = [];
  const undone: string[] = [];
  const find = ({ id }: { id: string }) => files.find((file) => file.id === id) ?? null;
  const root = {
    importsCursor: '1',
    imports: (args: unknown) => {
      requests.push(args);
      return files;
    },
    import: find,
    checkImport: ({ id, ...choices }: { id: string }) => {
      checks.push(choices);
      return Object.assign(find({ id }) ?? {}, choices);
    },
    undoImport: ({ id }: { id: string }) => {
      undone.push(id);
      return Object.assign(find({ id }) ?? {}, { state: 'undoing', isAtWork: true, done: 0 });
    },
  };
  const socket = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        emit = async (importsChanged) => observer.next(await execute({ schema, document: operation.query, rootValue: { importsChanged } }));
      }),
  );
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    socket,
    new SchemaLink({ schema, rootValue: root }),
  );
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <ImportButton entity="customer" />
    </SignedInAs>,
    { client: clientOver(link) },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  let cursor = 1;
  return {
    requests,
    checks,
    undone,
    dialog: within(await screen.findByRole('dialog', { name: 'Import Customers' })),
    emitUpdate: (id: string, changes: object) => {
      cursor += 1;
      const file = Object.assign(find({ id }) ?? {}, changes);
      return act(async () => emit({ cursor: String(cursor), kind: 'updated', id, import: file }));
    },
  };
}

it('previews what each row would do, and warns about a duplicate column', async () => {
  const notice = 'Columns 2 and 3 are both called “Email”. Column 2 is used for Email; choose another if that is wrong.';
  const { dialog } = await openDialog([anImport('people', { state: 'ready', notices: [notice] })]);
  await userEvent.click(await dialog.findByRole('button', { name: /people.csv.*6,000 rows, not imported yet/ }));
  await dialog.findByText(notice);
  dialog.getByLabelText('Field of Email (column 3)');
  await userEvent.click(dialog.getByRole('button', { name: 'Check' }));
  await dialog.findByText('5,998 rows can be imported. 2 rows will be skipped.');
  expect(dialog.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    ['New', '5,000'],
    ['Changed', '900'],
    ['Unchanged', '98'],
    ['Skipped', '2'],
  ]);
  dialog.getByRole('heading', { name: 'Email: 2 rows' });
  expect(dialog.getByText('“jo@”. Invalid email').textContent).toBe('2 rows, the first is row 3: “jo@”. Invalid email');
  expect(dialog.getByRole('button', { name: 'Import 5,998 Rows' })).toHaveProperty('disabled', false);
});

it('says that there is nothing to import if nothing would change, and can be closed', async () => {
  const counts = { total: 195, problemCount: 0, wouldCreate: 0, wouldUpdate: 0, wouldKeep: 195, problemGroups: [] };
  const { dialog } = await openDialog([anImport('people', { state: 'ready', ...counts })]);
  await userEvent.click(await dialog.findByRole('button', { name: /people.csv/ }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Check' }));
  await dialog.findByText('Nothing to import: 195 rows match what is already stored.');
  expect(dialog.queryByRole('button', { name: /^Import \d/ })).toBeNull();
  dialog.getByRole('button', { name: 'Back' });
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const FAIR = {
  noun: 'lead',
  state: 'ready',
  header: ['Name', 'Quelle'],
  columns: ['name', ''],
  sample: [{ number: 2, cells: ['Jo', 'Messe'] }],
  problemGroups: [
    {
      field: 'source',
      isOptional: true,
      rows: 12,
      valueCount: 25,
      values: [{ value: 'Messe', problem: 'Unknown source', rows: 12, firstRow: 2 }],
    },
  ],
};

/** Opens a select and chooses an option. */
async function choose(label: string, option: string) {
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

it('replaces a value in all rows, and imports rows without a field, once they are checked again', async () => {
  const { checks, dialog } = await openDialog([anImport('fair', { ...FAIR, columns: ['name', 'source'] })]);
  await userEvent.click(await dialog.findByRole('button', { name: /fair.csv/ }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Check' }));
  await dialog.findByRole('heading', { name: 'Source: 12 rows' });
  dialog.getByText('And 24 other values. The report has all of them.');
  await choose('Instead of “Messe”', 'Trade Show');
  expect(dialog.queryByRole('button', { name: /^Import \d/ })).toBeNull();
  await choose('Rows with a problem in Source', 'Import without Source');
  await userEvent.click(dialog.getByRole('button', { name: 'Check Again' }));
  await dialog.findByRole('button', { name: /^Import \d/ });
  const none = { columns: ['name', 'source'], replacements: [], emptyFields: [] };
  const replacements = [{ field: 'source', value: 'Messe', replacement: 'trade_show' }];
  expect(checks).toEqual([none, { ...none, replacements, emptyFields: ['source'] }]);
});

it('has the chosen columns again after Escape, and for the next file with the same header', async () => {
  const { dialog } = await openDialog([anImport('march', FAIR), anImport('april', FAIR)]);
  await userEvent.click(await dialog.findByRole('button', { name: /march.csv/ }));
  await dialog.findByLabelText('Field of Quelle');
  await choose('Field of Quelle', 'Source');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const file of [/march.csv/, /april.csv/]) {
    await userEvent.click(screen.getByRole('button', { name: 'Import' }));
    const again = within(await screen.findByRole('dialog'));
    await userEvent.click(await again.findByRole('button', { name: file }));
    await waitFor(() => expect(again.getByRole('combobox', { name: 'Field of Quelle' }).textContent).toBe('Source'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

it('shows a running import after a reload, and updates live', async () => {
  const { requests, dialog, emitUpdate } = await openDialog([
    anImport('running', { state: 'running', isAtWork: true, done: 2_000 }),
    anImport('older', { state: 'undone', undone: 5_899, kept: 1 }),
  ]);
  await dialog.findByText('Importing: 2,000 of 6,000 rows so far');
  expect(requests).toEqual([{ noun: 'customer', mine: true }]);
  dialog.getByText('5,899 reverted. 1 kept because they were edited since.');
  await emitUpdate('running', { done: 4_000 });
  await dialog.findByText('Importing: 4,000 of 6,000 rows so far');
  expect(dialog.getByRole('progressbar', { name: 'running.csv' }).getAttribute('aria-valuenow')).toBe('67');
  await userEvent.click(dialog.getByRole('button', { name: /running.csv/ }));
  await dialog.findByRole('progressbar', { name: 'Import' });
  await emitUpdate('running', { state: 'done', isAtWork: false, done: 6_000 });
  await dialog.findByText('5,000 added, 900 changed, 100 skipped or unchanged.');
});

it('opens an earlier import with its report, and undoes it after a confirmation', async () => {
  const { dialog, emitUpdate, undone } = await openDialog([anImport('earlier')]);
  await userEvent.click(await dialog.findByRole('button', { name: /earlier.csv/ }));
  expect((await dialog.findByRole('link', { name: 'Download the report of every row' })).getAttribute('href')).toBe(
    '/import/earlier/report',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Undo Import' }));
  const question = await screen.findByRole('alertdialog', { name: 'Undo the import of “earlier.csv”?' });
  expect(undone).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Undo Import' }));
  await dialog.findByText('Reverting: 0 of 6,000 rows so far');
  const keptRows = [{ number: 7, problem: 'Changed since the import: Phone.', cells: [] }];
  await emitUpdate('earlier', { state: 'undone', isAtWork: false, undone: 5_899, kept: 1, keptRows });
  await dialog.findByText('Changed since the import: Phone.');
  expect(dialog.queryByRole('button', { name: 'Undo Import' })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'All Imports' }));
  await dialog.findByRole('button', { name: /earlier.csv.*5,899 reverted/ });
});

it('rejects a file that is too large before uploading it', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  const { dialog } = await openDialog([]);
  const file = new File(['Name'], 'large.csv', { type: 'text/csv' });
  Object.defineProperty(file, 'size', { value: 50_000_001 });
  await userEvent.upload(dialog.getByLabelText('CSV file'), file);
  expect((await dialog.findByRole('alert')).textContent).toBe('The file is larger than 50 MB. Split it into several.');
  expect(sent).not.toHaveBeenCalled();
});
