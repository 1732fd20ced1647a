import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openBrowser } from './browser.ts';

const { visit, enter } = openBrowser();

/** The limit of a first screen, in bytes of gzipped JavaScript. */
const ALLOWED = 250_000;

/** Reloads the page and returns the gzipped size of every script loaded before the network was idle, largest first. */
async function scriptsOf(page: Page, ready: string): Promise<readonly (readonly [name: string, bytes: number])[]> {
  // What an idle page preloads is not waited for: on a busy machine it would load before the network is idle.
  await page.addInitScript(() => {
    const soon = window.setTimeout;
    const dropLong = (run: TimerHandler, delay?: number) => (Number(delay) >= 3_000 ? 0 : soon(run, delay));
    window.setTimeout = Object.assign(dropLong, soon);
  });
  // Pending requests of the first load must not count.
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
