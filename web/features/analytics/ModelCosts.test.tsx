import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openAnalytics } from './analytics.fixtures.tsx';

const ROW = { task: 'reply', model: 'gpt-5-mini', requests: 3, promptTokens: 12_000, completionTokens: 900 };

const COSTS = [
  { ...ROW, user: { id: 'u1', displayName: 'Ada Park' }, pricedRequests: 3, cost: '0.004800' },
  { ...ROW, task: 'analysis', user: null, pricedRequests: 0, cost: null },
  { ...ROW, task: 'email', user: null, pricedRequests: 1, cost: '1.000000' },
];

async function openCosts() {
  const { user } = openAnalytics({}, { lists: { assistantCosts: () => COSTS } });
  const table = await screen.findByRole('table', { name: 'Model costs' });
  const rows = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  const choose = async (filter: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: filter }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  return { rows, choose };
}

it('shows what models cost by task and person, in total, and what is not known', async () => {
  const { rows } = await openCosts();
  expect(rows()).toEqual([
    expect.stringMatching(/^RepliesAda Parkgpt-5-mini.*gpt-5-mini3.*\$0\.0048$/),
    expect.stringMatching(/^Call analysesServer.*Unknown$/),
    expect.stringMatching(/^EmailsServer.*At least \$1\.00$/),
    expect.stringMatching(/^Total936,0002,700At least \$1\.0048$/),
  ]);
});

it('shows one task or person alone', async () => {
  const { rows, choose } = await openCosts();
  await choose('Person', 'Server');
  expect(rows()).toEqual([
    expect.stringMatching(/^Call analysesServer/),
    expect.stringMatching(/^EmailsServer/),
    expect.stringMatching(/^Total624,0001,800At least \$1\.00$/),
  ]);
  await choose('Task', 'Replies');
  expect(rows()).toEqual(['No answers of this task for this person.']);
  await choose('Person', 'Everybody');
  expect(rows()).toEqual([expect.stringMatching(/^RepliesAda Park/)]);
});
