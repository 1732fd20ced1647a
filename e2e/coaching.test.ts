import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { openBrowser, toast } from './browser.ts';

const { enter } = openBrowser();

const CALL = `Rep: Hi Grace, I wanted to ask about the quote.
Customer: It's too expensive.
Rep: It has everything inside: the installation, the plan with two visits, the parts, the labor, the loan machine, the milk fridge and the filters.
Customer: I don't need it taken apart, <b>really</b>.
Rep: If you add it all up you are well above the price, and the technician comes by the next business day, and the coffee is included.
Customer: Send me something.
Rep: I will.`;

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const firstInsight = (page: Page) => page.getByRole('list', { name: 'Insights', exact: true }).getByRole('listitem').first();

describe('coaching', () => {
  it('analyzes selected calls; an implemented insight stays implemented and appears in a second tab', async () => {
    const { page, context } = await enter({ username: `grace ${randomUUID().slice(0, 4)}` }, { path: '/coaching' });
    const title = `The quote ${randomUUID().slice(0, 6)}`;
    await context.request.post('/api/ai/training-data', { data: { title, content: CALL, category: 'transcription' } });
    await page.getByText('Learn from your calls').waitFor();
    const second = await context.newPage();
    await second.goto('/coaching');
    await second.getByText('Learn from your calls').waitFor();

    await page.getByRole('button', { name: 'New Analysis' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Analysis' });
    expect(await dialog.getByRole('button', { name: 'Start Analysis' }).isDisabled()).toBe(true);
    await dialog.getByPlaceholder('Search calls...').fill(title.slice(-6));
    await dialog.getByRole('checkbox', { name: title }).check();
    await dialog.getByText('1 selected').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Start Analysis' }).click();
    await toast(page).getByText('Analysis Complete').waitFor();
    await toast(page)
      .getByText(/^Analyzed 1 calls with \d+ insights generated$/)
      .waitFor();
    await page.getByRole('listitem', { name: title }).getByText('Active').waitFor();
    await second.getByRole('listitem', { name: title }).waitFor();

    await page.getByRole('tab', { name: 'Insights' }).click();
    const insight = firstInsight(page);
    await insight.getByText(/^You spoke \d+% of the time in this call/).waitFor();
    await insight.getByRole('link', { name: title }).first().waitFor();
    await insight.getByRole('button', { name: 'Mark Complete' }).click();
    await insight.getByRole('button', { name: 'Implemented' }).waitFor();
    await toast(page).getByText('Insight status updated').waitFor();
    await second.getByRole('article', { name: 'Implemented' }).getByText('1', { exact: true }).waitFor();
    await page.reload();
    await firstInsight(page).getByRole('button', { name: 'Implemented' }).waitFor();
  });

  it('is hidden from other users', async () => {
    const { page } = await enter({ username: `iris ${randomUUID().slice(0, 4)}` }, { path: '/coaching?tab=sessions' });
    await page.getByText('No coaching sessions found').waitFor();
  });

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('has no accessibility violations in %s at %i pixels', async (scheme, width) => {
    const { page } = await enter('demo', { path: '/coaching', scheme, width });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: scheme });
    await page.getByRole('listitem', { name: 'Discovery: questions before prices' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
    await page.getByRole('button', { name: 'Open Discovery: questions before prices' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Metrics' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.goto('/coaching?tab=insights');
    await page
      .getByText(/→ .* over \d calls since/)
      .first()
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
    await page.goto('/coaching?tab=sessions');
    await page.getByRole('listitem', { name: 'Tidewater: the quote is too high' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
