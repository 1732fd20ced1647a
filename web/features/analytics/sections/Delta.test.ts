import { expect, it } from 'vitest';
import { countChange, moneyChange, rateChange } from './Delta.tsx';

it('says in words how a number stands against the one before', () => {
  expect(countChange(1_208, 8)).toEqual({ direction: 'up', words: '1,200 more than the 8 before' });
  expect(countChange(0, 2)).toEqual({ direction: 'down', words: '2 fewer than the 2 before' });
  expect(countChange(35, 0)).toEqual({ direction: 'up', words: '35 more, none before' });
  expect(moneyChange('9.50', '0.00', 'USD')).toEqual({ direction: 'up', words: '$9.50 more, nothing before' });
  expect(countChange(0, 0)).toEqual({ direction: 'same', words: 'As many as before' });
  expect(moneyChange('0.30', '0.10', 'USD')).toEqual({ direction: 'up', words: '$0.20 more than the $0.10 before' });
  expect(moneyChange('1.00', '90071992547409.93', 'EUR').words).toBe('€90,071,992,547,408.93 less than the €90,071,992,547,409.93 before');
  expect(moneyChange('5.00', '5', 'USD').direction).toBe('same');
  expect(rateChange(0.3, 0.1)).toEqual({ direction: 'up', words: '0.2 points above the 0.1% before' });
  expect(rateChange(40, 42.5)).toEqual({ direction: 'down', words: '2.5 points below the 42.5% before' });
  expect(rateChange(0, 0).words).toBe('The same as before');
});
