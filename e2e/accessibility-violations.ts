import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

interface CheckOptions {
  /** Selector of the part to check; the whole page when left out. */
  readonly within?: string;
  /** Tags of the rules to check; all that are on by default when left out. */
  readonly tags?: readonly string[];
}

/** What axe finds wrong with the page, a line for each rule with the elements concerned. */
export async function accessibilityViolations(page: Page, { within, tags }: CheckOptions = {}): Promise<string[]> {
  // Colors in transition are not the ones people read.
  await page.evaluate(() =>
    Promise.all(
      document.getAnimations().map((it) => (it.effect?.getTiming().iterations === Infinity ? null : it.finished.catch(() => null))),
    ),
  );
  // The product has no frames: legacy mode saves a second page for each check; only violations are worked out in full.
  const check = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (within) check.include(within);
  if (tags) check.withTags([...tags]);
  const { violations } = await check.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n  ')}`);
}
