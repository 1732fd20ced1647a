import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { openBrowser, toast } from './browser.ts';

const { enter } = openBrowser();

/** Chooses the file and waits until the server has read it; fails with the sentence that the dialog shows instead. */
async function chooseFile(dialog: Locator, name: string, content: Buffer) {
  await dialog.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: content });
  const [read, refused] = [dialog.getByRole('button', { name: 'Check' }), dialog.getByRole('alert')];
  await read.or(refused).first().waitFor();
  if (await refused.isVisible()) throw new Error(`The file was refused: ${await refused.textContent()}`);
}

const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });

it('a customer file is imported and exported unchanged', async () => {
  const { page } = await enter('demo', { path: '/customers' });
  const mark = randomUUID().slice(0, 8);
  const [first, second] = [`Zoë ${mark}`, `=Anna ${mark}`];
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Customers' });
  const content = `Full Name;E-Mail;Firma\n${first};zoe-${mark}@example.com;Café\n'${second};;"A ""B"""\n;nobody@example.com;\n`;
  await chooseFile(dialog, 'people.csv', Buffer.from(content, 'latin1'));
  await dialog.getByLabel('Field of Full Name').waitFor({ state: 'attached' });
  expect(await accessibilityViolations(page, { within: '[role=dialog]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByText('2 rows can be imported. 1 row will be skipped.').waitFor();
  await dialog.getByText('Name is required').waitFor();
  await dialog.getByRole('button', { name: 'Import 2 Rows' }).click();
  await dialog.getByText('2 added, 0 changed, 1 skipped or unchanged.').waitFor();

  await dialog.getByRole('button', { name: 'Close' }).click();
  await card(page, first).waitFor();
  await page.getByPlaceholder('Search customers by name, email, or company...').fill(mark);
  await page.waitForURL(/search=/);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV' }).click()]);
  await toast(page).getByText('Exported 2 rows.').waitFor();
  const [header, ...lines] = (await buffer(await download.createReadStream())).toString().trimEnd().split('\r\n');
  expect(header).toBe(
    '\ufeffid,name,email,phone,company,shopifyCustomerId,ownerId,assignmentRuleId,assignmentReason,createdAt,updatedAt,owner',
  );
  expect(lines.map((line) => line.split(',').slice(1, 6))).toEqual([
    [`'${second}`, '', '', '"A ""B"""', ''],
    [first, `zoe-${mark}@example.com`, '', 'Café', ''],
  ]);
});

it('an import is undone from its result page', async () => {
  const { page } = await enter('demo', { path: '/pipeline' });
  const name = `Lead ${randomUUID().slice(0, 8)}`;
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Leads' });
  await chooseFile(dialog, 'leads.csv', Buffer.from(`name,value\n${name},"1,500"\n`));
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByRole('button', { name: 'Import 1 Row' }).click();
  await dialog.getByText('1 added, 0 changed, 0 skipped or unchanged.').waitFor();
  const found = async () => {
    const data = { query: 'query($name: String) { leads(where: { name: { eq: $name } }) { totalCount } }', variables: { name } };
    return (await (await page.context().request.post('/graphql', { data })).json()).data.leads.totalCount;
  };
  expect(await found()).toBe(1);
  await dialog.getByRole('button', { name: 'Undo Import' }).click();
  await page.getByRole('alertdialog', { name: 'Undo the import of “leads.csv”?' }).getByRole('button', { name: 'Undo Import' }).click();
  await dialog.getByText('1 reverted.').waitFor();
  expect(await found()).toBe(0);
});

it('a file from another program is mapped by its values, and its problems are settled in the dialog', async () => {
  const { page } = await enter('demo', { path: '/pipeline' });
  const mark = randomUUID().slice(0, 8);
  const rows = [
    `Ann ${mark};ann-${mark}@example.com;4.327,66;Messe`,
    `Bob ${mark};bob@;1.250;Messe`,
    `Cid ${mark};cid-${mark}@example.com;12,5;Website`,
  ];
  const file = Buffer.from(`Kunde;;Summe;Source\n${rows.join('\n')}\n`);
  const open = async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    return page.getByRole('dialog', { name: 'Import Leads' });
  };
  const dialog = await open();
  await chooseFile(dialog, `fair-${mark}.csv`, file);
  const mapped = (title: string) => dialog.getByRole('combobox', { name: `Field of ${title}` }).textContent();
  expect(await Promise.all(['Kunde', 'Column 2', 'Summe', 'Source'].map(mapped))).toEqual(['Name', 'Email', 'Value', 'Source']);
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByText('1 row can be imported. 2 rows will be skipped.').waitFor();

  const choose = async (label: string, option: string) => {
    await dialog.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Instead of “Messe”', 'Trade Show');
  // What was chosen is there again after the dialog was left.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await open();
  await dialog.getByRole('button', { name: new RegExp(`fair-${mark}.csv`) }).click();
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByRole('heading', { name: 'Email: 1 row' }).waitFor();
  await choose('Rows with a problem in Email', 'Import without Email');
  expect(await accessibilityViolations(page, { within: '[role=dialog]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Check Again' }).click();
  await dialog.getByRole('button', { name: 'Import 3 Rows' }).click();
  await dialog.getByText('3 added, 0 changed, 0 skipped or unchanged.').waitFor();
  const query =
    'query($name: String) { leads(where: { name: { endsWith: $name } }, orderBy: [{ field: name, direction: ASC }]) { edges { node { email value source } } } }';
  const { data } = await (await page.context().request.post('/graphql', { data: { query, variables: { name: mark } } })).json();
  expect(data.leads.edges.map(({ node }: { node: unknown }) => node)).toEqual([
    { email: `ann-${mark}@example.com`, value: '4327.66', source: 'trade_show' },
    { email: null, value: '1250.00', source: 'trade_show' },
    { email: `cid-${mark}@example.com`, value: '12.50', source: 'website' },
  ]);
});
