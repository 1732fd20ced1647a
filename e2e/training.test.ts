import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { openBrowser, toast } from './browser.ts';

const { enter } = openBrowser();

const card = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Training data' }).getByRole('listitem', { name: title, exact: true });

describe('the training data', () => {
  it('is what the assistant answers from, and updates live in other browsers', async () => {
    const { page } = await enter('demo', { path: '/ai-training' });
    const watcher = await enter({ username: `iris ${randomUUID().slice(0, 4)}` }, { path: '/ai-training' });
    // A word that no other record contains.
    const word = `Zephyr${randomUUID().replace(/\W|\d/g, '').slice(0, 6)}`;
    const title = `Lending of the ${word}`;

    await page.getByRole('button', { name: 'Add Training Data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Training Data' });
    expect(await dialog.getByRole('button', { name: 'Add Training Data' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Content').fill(`We lend the ${word} to trade fairs for up to three days, free of charge.`);
    await dialog.getByLabel('Tags').fill('loan, , trade fair');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add Training Data' }).click();
    await toast(page).getByText('Training data added successfully').waitFor();
    await card(page, title).getByText('trade fair', { exact: true }).waitFor();
    await card(watcher.page, title).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await watcher.page.goto('/');
    await watcher.page.getByLabel('Customer Request/Question').fill(`Do you lend the ${word} to trade fairs?`);
    await watcher.page.getByRole('button', { name: 'Generate AI Response' }).click();
    await watcher.page.getByText(title).first().waitFor();

    await page.getByPlaceholder('Search training data...').fill(`lend ${word.slice(0, 9)}`);
    await page.waitForURL(/search=/);
    await expect.poll(() => page.getByRole('list', { name: 'Training data' }).locator('> li').count()).toBe(1);
    await page.getByRole('button', { name: /^Email/ }).click();
    await page.getByText('No training data found').waitFor();
    await page.getByRole('button', { name: /^Email/ }).click();

    await card(page, title).getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog', { name: `Delete “${title}”?` })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('No training data found').waitFor();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await card(page, title).waitFor();
  });

  it('is imported from the call tracker, each call once', async () => {
    const { page } = await enter('demo', { path: '/ai-training?category=transcription' });
    await page.getByRole('button', { name: 'Import CallRail' }).click();
    const dialog = page.getByRole('dialog', { name: /Import CallRail/ });
    await dialog.getByText('Demo').waitFor();
    await dialog.getByRole('button', { name: 'Test CallRail Connection' }).click();
    await dialog.getByText('Connected to the built-in call tracker of the demo.').waitFor();
    await dialog.getByRole('button', { name: 'Import Sample Data' }).click();
    await toast(page).getByText('Imported 2 CallRail transcriptions').waitFor();
    await dialog.getByRole('button', { name: 'Import Sample Data' }).click();
    await toast(page).getByText('Imported 0 CallRail transcriptions').waitFor();
    await dialog.getByRole('button', { name: 'Sync CallRail Transcriptions' }).click();
    await toast(page).getByText('Synced 3 transcriptions from CallRail').waitFor();
    await dialog.getByText('1 call has no transcript').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await card(page, 'Call with Helen Marsh').getByText('CallRail').waitFor();
  });

  it('grows from use: an unanswered question gets its answer, and the wording of a used reply becomes another way to ask', async () => {
    const { page } = await enter('demo');
    // A word that no other record contains.
    const word = `Lumen${randomUUID().replace(/\W|\d/g, '').slice(0, 6)}`;
    const ask = async (question: string) => {
      await page.goto('/');
      const message = page.getByLabel('Customer Request/Question');
      await message.fill(question);
      // The reply to the question before is still there.
      await page.getByRole('button', { name: 'Clear' }).click();
      await message.fill(question);
      await page.getByRole('button', { name: 'Generate AI Response' }).click();
      await page.getByRole('button', { name: 'Copy Response' }).waitFor();
      return page.getByRole('main').innerText();
    };
    const question = `Do you rent out the ${word} for weddings?`;
    const other = `Is the ${word} for hire at weddings?`;
    const answer = `We rent out the ${word} for weddings and parties, for one evening.`;
    expect(await ask(question)).not.toContain(answer);

    await page.goto('/ai-training?tab=unanswered');
    const row = page.getByRole('list', { name: 'Unanswered questions' }).getByRole('listitem', { name: question, exact: true });
    await row.getByText('Asked once').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await row.getByRole('button', { name: 'Dismiss' }).click();
    await row.waitFor({ state: 'detached' });
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await row.getByText('Asked once').waitFor();
    await row.getByRole('button', { name: 'Dismiss' }).click();
    await row.waitFor({ state: 'detached' });
    await ask(question);
    await page.goto('/ai-training?tab=unanswered');
    await row.getByText('Asked 2 times').waitFor();
    await row.getByRole('button', { name: 'Write the answer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write the answer' });
    expect(await dialog.getByLabel('Title').inputValue()).toBe(question);
    await dialog.getByLabel('Content').fill(answer);
    await dialog.getByRole('button', { name: 'Add Training Data' }).click();
    await toast(page).getByText('Training data added successfully').waitFor();
    await row.waitFor({ state: 'detached' });

    expect(await ask(question)).toContain(answer);
    expect(await ask(other)).toContain(answer);
    await page.getByRole('button', { name: 'Copy Response' }).click();
    await toast(page).getByText('Response copied to clipboard and marked as used.').waitFor();

    await page.goto('/ai-training?tab=proposals');
    const proposal = page.getByRole('list', { name: 'Suggested phrasings' }).getByRole('listitem', { name: other, exact: true });
    await proposal.getByText(`Answered from “${question}”, used once`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await proposal.getByRole('button', { name: 'Accept' }).click();
    await toast(page).getByText('Phrasing added').waitFor();
    await proposal.waitFor({ state: 'detached' });

    // Only the accepted wording has this word.
    await page.goto(`/ai-training?search=${encodeURIComponent(`${word} hire`)}`);
    await card(page, question).getByRole('button', { name: 'Edit' }).click();
    expect(await page.getByRole('dialog', { name: 'Edit Training Data' }).getByLabel('Also asked as').inputValue()).toBe(other);
  });
});
