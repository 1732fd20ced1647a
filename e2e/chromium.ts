import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

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

/** A headless Chromium: one that is named or commonly installed, else the one among our packages. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = INSTALLED.find((path) => path && existsSync(path)) ?? (await chromium.executablePath());
  return playwright.launch({ executablePath, args: FLAGS });
}
