import { describe, expect, it } from 'vitest';
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
