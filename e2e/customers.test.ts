import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { openTcpProxy } from '#server/testing/live/tcp-proxy.ts';
import { accessibilityViolations } from './accessibility-violations.ts';
import { openBrowser, toast } from './browser.ts';

const { enter } = openBrowser();

/** A name and a phone number that no other test uses. */
const someone = (name: string) => `${name} ${randomUUID().slice(0, 4)}`;
const someNumber = () => String(2_000_000_000 + Math.floor(Number(`0x${randomUUID().slice(0, 8)}`) / 4));
const spoken = (digits: string) => `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;

const search = (page: Page) => page.getByPlaceholder('Search customers by name, email, or company...');
const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function post(context: BrowserContext, path: string, data: object): Promise<string> {
  const answer = await context.request.post(path, { data });
  expect(answer.ok()).toBe(true);
  const { id }: { id: string } = await answer.json();
  return id;
}

describe('customers', () => {
  it('are added, found, opened and edited, and other browsers update live', async () => {
    const { page } = await enter('demo', { path: '/customers' });
    const watcher = await enter({ username: someone('iris') }, { path: '/customers' });
    await watcher.page.getByRole('button', { name: 'View' }).first().waitFor();
    const name = someone('Wanda Frost');
    const digits = someNumber();

    await page.getByRole('button', { name: 'Add Customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
    await dialog.getByLabel('Email').fill('not an address');
    await dialog.getByRole('button', { name: 'Add Customer' }).click();
    await dialog.getByText('Name is required').waitFor();
    await dialog.getByText('Invalid email').waitFor();
    expect(await dialog.getByLabel('Email').inputValue()).toBe('not an address');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Email').fill('wanda@frost.example');
    await dialog.getByLabel('Phone').fill(spoken(digits));
    await dialog.getByLabel('Phone').press('Enter');
    await toast(page).getByText('Customer created successfully.').waitFor();
    await card(page, name).waitFor();
    await card(watcher.page, name).waitFor();

    await search(page).fill(`+1 ${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`);
    await page.waitForURL(/search=/);
    await card(page, name).getByText(spoken(digits)).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'View' }).count()).toBe(1);

    await card(page, name).getByRole('button', { name: 'View' }).click();
    await drawer(page, name).getByText('Customer added').waitFor();
    await drawer(page, name).getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Customer' });
    await form.getByLabel('Company').fill('Frost & Daughters');
    await form.getByRole('button', { name: 'Save' }).click();
    await toast(page).getByText('Customer updated successfully.').waitFor();
    await drawer(page, name).getByText('Frost & Daughters').waitFor();
    await drawer(page, name).getByText('Changed company').waitFor();
    await card(watcher.page, name).getByText('Frost & Daughters').waitFor();

    await page.goBack();
    await drawer(page, name).waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('search')).not.toBeNull();
  });

  it('have a timeline that updates live', async () => {
    const { page, context } = await enter('demo');
    const name = someone('Story Teller');
    const customerId = await post(context, '/api/customers', { name });
    const leadId = await post(context, '/api/leads', { name: 'Espresso corner', value: '1250.50', customerId });
    await page.goto(`/customers?customer=${customerId}`);
    await drawer(page, name).getByText('worth $1,250.50').waitFor();
    await drawer(page, name).getByText('1 open lead').waitFor();

    const mover = await enter({ username: someone('olga') });
    expect((await mover.context.request.put(`/api/leads/${leadId}/stage`, { data: { stage: 'won' } })).ok()).toBe(true);
    const move = drawer(page, name).getByRole('listitem').filter({ hasText: 'moved from' });
    await move.getByText('Won').waitFor();
    await move.getByText(/olga/).waitFor();
    await drawer(page, name).getByText('0 open leads').waitFor();

    await drawer(page, name).getByRole('button', { name: 'Write a reply' }).click();
    await page.getByText('Customer Request Analysis').waitFor();
    await page.goBack();
    await drawer(page, name).waitFor();
  });

  it('show error toasts on a phone that do not cover the form buttons', async () => {
    const { page } = await enter('demo', { path: '/customers', width: 390 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Add Customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
    await dialog.getByLabel('Name').fill(someone('Nobody'));
    await page.route('**/graphql', (route) => route.abort());
    const send = dialog.getByRole('button', { name: 'Add Customer' });
    await send.click();
    await toast(page).getByText('Failed to create customer').waitFor();
    // Nothing covers the buttons.
    for (const name of ['Cancel', 'Add Customer']) await dialog.getByRole('button', { name }).click({ trial: true });
    const position = async (locator: Locator) => {
      const box = await locator.boundingBox();
      return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) };
    };
    const toastBox = await position(toast(page));
    expect(toastBox.bottom).toBeLessThan((await position(send)).top);
    expect(toastBox.top).toBeGreaterThan((await position(page.locator('header').first())).bottom);

    // On a wide but low screen, a dialog reaches the corner where toasts are shown.
    await page.setViewportSize({ width: 1366, height: 600 });
    await send.click();
    await expect.poll(async () => (await position(toast(page))).bottom < (await position(send)).top).toBe(true);
  });

  it('are suggested as duplicates when their phone number is entered again in another format', async () => {
    const { page, context } = await enter('demo', { path: '/customers' });
    const name = someone('Dora Known');
    const digits = someNumber();
    await post(context, '/api/customers', { name, phone: spoken(digits) });
    await page.getByRole('button', { name: 'Add Customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
    const twin = someone('Her Twin');
    await dialog.getByLabel('Name').fill(twin);
    await dialog.getByLabel('Phone').fill(`+1 ${digits}`);
    await dialog.getByText('This phone number already belongs to').waitFor();
    await dialog.getByRole('link', { name }).click();
    await drawer(page, name).waitFor();
    await page.keyboard.press('Escape');
    await drawer(page, name).waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Add Customer' }).click();
    await dialog.getByRole('button', { name: 'Restore draft' }).click();
    expect(await dialog.getByLabel('Name').inputValue()).toBe(twin);
    await dialog.getByRole('button', { name: 'Add Customer' }).click();
    await toast(page).getByText('Customer created successfully.').waitFor();
    await card(page, twin).waitFor();
  });

  it('load by themselves when the server is reachable again after a failed search', async () => {
    const line = await openTcpProxy(inject('serverUrl'));
    try {
      const { page } = await enter({ username: someone('gus') }, { at: line.url, path: '/customers' });
      await page.getByRole('button', { name: 'View' }).first().waitFor();
      await page.getByText('live', { exact: true }).waitFor();
      await line.cut();
      await search(page).fill('foxglove');
      await page.getByText('Callboard cannot be reached').waitFor();
      await line.mend();
      await card(page, 'Rachel Tran').waitFor();
      await page.getByText('live', { exact: true }).waitFor();
      expect(await search(page).inputValue()).toBe('foxglove');
    } finally {
      await line.close();
    }
  });

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('have no accessibility violations in %s at %i pixels', async (scheme, width) => {
    const { page } = await enter('demo', { path: '/customers?search=foxglove', scheme, width });
    // Elements that are fading in do not have their final colors.
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: scheme });
    await page.getByRole('button', { name: 'View' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'View' }).press('Enter');
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await page.getByText('moved from').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    await page.getByRole('dialog', { name: 'Edit Customer' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Edit Customer' }).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Edit');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
