import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

/** Complaints of the browser itself about requests that a story made fail on purpose. */
const EXPECTED = /Failed to load resource|WebSocket connection to .* failed|net::ERR_/;

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
}

export interface VisitOptions {
  /** Another way to the product, such as one that can be cut; its own address when left out. */
  readonly at?: string;
  readonly path?: string;
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  /** Worked with fingers. */
  readonly touch?: boolean;
}

/** Contexts in the run's one browser, for the tests of one file. An error in a page's console fails the test. */
export function openBrowser() {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(() => browser.close());

  const openContext = async ({
    at = inject('home'),
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
      if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(path);
    return { page, context };
  };

  /** A person with a browser of their own, not signed in. */
  const visit = async (options: VisitOptions = {}): Promise<Visitor> => openPage(await openContext(options), options.path);

  /** The same, signed in before the page loads: the demo person, or a newly registered one. */
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

/** The text of the clipboard, as a person gets at it: pasted. The product's pages may not read it. */
export async function clipboardText(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.id = 'clipboard-text';
    // Within an open dialog, which keeps the focus to itself.
    (document.querySelector('[role="dialog"]') ?? document.body).append(field);
    field.focus();
  });
  await page.keyboard.press('ControlOrMeta+V');
  return page.locator('#clipboard-text').evaluate((field) => {
    field.remove();
    return field instanceof HTMLTextAreaElement ? field.value : '';
  });
}

/** The toast that is on the screen. */
export const toast = (page: Page) => page.locator('li[data-tone]');

/** A column of the board. */
export const column = (page: Page, stage: string) => page.locator(`[data-stage="${stage}"]`);
