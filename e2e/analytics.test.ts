import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { clipboardText, openBrowser, toast } from './browser.ts';

const { enter } = openBrowser();

const someone = (name: string) => `${name} ${randomUUID().slice(0, 4)}`;
const card = (page: Page, name: string) => page.getByRole('article', { name });

/** A number on the screen, by its label. */
async function numberOf(page: Page, name: string): Promise<number> {
  const label = await page.locator(`[aria-label^="${name}: "]`).first().getAttribute('aria-label');
  return Number(label?.split(': ')[1]?.replace(/[^\d.]/g, ''));
}

async function addLead(context: BrowserContext, name: string): Promise<string> {
  const answer = await context.request.post('/api/leads', { data: { name, value: '100' } });
  expect(answer.ok()).toBe(true);
  return (await answer.json()).id;
}

describe('analytics', () => {
  it('updates live when another person wins a lead, and links to that lead', async () => {
    const { page } = await enter('demo', { path: '/analytics' });
    await card(page, 'Total Leads').waitFor();
    const [deals, won] = [await numberOf(page, 'Won Deals'), await numberOf(page, 'Won')];
    const grace = await enter({ username: someone('grace') }, { path: '/customers' });
    const name = someone('Nell Frost');
    const lead = await addLead(grace.context, name);
    await page.getByRole('link', { name: `New lead: ${name}` }).waitFor();
    await grace.context.request.put(`/api/leads/${lead}/stage`, { data: { stage: 'won' } });
    await page.getByRole('button', { name: `Won Deals: ${deals + 1}`, exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: `Won: ${won + 1}`, exact: true }).waitFor();
  });

  it('shows the selected range, keeps it in the URL, and shows the query behind a number', async () => {
    const { page, context } = await enter('demo', { path: '/analytics' });
    await page.getByRole('combobox', { name: 'Date range: All time' }).click();
    await page.getByRole('option', { name: 'This month' }).click();
    await card(page, 'Total Leads').locator('[data-change]').waitFor();
    await page.reload();
    await page.getByRole('combobox', { name: 'Date range: This month' }).waitFor();
    await page.getByRole('button', { name: 'Show query for Total Leads' }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await toast(page).getByText('Query copied to clipboard').waitFor();
    const query = await clipboardText(page);
    const asked = async () => (await (await context.request.post('/graphql', { data: { query } })).json()).data.analytics.leads.total;
    // Others add leads meanwhile.
    await expect.poll(async () => (await asked()) - (await numberOf(page, 'Total Leads')), { timeout: 15_000 }).toBe(0);
  });

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('has no accessibility violations in %s at %s pixels', async (scheme, width) => {
    const { page } = await enter('demo', { path: '/analytics?range=this_year', scheme, width });
    await page
      .getByRole('img', { name: /^Revenue by week/ })
      .locator('.recharts-bar-rectangle')
      .first()
      .waitFor();
    await page
      .getByRole('link', { name: /^(Order|New lead|Call transcription)/ })
      .first()
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    await page.getByRole('button', { name: 'Revenue by week as a table' }).click();
    await page.getByRole('button', { name: 'Leads by stage as a table' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Total Orders: / }).click();
    await page.getByRole('dialog').getByRole('link').first().waitFor();
    // Elements that are fading in have too little contrast.
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
