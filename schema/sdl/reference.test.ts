import { expect, it } from 'vitest';
import { schema } from '../index.ts';
import { reference } from './reference.ts';

const page = reference(schema);

/** The anchors that a reader's browser knows: of equal ones the later are numbered. */
const anchors = () => {
  const seen = new Map<string, number>();
  return new Set(
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
      const anchor = heading.toLowerCase().replaceAll(' ', '-');
      const count = seen.get(anchor) ?? 0;
      seen.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    }),
  );
};

it('lists every field, and links to each', () => {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    for (const name of Object.keys(root?.getFields() ?? {})) expect(page).toContain(`\n### ${name}\n`);
  const known = anchors();
  const linked = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(linked.length).toBeGreaterThan(100);
  expect(linked.filter((anchor) => !known.has(anchor))).toEqual([]);
  expect(page).toMatch(/\[Lead\]\(#lead-1\)/);
});

it('explains arguments and values', () => {
  expect(page).toContain('- `first: Int` Return the first rows');
  expect(page).toContain('- `needs_quote` ');
  expect(page).toMatch(/- `leads: LeadConnection!` .*\n {2}- `/);
});
