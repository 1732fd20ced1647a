import type { TestProject } from 'vitest/node';
import { launchChromiumServer } from './chromium.ts';
import { startServer } from './npm-start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server, as `npm start` printed it. */
    serverUrl: string;
    /** WebSocket endpoint of the browser that all tests share; each test has its own contexts. */
    browser: string;
  }
}

/** Starts the server and a browser before the first test and stops them after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, browser] = await Promise.all([startServer(), launchChromiumServer()]);
  project.provide('serverUrl', server.url);
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.stop();
  };
}
