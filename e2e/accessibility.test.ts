import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from './accessibility-violations.ts';
import { openBrowser } from './browser.ts';

const { visit, enter } = openBrowser();

const LEVEL_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const LOOKS = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 1440 },
  { scheme: 'light', width: 390 },
  { scheme: 'dark', width: 390 },
] as const;

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

const violations = (page: Page) => accessibilityViolations(page, { tags: LEVEL_AA });

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Opens and closes the dialog of a button. */
async function violationsInDialog(page: Page, button: string): Promise<string[]> {
  const dialog = page.locator('[role=dialog], [role=alertdialog]');
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await dialog.first().waitFor();
  const found = await violations(page);
  await page.keyboard.press('Escape');
  await dialog.first().waitFor({ state: 'hidden' });
  return found.map((violation) => `${button}: ${violation}`);
}

describe('accessibility of', () => {
  it.each(SCREENS)('%s, where it says “%s”, and every dialog it opens', async (path, ready, dialogs) => {
    const { page } = await enter('demo');
    for (const { scheme, width } of LOOKS) {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.getByRole('main').getByText(ready).first().waitFor();
      await expect.poll(() => page.locator('main [aria-busy=true], main .MuiSkeleton-root').count()).toBe(0);
      const found = await violations(page);
      for (const dialog of dialogs) found.push(...(await violationsInDialog(page, dialog)));
      expect(found, `${scheme}, ${width} pixels`).toEqual([]);
      await page.setViewportSize({ width: 360, height: 800 });
      expect(await overflow(page), 'at 360 pixels').toBeLessThanOrEqual(0);
    }
  });

  it.each(LOOKS)('Your account, $scheme at $width pixels', async (look) => {
    const { page } = await enter({ username: `own ${randomUUID()}` }, look);
    if (look.width < 900) await page.getByRole('button', { name: 'Open navigation' }).click();
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

  it.each(LOOKS)('the login screen, $scheme at $width pixels', async (look) => {
    const { page } = await visit(look);
    await page.getByText('Sign in to your account').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Username is required').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});
