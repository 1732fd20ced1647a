import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

/** Messages of the browser about requests that a test made fail on purpose. */
const EXPECTED = /Failed to load resource|WebSocket connection to .* failed|net::ERR_/;

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
}

export interface VisitOptions {
  /** Another URL of the server, such as that of a network proxy; the server's own by default. */
  readonly at?: string;
  readonly path?: string;
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  /** Emulates a touch screen. */
  readonly touch?: boolean;
}

/** Contexts in the run's one browser, for the tests of one file. An error in a page's console fails the test. */
export function openBrowser() {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const consoleErrors: string[] = [];

  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(consoleErrors.splice(0)).toEqual([]);
  });
  afterAll(() => browser.close());

  const openContext = async ({
    at = inject('serverUrl'),
    width = 1440,
    scheme = 'light',
    touch = false,
  }: VisitOptions): Promise<BrowserContext> => {
    const context = await browser.newContext({
      baseURL: at,
      viewport: { width, height: 900 },
      colorScheme: scheme,
      hasTouch: touch,
      isMobile: touch,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    contexts.push(context);
    return context;
  };

  const openPage = async (context: BrowserContext, path = '/'): Promise<Visitor> => {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) consoleErrors.push(message.text());
    });
    page.on('pageerror', (error) => consoleErrors.push(String(error)));
    await page.goto(path);
    return { page, context };
  };

  /** Opens a page in a new browser context, not signed in. */
  const visit = async (options: VisitOptions = {}): Promise<Visitor> => openPage(await openContext(options), options.path);

  /** The same, signed in before the page loads, as the demo user or as a newly registered one. */
  const enter = async (who: 'demo' | { username: string }, options: VisitOptions = {}): Promise<Visitor> => {
    const context = await openContext(options);
    const answer =
      who === 'demo'
        ? await context.request.post('/api/auth/login', { data: { username: 'demo', password: 'callboard' } })
        : await context.request.post('/api/auth/register', { data: { ...who, password: 'correct horse' } });
    expect(answer.ok()).toBe(true);
    return openPage(context, options.path);
  };

  return { visit, enter };
}

/** The text of the clipboard, pasted into a field, because the Permissions-Policy forbids pages to read it. */
export async function clipboardText(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.id = 'clipboard-text';
    // Inside an open dialog, which traps the focus.
    (document.querySelector('[role="dialog"]') ?? document.body).append(field);
    field.focus();
  });
  await page.keyboard.press('ControlOrMeta+V');
  return page.locator('#clipboard-text').evaluate((field) => {
    field.remove();
    return field instanceof HTMLTextAreaElement ? field.value : '';
  });
}

/** The visible toast. */
export const toast = (page: Page) => page.locator('li[data-tone]');

/** A column of the board. */
export const column = (page: Page, stage: string) => page.locator(`[data-stage="${stage}"]`);
