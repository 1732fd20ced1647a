import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openAnalytics } from './analytics.fixtures.tsx';

const ROW = { task: 'reply', model: 'gpt-5-mini', requests: 3, promptTokens: 12_000, completionTokens: 900 };

it('shows what models cost by task and person, and what is not known', async () => {
  const assistantCosts = () => [
    { ...ROW, user: { id: 'u1', displayName: 'Ada Park' }, pricedRequests: 3, cost: '0.004800' },
    { ...ROW, task: 'analysis', user: null, pricedRequests: 0, cost: null },
    { ...ROW, task: 'email', user: null, pricedRequests: 1, cost: '1.000000' },
  ];
  openAnalytics({}, { lists: { assistantCosts } });
  const table = await screen.findByRole('table', { name: 'Model costs' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^RepliesAda Parkgpt-5-mini3.*\$0\.0048$/),
    expect.stringMatching(/^Call analysesServer.*Unknown$/),
    expect.stringMatching(/^EmailsServer.*At least \$1\.00$/),
  ]);
});
