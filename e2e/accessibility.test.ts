import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { openBrowser } from './browser.ts';

const { visit, enter } = openBrowser();

const LEVEL_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [1440, 390] as const;

/** Every screen, a text that shows it has loaded, and the dialogs its buttons open. */
const SCREENS: ReadonlyArray<readonly [path: string, ready: string, dialogs: readonly string[]]> = [
  ['/', 'Customer Request Analysis', []],
  ['/pipeline', 'Drag and drop leads between stages', ['Add Lead']],
  ['/customers', 'Manage customer profiles and order history', ['Add Customer']],
  ['/transcriptions', 'Call Value', ['Add Transcription', 'View Full']],
  ['/email-templates', 'Used 53 times', ['Generate with AI', 'Create Template', 'Personalize', 'Edit', 'Delete']],
  ['/ai-training', 'Used', ['Import CallRail', 'Add Training Data']],
  ['/coaching', 'AI Coaching', ['New Analysis']],
  ['/coaching?tab=insights', 'AI Coaching', []],
  ['/coaching?tab=sessions', 'AI Coaching', []],
  ['/coaching?tab=real-time', 'AI Coaching', []],
  ['/interaction-flows', 'Total Flows', []],
  ['/interaction-flows?tab=all', 'Total Flows', []],
  ['/orders', 'Shopify Orders', []],
  ['/analytics', 'Pipeline Distribution', []],
  ['/tokens', 'API Tokens', []],
  ['/nowhere', '404 Page Not Found', []],
];

/** Without transitions a change of the color scheme is over at once, also in what is scrolled out of view and would not be animated. */
const removeTransitions = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
  });

/** What axe finds in what is open, in either color scheme. */
async function violations(page: Page, where = ''): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: scheme });
    await page.locator(`html.${scheme}`).waitFor();
    found.push(...(await accessibilityViolations(page, { tags: LEVEL_AA })).map((it) => `${scheme} ${where}: ${it}`));
  }
  return found;
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Opens and closes the dialog of a button. */
async function violationsInDialog(page: Page, button: string): Promise<string[]> {
  const dialog = page.locator('[role=dialog], [role=alertdialog]');
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await dialog.first().waitFor();
  const found = await violations(page, button);
  await page.keyboard.press('Escape');
  await dialog.first().waitFor({ state: 'hidden' });
  return found;
}

describe('accessibility of', () => {
  it.each(SCREENS)('%s, where it says “%s”, and every dialog it opens', async (path, ready, dialogs) => {
    const { page } = await enter('demo', { path });
    await removeTransitions(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole('main').getByText(ready).first().waitFor();
      await expect.poll(() => page.locator('main [aria-busy=true], main .MuiSkeleton-root').count()).toBe(0);
      const found = await violations(page);
      for (const dialog of dialogs) found.push(...(await violationsInDialog(page, dialog)));
      expect(found, `${width} pixels`).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 800 });
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      expect(await overflow(page), `${scheme}, at 360 pixels`).toBeLessThanOrEqual(0);
    }
  });

  it.each(WIDTHS)('Your account, at %i pixels', async (width) => {
    const { page } = await enter({ username: `own ${randomUUID()}` }, { width });
    await removeTransitions(page);
    if (width < 900) await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('button', { name: /own .* Sales Manager$/ }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your account' });
    await dialog.waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await dialog.getByText('New password is required').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await dialog.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
  });

  it.each(WIDTHS)('the login screen, at %i pixels', async (width) => {
    const { page } = await visit({ width });
    await removeTransitions(page);
    await page.getByText('Sign in to your account').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Username is required').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});
