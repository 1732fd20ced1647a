import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openBrowser } from './browser.ts';

const { visit, enter } = openBrowser();

/** What a first screen may weigh, in bytes of JavaScript after gzip. */
const ALLOWED = 250_000;

/** Loads the page anew and weighs every script that came before the network was quiet, heaviest first. */
async function scriptsOf(page: Page, ready: string): Promise<readonly (readonly [name: string, bytes: number])[]> {
  // What the first load still asks for is not part of the next.
  await page.waitForLoadState('networkidle');
  const loaded: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') loaded.push(response);
  });
  await page.reload();
  await page.getByText(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  const weighed = await Promise.all(
    loaded.map(async (response) => [new URL(response.url()).pathname, gzipSync(await response.body(), { level: 9 }).byteLength] as const),
  );
  return weighed.toSorted(([, one], [, other]) => other - one);
}

describe('the JavaScript of a first screen', () => {
  it.each([
    ['the login screen', () => visit(), 'Sign in to your account'],
    ['the home screen, signed in', () => enter('demo'), 'Customer Request Analysis'],
  ] as const)('of %s weighs less than 250 kB', async (_name, open, ready) => {
    const { page } = await open();
    const scripts = await scriptsOf(page, ready);
    const list = scripts.map(([name, bytes]) => `${bytes} ${name}`).join('\n');
    expect(scripts.length, list).toBeGreaterThan(3);
    expect(
      scripts.reduce((sum, [, bytes]) => sum + bytes, 0),
      list,
    ).toBeLessThan(ALLOWED);
  });
});
