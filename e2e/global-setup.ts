import type { TestProject } from 'vitest/node';
import { launchChromiumServer } from './chromium.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the product, as `npm start` printed it. */
    home: string;
    /** Address of the one browser all tests share; each test has contexts of its own in it. */
    browser: string;
  }
}

/** Starts the product and a browser before the first test and ends them after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [product, browser] = await Promise.all([startProduct(), launchChromiumServer()]);
  project.provide('home', product.url);
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await product.stop();
  };
}
