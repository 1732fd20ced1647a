import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { NotificationBell } from './NotificationBell.tsx';

const notification = (id: string, readAt: string | null) => ({
  id,
  title: `Title ${id}`,
  body: `Body ${id}`,
  link: '/orders',
  createdAt: '2026-01-01T00:00:00.000Z',
  readAt,
});

function openBell(nodes: ReturnType<typeof notification>[]) {
  const markNotificationsRead = vi.fn(({ ids }: { ids: string[] }) => {
    for (const node of nodes) if (ids.includes(node.id)) node.readAt = '2026-01-02T00:00:00.000Z';
    return ids.length;
  });
  const notifications = () => ({ nodes, unreadCount: nodes.filter(({ readAt }) => !readAt).length });
  renderAt(<NotificationBell />, { client: fakeServer({ notifications, markNotificationsRead }) });
  return { markNotificationsRead };
}

it('shows how many are unread, and reads them when it is opened', async () => {
  const { markNotificationsRead } = openBell([notification('a', null), notification('b', null), notification('c', '2026-01-01T00:00:00Z')]);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
  expect(screen.getAllByRole('img', { name: 'New' })).toHaveLength(2);
  screen.getByText('Body c');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications', hidden: true })));
  expect(markNotificationsRead.mock.calls[0]?.[0]).toEqual({ ids: ['a', 'b'] });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'New' })).toBeNull());
});

it('leads to what a notification tells of', async () => {
  openBell([notification('a', null)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  await userEvent.click(screen.getByRole('link'));
  expect(screen.getByTestId('address').textContent).toBe('/orders');
});

it('says so when there is nothing', async () => {
  openBell([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
  await screen.findByText('Nothing new');
});
