import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { PastRepliesButton } from './PastRepliesButton.tsx';

type Asked = { first: number; after: string | null; where: { customerId?: { eq: string }; or?: { response?: { contains: string } }[] } };

const reply = (id: string, response: string) => ({
  __typename: 'AiResponse',
  id,
  customerRequest: `Question ${id}`,
  response,
  sentText: null,
  used: id === '1',
  createdAt: '2026-03-10T12:00:00.000Z',
  customer: { __typename: 'Customer', id: 'c1', name: 'Dana Whitfield' },
});

async function open(customerId?: string) {
  const asked: Asked[] = [];
  const replies = [reply('1', 'On Friday.'), reply('2', 'It costs 43 dollars.')];
  const aiResponses = (args: Asked) => {
    asked.push(args);
    const term = args.where.or?.flatMap(({ response }) => response?.contains ?? [])[0];
    const found = replies.filter(({ response }) => !term || response.includes(term));
    const start = args.after ? 1 : 0;
    const hasNextPage = !args.after && found.length > 1;
    return { nodes: found.slice(start, start + 1), pageInfo: { hasNextPage, endCursor: 'next' } };
  };
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <PastRepliesButton customerId={customerId} />
    </SignedInAs>,
    { client: fakeServer({ aiResponses }) },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Past replies' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Past Replies' }));
  const rows = () => dialog.queryAllByRole('listitem').map(({ textContent }) => textContent);
  return { dialog, rows, asked };
}

it('lists stored replies page by page', async () => {
  const { dialog, rows, asked } = await open();
  await dialog.findByText('On Friday.');
  expect(rows()).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Show more' }));
  await dialog.findByText('It costs 43 dollars.');
  expect(rows()).toHaveLength(2);
  expect(asked.map(({ after }) => after ?? null)).toEqual([null, 'next']);
});

it('searches them, and says when there are none', async () => {
  const { dialog, rows } = await open();
  await dialog.findByText('On Friday.');
  await userEvent.type(dialog.getByRole('searchbox', { name: 'Search past replies' }), 'costs');
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('It costs 43 dollars.')]));
  await userEvent.type(dialog.getByRole('searchbox'), ' nothing');
  await dialog.findByText('No messages or replies match your search.');
});

it('lists those to one customer, and copies one', async () => {
  const { dialog, asked } = await open('c1');
  await dialog.findByText('On Friday.');
  expect(asked[0]?.where.customerId).toEqual({ eq: 'c1' });
  await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('On Friday.'));
});
