import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { clipboardText, openBrowser, toast } from './browser.ts';

const { enter } = openBrowser();

const MESSAGE = `Hi, we are 35 people. What does a Heron cost per month, and how much is installation?
Thanks, Erin`;

describe('answering a customer', () => {
  it('writes a reply that answers the questions, and copies it', async () => {
    const { page } = await enter('demo');
    await page.getByText('Generated response will appear here...').waitFor();
    await page.getByRole('button', { name: 'Generate AI Response' }).click();
    await toast(page).getByText('Please enter a customer request.').waitFor();

    await page.getByLabel('Customer Request/Question').fill(MESSAGE);
    await page.getByRole('button', { name: 'Generate AI Response' }).click();
    await page.getByRole('button', { name: 'Copy Response' }).waitFor();
    const reply = await page.getByRole('main').innerText();
    expect(reply).toContain('Hi Erin');
    expect(reply).toContain('$279 a month');
    expect(reply).toContain('$390');
    expect(reply).toMatch(/\d+% confidence|Confidence:?\s*\d+%/i);
    expect(reply).toContain('Offline assistant');

    // A sentence shows its source, and the source leads to its item.
    await page.locator('[data-sources]').first().hover();
    const preview = page.getByRole('tooltip');
    await preview.waitFor();
    const sources = page.getByRole('list', { name: 'Based on' });
    const first = sources.getByRole('link').first();
    expect(await preview.innerText()).toContain(await first.innerText());
    expect(await first.getAttribute('href')).toMatch(/^\/ai-training\?item=/);

    // Gaps are filled in, or copied on purpose.
    await page.getByRole('button', { name: 'Copy Response' }).click();
    const anyway = page.getByRole('button', { name: 'Copy Anyway' });
    if (await page.getByText(/gaps? to fill in$/).isVisible()) await anyway.click();
    await toast(page).getByText('Response copied to clipboard and marked as used.').waitFor();
    expect(await clipboardText(page)).toContain('$279 a month');

    await first.click();
    await page.getByRole('dialog', { name: 'Edit Training Data' }).waitFor();
  });

  it('discards a reply with a reason, which analytics counts', async () => {
    const { page } = await enter('demo');
    await page.getByLabel('Customer Request/Question').fill('Do you sell submarines? I need one by May.');
    await page.getByRole('button', { name: 'Generate AI Response' }).click();
    await page.getByText(/^Unsure$/).waitFor();
    await page.getByText(/gaps? to fill in$/).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: 'Missing information' }).click();
    await page.getByRole('button', { name: 'Discard Response' }).click();
    await page.getByText('Discarded: Missing information').waitFor();
    await page.goto('/analytics');
    await page.getByRole('list', { name: 'Replies discarded by reason' }).getByText('Missing information').waitFor();
  });

  it('is accessible with a reply, its gaps, its sources and the dialogs of both', async () => {
    const { page } = await enter('demo');
    await page.getByLabel('Customer Request/Question').fill(MESSAGE);
    await page.getByRole('button', { name: 'Generate AI Response' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.keyboard.type(' [date]');
    await page.keyboard.press('Escape');
    await page.getByText(/gaps? to fill in$/).waitFor();
    const found: string[] = [];
    for (const width of [1440, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.locator(`html.${colorScheme}`).waitFor();
        await page.locator('[data-sources]').first().hover();
        await page.getByRole('tooltip').last().waitFor();
        for (const button of [null, 'Copy Response', 'Discard']) {
          if (button) await page.getByRole('button', { name: button, exact: true }).click();
          const dialog = page.locator('[role=dialog], [role=alertdialog]');
          if (button) await dialog.waitFor();
          // Once what moves or fades has come to rest.
          await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
          found.push(...(await accessibilityViolations(page, { tags: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })));
          if (button) await page.keyboard.press('Escape');
          if (button) await dialog.waitFor({ state: 'hidden' });
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
      }
    expect(found).toEqual([]);
  });

  it('answers a different message differently, in the tech support voice', async () => {
    const { page } = await enter('demo');
    await page
      .getByLabel('Customer Request/Question')
      .fill('Our Condor shows "Milk locked" since this morning and nobody can get a cappuccino. What do we do?');
    await page.getByText('Tech Support').click();
    await page.getByRole('button', { name: 'Generate AI Response' }).click();
    await page.getByRole('button', { name: 'Copy Response' }).waitFor();
    const reply = await page.getByRole('main').innerText();
    expect(reply.toLowerCase()).toContain('milk');
    expect(reply).not.toContain('$279 a month');
  });

  it('shows the latest calls and orders from the database', async () => {
    const { page } = await enter('demo');
    await page.getByText('Latest call recordings and analysis').waitFor();
    // Other tests add calls to the same workspace meanwhile, so any newest call may be shown.
    const [newest] = await (await page.request.get('/api/transcriptions?limit=1')).json();
    await page.getByText(newest.title).first().waitFor();
    await page.getByText('Connected to Shopify').waitFor();
    await page.getByText(/Last sync: \d+ min ago/).waitFor();
    expect(await page.getByText(/^Customer #\S{4}/).count()).toBe(3);
  });
});
