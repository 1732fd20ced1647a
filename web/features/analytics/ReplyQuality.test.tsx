import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openAnalytics } from './analytics.fixtures.tsx';

const groups = (nodes: readonly object[]) => ({ nodes });

it('shows how far replies were edited, and why others were discarded', async () => {
  const aiResponseGroups = ({ by }: { by: readonly unknown[] }) =>
    by.length === 0
      ? groups([{ count: 40, avg: { editedShare: 0.125 } }])
      : groups([
          { key: { discardReason: 'tone' }, count: 1 },
          { key: { discardReason: 'outdated' }, count: 3 },
        ]);
  openAnalytics({}, { lists: { aiResponseGroups } });
  const reasons = await screen.findByRole('list', { name: 'Replies discarded by reason' });
  expect(
    within(reasons)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Outdated375.0%', 'Tone125.0%']);
  expect(screen.getByText('Average edited share').parentElement?.textContent).toBe('Average edited share12.5%');
  expect(screen.getByText('Sent replies compared').parentElement?.textContent).toBe('Sent replies compared40');
});
