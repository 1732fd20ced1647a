import { describe, expect, it } from 'vitest';
import { TrainingCategory } from '../../generated/enums.ts';
import { CATALOGUE } from '../catalogue.ts';
import { covers, rows, words } from '../expectations.ts';
import { TRAINING } from '../training.ts';

describe('training', () => {
  it('covers every category', () =>
    covers(
      TRAINING.map(({ category }) => category),
      Object.values(TrainingCategory),
    ));

  it.each(rows(TRAINING))('%s has substance', (_key, { content, tags }) => {
    expect(words(content)).toBeGreaterThanOrEqual(80);
    expect(words(content)).toBeLessThanOrEqual(250);
    expect(tags.length).toBeGreaterThan(2);
    expect(content).toBe(content.trim());
  });

  it('names the prices of the store', () => {
    const text = TRAINING.map(({ content }) => content).join('\n');
    for (const { title, price } of [
      CATALOGUE.wren,
      CATALOGUE.heron,
      CATALOGUE.condor,
      CATALOGUE.kestrel,
      CATALOGUE.weekday,
      CATALOGUE.filter,
    ]) {
      expect(text, title).toContain(`$${Number(price).toLocaleString('en-US')}`);
    }
  });
});
