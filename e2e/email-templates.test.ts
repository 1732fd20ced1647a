import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { clipboardText, openBrowser, toast } from './browser.ts';

const { enter } = openBrowser();

/** A name that no other test uses. */
const unique = (name: string) => `${name} ${randomUUID().slice(0, 4)}`;
const AT_TEMPLATES = { path: '/email-templates' };

const card = (page: Page, name: string) => page.getByRole('listitem', { name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function create(context: BrowserContext, template: { name: string; subject?: string; body?: string; type?: string }): Promise<void> {
  const data = { subject: 'Hello {{first_name}}', body: 'Dear {{customer_name}},\n\nwe call {{phone}}.', ...template };
  const answer = await context.request.post('/api/email-templates', { data });
  expect(answer.status()).toBe(201);
}

describe('email templates', () => {
  it('are generated, saved, and appear for everyone', async () => {
    const { page } = await enter('demo', AT_TEMPLATES);
    const watcher = await enter({ username: unique('iris') }, AT_TEMPLATES);
    await watcher.page.getByText('Used 53 times').waitFor();

    await page.getByRole('button', { name: 'Generate with AI' }).click();
    const generate = dialog(page, 'Generate with AI');
    const purpose = unique('Invite to a coffee tasting');
    await generate.getByLabel('Purpose (optional)').fill(purpose);
    await generate.getByRole('button', { name: 'Generate Template' }).click();
    await toast(page).getByText('AI template generated successfully').waitFor();
    await generate.getByRole('region', { name: 'Generated template' }).waitFor();
    await generate.getByText('Offline assistant').waitFor();
    await generate.getByRole('button', { name: 'Copy All' }).click();
    await toast(page).getByText('Template copied to clipboard').waitFor();
    expect(await clipboardText(page)).toMatch(/^Subject: [^\n]+\n\n[\s\S]*\{\{\w+\}\}/);

    await generate.getByRole('button', { name: 'Save as Template' }).click();
    await dialog(page, 'Create Template').getByRole('button', { name: 'Save Template' }).click();
    await toast(page).getByText('Template saved successfully').waitFor();
    await card(watcher.page, purpose).waitFor();
    await card(page, purpose).waitFor();
  });

  it('are personalized and copied, and other browsers show the new usage count', async () => {
    const { page, context } = await enter('demo', AT_TEMPLATES);
    const watcher = await enter({ username: unique('olga') }, AT_TEMPLATES);
    const name = unique('A call');
    await create(context, { name });
    await card(watcher.page, name).getByText('Used 0 times').waitFor();

    await card(page, name).getByRole('button', { name: 'Personalize' }).click();
    const personalize = dialog(page, 'Personalize Email');
    await personalize.getByRole('combobox', { name: 'Customer' }).fill('beatrice yod');
    await page.getByRole('option', { name: 'Beatrice Yoder' }).click();
    await personalize.getByText('beatrice@millracefurniture.example').waitFor();
    await personalize.getByText('Dear Beatrice Yoder,').waitFor();
    await personalize.getByRole('button', { name: 'Copy Email' }).click();
    await toast(page).getByText('Personalized email copied to clipboard').waitFor();
    expect(await clipboardText(page)).toBe('Subject: Hello Beatrice\n\nDear Beatrice Yoder,\n\nwe call 330.555.0140.');
    await card(watcher.page, name).getByText('Used 1 time').waitFor();
  });

  it('are edited, deleted and restored in two browsers', async () => {
    const { page, context } = await enter('demo', AT_TEMPLATES);
    const watcher = await enter({ username: unique('rolf') }, AT_TEMPLATES);
    const [name, changed] = [unique('Old name'), unique('<b>New</b> name')];
    await create(context, { name, type: 'proposal' });
    await card(page, name).getByRole('button', { name: 'Edit' }).click();
    const edit = dialog(page, 'Edit Template');
    await edit.getByLabel('Name').fill(changed);
    await edit.getByLabel('Body').fill('Dear {{frist_name}}');
    await edit.getByRole('button', { name: 'Use {{first_name}}' }).click();
    await edit.getByText('Dear Jordan', { exact: true }).waitFor();
    await edit.getByRole('button', { name: 'Save Template' }).click();
    await toast(page).getByText('Template saved successfully').waitFor();
    await card(watcher.page, changed).waitFor();

    await watcher.page.getByRole('button', { name: 'Proposal' }).click();
    await watcher.page.waitForURL('**/email-templates?type=proposal');
    await card(page, changed).getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog', { name: `Delete “${changed}”?` })
      .getByRole('button', { name: 'Delete' })
      .click();
    await toast(page).getByText('Template deleted successfully').waitFor();
    await card(watcher.page, changed).waitFor({ state: 'detached' });
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await card(page, changed).waitFor();
    await card(watcher.page, changed).waitFor();
  });

  it('insert a variable at the cursor, and remove it with Undo', async () => {
    const { page } = await enter('demo', AT_TEMPLATES);
    await page.getByRole('button', { name: 'Create Template' }).click();
    const form = dialog(page, 'Create Template');
    const body = form.getByLabel('Body');
    await body.fill('Hello !');
    await page.keyboard.press('ArrowLeft');
    await form.getByRole('button', { name: 'first name' }).click();
    expect(await body.inputValue()).toBe('Hello {{first_name}}!');
    const more = ' and {{phone';
    await page.keyboard.type(more);
    expect(await body.inputValue()).toBe('Hello {{first_name}} and {{phone!');
    await form.getByText('Body: The {{ in line 1 is never closed with }}.').waitFor();
    for (const _ of [...more, 'the variable']) await page.keyboard.press('Control+z');
    expect(await body.inputValue()).toBe('Hello !');
    await form.getByRole('button', { name: 'Save Template' }).click();
    await form.getByText('Please fill in all required fields').waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Create Template' }).click();
    await form.getByRole('button', { name: 'Restore draft' }).click();
    expect(await body.inputValue()).toBe('Hello !');
  });

  it('are created from a reply without the customer’s details, and the reply stays', async () => {
    const { page, context } = await enter('demo');
    const watcher = await enter({ username: unique('nora') }, AT_TEMPLATES);
    await page.getByRole('combobox', { name: 'Customer (optional)' }).fill('beatrice yod');
    await page.getByRole('option', { name: 'Beatrice Yoder' }).click();
    await page.getByLabel('Customer Request/Question').fill('What does a Heron cost per month?');
    await page.getByRole('button', { name: 'Generate AI Response' }).click();
    await page.getByRole('button', { name: 'Save as Template' }).click();
    const form = dialog(page, 'Create Template');
    const body = await form.getByLabel('Body').inputValue();
    expect(body).toContain('{{first_name}}');
    expect(body).not.toContain('Beatrice');
    const name = unique('Price of a Heron');
    await form.getByLabel('Name').fill(name);
    await form.getByRole('button', { name: 'Save Template' }).click();
    await toast(page).getByText('Template saved successfully').waitFor();
    await card(watcher.page, name).waitFor();
    await page.getByRole('button', { name: 'Copy Response' }).waitFor();
    const [stored] = await (await context.request.get('/api/email-templates?limit=1')).json();
    expect(stored).toMatchObject({ name, body, type: 'follow_up', variables: expect.arrayContaining(['first_name', 'company_name']) });
  });

  it.each([
    [1440, 'light'],
    [390, 'dark'],
  ] as const)('have no accessibility violations at %i pixels, %s', async (width, scheme) => {
    const { page } = await enter('demo', { ...AT_TEMPLATES, width, scheme });
    await page.getByRole('button', { name: 'Personalize', exact: true }).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    for (const name of ['Create Template', 'Generate with AI', 'Edit', 'Personalize', 'Delete']) {
      await page.getByRole('button', { name, exact: true }).first().click();
      await page.locator('[role=dialog], [role=alertdialog]').waitFor();
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
      expect(await accessibilityViolations(page), name).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'hidden' });
    }
  });
});
