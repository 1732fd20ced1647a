import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { openBrowser, toast } from './browser.ts';

const { enter } = openBrowser();

/** A word and a phone number that no other test uses. */
const someWord = () =>
  `zq${randomUUID()
    .replace(/[^a-f]/g, '')
    .slice(0, 10)}`;
const someNumber = () => String(2_000_000_000 + Math.floor(Number(`0x${randomUUID().slice(0, 8)}`) / 4));
const spoken = (digits: string) => `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search calls' });
const card = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true });
const drawer = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true });

async function post(context: BrowserContext, path: string, data: object): Promise<string> {
  const answer = await context.request.post(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { id }: { id: string } = await answer.json();
  return id;
}

/** A call about a leak with a unique word. */
const aLeak = (word: string, more = '') => `Rep: Brasswick support, how can I help?
Customer: Hi, our Heron leaks and there is water all over the counter. The ${word} is broken too. Can you fix it this week?
Rep: I am sorry. I will send a technician tomorrow morning.
Customer: Great. ${more}Please call me before nine.`;

describe('calls', () => {
  it('are added and analyzed, get a value, are found and opened, and other browsers update live', async () => {
    const { page } = await enter('demo', { path: '/transcriptions' });
    const watcher = await enter({ username: `iris ${randomUUID().slice(0, 4)}` }, { path: '/transcriptions' });
    await watcher.page.getByRole('button', { name: 'View Full' }).first().waitFor();
    const [word, title] = [someWord(), `Leak ${randomUUID().slice(0, 4)}`];

    await page.getByRole('button', { name: 'Add Transcription' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Transcription' });
    await dialog.getByRole('button', { name: 'Add & Analyze' }).click();
    await toast(page).getByText('Please enter transcription content.').waitFor();
    await dialog.getByLabel('Transcript', { exact: true }).fill(aLeak(word));
    await dialog.getByRole('button', { name: 'More details' }).click();
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Duration').fill('2:05');
    await dialog.getByRole('button', { name: 'Add & Analyze' }).click();
    await toast(page).getByText('Transcription added and analyzed successfully.').waitFor();
    await card(page, title).getByText('2:05').waitFor();
    await card(watcher.page, title).waitFor();

    await card(page, title).getByRole('button', { name: 'Edit Value' }).click();
    await card(page, title).getByLabel('Call Value').fill('-1');
    await card(page, title).getByRole('button', { name: 'Save' }).click();
    await card(page, title).getByText('Must be an amount from 0 to 99999999.99, such as 1,250.50').waitFor();
    await card(page, title).getByLabel('Call Value').fill('2500.5');
    await card(page, title).getByLabel('Call Value').press('Enter');
    await toast(page).getByText('Call updated successfully.').waitFor();
    await card(watcher.page, title).getByText('$2,500.50').waitFor();

    await search(page).fill(word.slice(0, -2));
    await page.waitForURL(/search=zq/);
    await card(page, title).locator('mark', { hasText: word }).first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'View Full' }).count()).toBe(1);

    await card(page, title).getByRole('button', { name: 'View Full' }).click();
    const call = drawer(page, title);
    await call.getByText('Analyzed by the offline assistant').waitFor();
    await call.getByRole('heading', { name: 'Summary' }).waitFor();
    await call
      .getByText(/I will send a technician tomorrow morning/)
      .first()
      .waitFor();
    await call.getByText('Talk share').waitFor();
    const moments = call.getByRole('region', { name: 'Key moments' });
    await moments.getByRole('button').first().click();
    await call.locator('li[data-marked]').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await call.getByRole('button', { name: 'Re-analyze' }).click();
    await toast(page).getByText('Call analyzed successfully.').waitFor();
    await call.getByText('$2,500.50').waitFor();

    await page.goBack();
    await call.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('search')).toBe(word.slice(0, -2));
  });

  it('show who was taken for the rep, which a colleague corrects before the eyes of another', async () => {
    const { page, context } = await enter('demo');
    const title = `Roles ${randomUUID().slice(0, 4)}`;
    const content = aLeak(someWord()).replaceAll('Rep:', 'Speaker 1:').replaceAll('Customer:', 'Speaker 2:');
    const id = await post(context, '/api/transcriptions', { title, content });
    const watcher = await enter({ username: `iris ${randomUUID().slice(0, 4)}` }, { path: `/transcriptions?call=${id}` });
    await page.goto(`/transcriptions?call=${id}`);
    const [mine, theirs] = [drawer(page, title), drawer(watcher.page, title)];
    const role = (call: typeof mine) => call.getByRole('listitem').filter({ hasText: 'how can I help?' }).locator('.at').innerText();
    const notice = theirs.getByText('Rep and customer were guessed');
    await notice.waitFor();
    expect(await role(mine)).toBe('Rep');
    for (const next of ['Customer', 'Rep']) {
      await mine.getByRole('button', { name: 'Swap speakers' }).click();
      await expect.poll(() => role(mine)).toBe(next);
      await expect.poll(() => role(theirs)).toBe(next);
      expect(await notice.isVisible()).toBe(next === 'Rep');
    }
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('are linked to a customer by number, by suggestion and by hand, and lead to a reply', async () => {
    const { page, context } = await enter('demo');
    const [digits, name] = [someNumber(), `Wanda Frost ${randomUUID().slice(0, 4)}`];
    const other = `Olga Frost ${randomUUID().slice(0, 4)}`;
    const word = someWord();
    const customerId = await post(context, '/api/customers', { name, phone: spoken(digits) });
    await post(context, '/api/customers', { name: other, phone: digits });
    const id = await post(context, '/api/transcriptions', { content: aLeak(word, `My number is ${spoken(digits)}. `), type: 'support' });

    await page.goto(`/transcriptions?call=${id}`);
    const call = page.getByRole('dialog');
    await call.getByText('Same phone number:').first().waitFor();
    await call.getByRole('button', { name: `Link customer ${name}` }).click();
    await toast(page).getByText('Call updated successfully.').waitFor();
    await call.getByRole('link', { name }).waitFor();
    expect(await call.getByRole('link', { name }).getAttribute('href')).toBe(`/customers?customer=${customerId}`);

    await call.getByRole('button', { name: `Unlink ${name}` }).click();
    await call.getByRole('combobox', { name: 'Customer' }).fill(other);
    await page.getByRole('option', { name: other }).click();
    await call.getByRole('link', { name: other }).waitFor();

    await call.getByRole('button', { name: 'Generate Response' }).click();
    await page.waitForURL(/\/$/);
    const request = page.getByLabel('Customer Request/Question');
    await expect.poll(() => request.inputValue()).toMatch(/leaks|broken|water/);
    expect(await page.getByRole('radio', { name: 'Tech Support' }).isChecked()).toBe(true);
    await expect.poll(() => page.getByRole('combobox', { name: 'Customer (optional)' }).inputValue()).toBe(other);
    // A reload keeps what is typed, and does not fill in the call again.
    await request.fill('Please send a technician.');
    await page.reload();
    await expect.poll(() => request.inputValue()).toBe('Please send a technician.');
  });

  it('are found by the search in the header, and can be filtered', async () => {
    const { page } = await enter('demo');
    await page.getByPlaceholder('Search transcriptions...').fill('"oat milk"');
    await page.getByPlaceholder('Search transcriptions...').press('Enter');
    await page.waitForURL(/transcriptions\?search=/);
    await card(page, 'Tessellate: the Heron is at its limit').locator('mark').first().waitFor();
    expect(await search(page).inputValue()).toBe('"oat milk"');
    expect(await accessibilityViolations(page)).toEqual([]);
    await search(page).fill('');
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Support' }).click();
    await page.waitForURL(/transcriptions\?type=support/);
    await card(page, 'Harborview: Wren leaking at the Lewis Street practice').waitFor();
    await card(page, 'Tessellate: the Heron is at its limit').waitFor({ state: 'hidden' });
    await search(page).fill('"nobody said xyzzy"');
    await page.getByText('No transcriptions match your search criteria.').waitFor();
  });

  it('show HTML as text, on a phone too', async () => {
    const { page, context } = await enter('demo', { width: 390, scheme: 'dark' });
    const markup = `<img src=x onerror="document.title='hit'"> ${someWord()}`;
    await post(context, '/api/transcriptions', { content: `Customer: ${markup}\nRep: Pardon?`, title: markup });
    await page.goto(`/transcriptions?search=${encodeURIComponent(markup.split(' ').at(-1) ?? '')}`);
    await card(page, markup).getByRole('button', { name: 'View Full' }).click();
    await drawer(page, markup).getByText('Pardon?').waitFor();
    expect(await page.locator('main img, [role=dialog] img').count()).toBe(0);
    expect(await page.title()).not.toBe('hit');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });
});
