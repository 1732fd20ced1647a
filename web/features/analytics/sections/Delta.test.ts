import { expect, it } from 'vitest';
import { countDelta, moneyDelta, rateDelta } from './Delta.tsx';

it('formats the change against the previous period', () => {
  expect(countDelta(1_208, 8)).toEqual({ direction: 'up', text: '+1,200 vs 8 previous' });
  expect(countDelta(0, 2)).toEqual({ direction: 'down', text: '−2 vs 2 previous' });
  expect(countDelta(35, 0)).toEqual({ direction: 'up', text: '+35 vs 0 previous' });
  expect(moneyDelta('9.50', '0.00', 'USD')).toEqual({ direction: 'up', text: '+$9.50 vs $0.00 previous' });
  expect(countDelta(0, 0)).toEqual({ direction: 'same', text: 'No change' });
  expect(moneyDelta('0.30', '0.10', 'USD')).toEqual({ direction: 'up', text: '+$0.20 vs $0.10 previous' });
  expect(moneyDelta('1.00', '90071992547409.93', 'EUR').text).toBe('−€90,071,992,547,408.93 vs €90,071,992,547,409.93 previous');
  expect(moneyDelta('5.00', '5', 'USD').direction).toBe('same');
  expect(rateDelta(0.3, 0.1)).toEqual({ direction: 'up', text: '+0.2 points vs 0.1% previous' });
  expect(rateDelta(40, 42.5)).toEqual({ direction: 'down', text: '−2.5 points vs 42.5% previous' });
  expect(rateDelta(0, 0).text).toBe('No change');
});
