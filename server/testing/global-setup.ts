import type { TestProject } from 'vitest/node';
import { startTestServer } from './database.ts';

/** Starts the run's PostgreSQL before the first test file and ends it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, template, stop } = await startTestServer();
  project.provide('testServer', { url, template });
  return stop;
}
