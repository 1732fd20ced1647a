import { expect, it } from 'vitest';
import { formatSyncAge } from './ShopifyIntegration.tsx';

const NOON = '2026-03-10T12:00:00.000Z';

it.each([
  [-20, 'just now'],
  [59, 'just now'],
  [5 * 60, '5 min ago'],
  [3 * 3600, '3 h ago'],
  [26 * 3600, '1 day ago'],
  [72 * 3600, '3 days ago'],
])('%i seconds after the last sync: %s', (seconds, words) => {
  expect(formatSyncAge(NOON, Date.parse(NOON) + seconds * 1000)).toBe(words);
});
