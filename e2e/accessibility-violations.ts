import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

interface CheckOptions {
  /** Selector of the part to check; the entire page by default. */
  readonly within?: string;
  /** Tags of the rules to check; axe’s default rules if undefined. */
  readonly tags?: readonly string[];
}

/** The violations axe finds, a line per rule with the affected elements. */
export async function accessibilityViolations(page: Page, { within, tags }: CheckOptions = {}): Promise<string[]> {
  // Colors in transition are not the final ones.
  await page.evaluate(() =>
    Promise.all(
      document.getAnimations().map((it) => (it.effect?.getTiming().iterations === Infinity ? null : it.finished.catch(() => null))),
    ),
  );
  // Callboard has no frames: legacy mode saves a second page per check. Only violations are computed in full.
  const check = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (within) check.include(within);
  if (tags) check.withTags([...tags]);
  const { violations } = await check.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n  ')}`);
}
