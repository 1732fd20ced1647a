/** `npm run pictures`: takes the README's pictures of the demo world anew. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { startProduct } from './product.ts';

const MESSAGE = `Hello, we are 35 people in a new office and looking at your Heron.
What would it cost per month, and how much is installation? We would like to start before 1 December.

Thanks, Erin`;

const SCREENS = {
  pipeline: async (page: Page) => {
    await page.goto('/pipeline');
    await page.locator('[data-lead]').first().waitFor();
  },
  'response-center': async (page: Page) => {
    await page.goto('/');
    await page.getByLabel('Customer Request/Question').fill(MESSAGE);
    await page.getByRole('button', { name: 'Generate AI Response' }).click();
    await page.getByRole('button', { name: 'Copy Response' }).waitFor();
    await page.getByText('Red Barn Credit Union').first().waitFor();
  },
} as const;

const product = await startProduct();
const browser = await launchChromium();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ baseURL: product.url, colorScheme, viewport: { width: 1440, height: 900 } });
    await context.request.post('/api/auth/login', { data: { username: 'demo', password: 'callboard' } });
    for (const [name, show] of Object.entries(SCREENS)) {
      const page = await context.newPage();
      await show(page);
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: fileURLToPath(new URL(`../docs/pictures/${name}-${colorScheme}.png`, import.meta.url)) });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await product.stop();
}
