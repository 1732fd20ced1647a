import axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

interface CheckOptions {
  /** Selector of the part to check; the entire page by default. */
  readonly within?: string;
  /** Tags of the rules to check; axe’s default rules if undefined. */
  readonly tags?: readonly string[];
}

/** The violations axe finds, a line per rule with the affected elements. */
export async function accessibilityViolations(page: Page, { within, tags }: CheckOptions = {}): Promise<string[]> {
  // Loaded once per page: its 1.5 MB take as long to load as a check takes.
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(tags && { runOnly: [...tags] }) };
  return page.evaluate(
    async ({ selector, run }) => {
      // Colors in transition are not the final ones.
      await Promise.all(
        document.getAnimations().map((it) => (it.effect?.getTiming().iterations === Infinity ? null : it.finished.catch(() => null))),
      );
      const results = await window.axe?.run(selector, run);
      if (!results) throw new Error('axe is not loaded');
      return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n  ')}`);
    },
    { selector: within ?? 'html', run: options },
  );
}
