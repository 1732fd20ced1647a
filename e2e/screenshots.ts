/** `npm run screenshots`: retakes the screenshots, with the demo data and with an empty database. */
import { fileURLToPath } from 'node:url';
import type { APIRequestContext } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { startServer } from './npm-start.ts';
import { ADMIN_SCREENS, LISTS, list, prepareRoles, ROLE_BOARDS, SCREENS, type Show } from './screenshot-screens.ts';

type Look = { readonly suffix: string; readonly width: number; readonly colorScheme: 'light' | 'dark' };

const DESKTOP: readonly Look[] = [
  { suffix: 'light', width: 1440, colorScheme: 'light' },
  { suffix: 'dark', width: 1440, colorScheme: 'dark' },
];
const PHONE: Look = { suffix: 'phone', width: 390, colorScheme: 'light' };

const named = (show: (which: (typeof LISTS)[keyof typeof LISTS]) => Show, suffix = ''): Record<string, Show> =>
  Object.fromEntries(Object.entries(LISTS).map(([name, which]) => [`${name}${suffix}`, show(which)]));

const browser = await launchChromium();

/** Takes screenshots of screens as a signed-in user, on a server with these settings. */
async function take(
  settings: Readonly<Record<string, string>>,
  screens: Readonly<Record<string, Show>>,
  looks: readonly Look[],
  prepare?: (request: APIRequestContext) => Promise<void>,
): Promise<void> {
  const server = await startServer(settings);
  try {
    for (const { suffix, width, colorScheme } of looks) {
      const viewport = { width, height: width < 500 ? 844 : 900 };
      const context = await browser.newContext({ baseURL: server.url, colorScheme, viewport });
      // Without the demo data the first screenshot creates the account.
      for (const [path, password] of [
        ['login', 'callboard'],
        ['login', 'correct horse'],
        ['register', 'correct horse'],
      ])
        if ((await context.request.post(`/api/auth/${path}`, { data: { username: 'demo', password } })).ok()) break;
      await prepare?.(context.request);
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
    await server.stop();
  }
}

try {
  const lists = named(({ path, filled }) => list(path, filled));
  await take({}, { ...SCREENS, ...lists }, DESKTOP);
  await take({}, lists, [PHONE]);
  await take({}, ADMIN_SCREENS, [...DESKTOP, PHONE, { ...PHONE, suffix: 'phone-dark', colorScheme: 'dark' }]);
  await take({}, ROLE_BOARDS, [...DESKTOP.slice(0, 1), PHONE], prepareRoles);
  await take(
    { DEMO: 'off' },
    named(({ path, empty }) => list(path, empty), '-empty'),
    [...DESKTOP.slice(0, 1), PHONE],
  );
} finally {
  await browser.close();
}
