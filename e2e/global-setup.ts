import type { TestProject } from 'vitest/node';
import { chromiumPath } from './chromium.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product runs, as `npm start` printed it. */
    home: string;
  }
}

/** Starts the product before the first story and ends it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Unpacked here, not by each file's worker.
  await chromiumPath();
  const product = await startProduct();
  project.provide('home', product.url);
  return product.stop;
}
