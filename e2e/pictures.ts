/** `npm run pictures`: takes the pictures of the screens anew, of the demo world and of an empty one. */
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

const list = (path: string, ready: string) => async (page: Page) => {
  await page.goto(path);
  await page.getByText(ready).first().waitFor();
};

/** The lists a rep lives in: what shows that they are there, and that there is nothing. */
const LISTS = {
  customers: { path: '/customers', filled: 'Added', empty: 'No customers found' },
  transcriptions: { path: '/transcriptions', filled: 'View Full', empty: 'No transcriptions found' },
  'email-templates': { path: '/email-templates', filled: 'Personalize', empty: 'No email templates found' },
  'ai-training': { path: '/ai-training', filled: 'Used', empty: 'No training data found' },
} as const;

type Show = (page: Page) => Promise<void>;
type Look = { readonly suffix: string; readonly width: number; readonly colorScheme: 'light' | 'dark' };

const DESKTOP: readonly Look[] = [
  { suffix: 'light', width: 1440, colorScheme: 'light' },
  { suffix: 'dark', width: 1440, colorScheme: 'dark' },
];
const PHONE: Look = { suffix: 'phone', width: 390, colorScheme: 'light' };

const named = (show: (which: (typeof LISTS)[keyof typeof LISTS]) => Show, suffix = ''): Record<string, Show> =>
  Object.fromEntries(Object.entries(LISTS).map(([name, which]) => [`${name}${suffix}`, show(which)]));

const browser = await launchChromium();

/** Takes pictures of some screens of a world, as somebody sees them who is signed in. */
async function take(
  settings: Readonly<Record<string, string>>,
  screens: Readonly<Record<string, Show>>,
  looks: readonly Look[],
): Promise<void> {
  const product = await startProduct(settings);
  try {
    for (const { suffix, width, colorScheme } of looks) {
      const viewport = { width, height: width < 500 ? 844 : 900 };
      const context = await browser.newContext({ baseURL: product.url, colorScheme, viewport });
      const signedIn = await context.request.post('/api/auth/login', { data: { username: 'demo', password: 'callboard' } });
      if (!signedIn.ok()) await context.request.post('/api/auth/register', { data: { username: 'demo', password: 'callboard' } });
      for (const [name, show] of Object.entries(screens)) {
        const page = await context.newPage();
        await show(page);
        await page.evaluate(() => document.fonts.ready);
        await page.screenshot({ path: fileURLToPath(new URL(`../docs/pictures/${name}-${suffix}.png`, import.meta.url)) });
        await page.close();
      }
      await context.close();
    }
  } finally {
    await product.stop();
  }
}

try {
  const lists = named(({ path, filled }) => list(path, filled));
  await take({}, { ...SCREENS, ...lists }, DESKTOP);
  await take({}, lists, [PHONE]);
  await take(
    { DEMO: 'off' },
    named(({ path, empty }) => list(path, empty), '-empty'),
    [...DESKTOP.slice(0, 1), PHONE],
  );
} finally {
  await browser.close();
}
