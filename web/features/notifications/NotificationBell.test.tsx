import { ApolloLink } from '@apollo/client';
import { MockSubscriptionLink } from '@apollo/client/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { GraphQLError, OperationTypeNode } from 'graphql';
import { expect, it, vi } from 'vitest';
import { clientOver, renderAt, schemaLink } from '#web/testing/render.tsx';
import { NotificationBell } from './NotificationBell.tsx';

const notification = (id: string, { readAt = null, link = '/orders' }: { readAt?: string | null; link?: string | null } = {}) => ({
  __typename: 'Notification',
  id,
  title: `Title ${id}`,
  body: `Body ${id}`,
  link,
  createdAt: '2026-01-01T00:00:00.000Z',
  readAt,
});
const read = { readAt: '2026-01-01T00:00:00.000Z' };

/** Renders the bell on a fake server. */
function openBell(nodes: ReturnType<typeof notification>[]) {
  const markNotificationsRead = vi.fn(({ ids }: { ids: string[] | null }) => {
    const unread = nodes.filter((node) => !node.readAt && (ids?.includes(node.id) ?? true));
    for (const node of unread) node.readAt = '2026-01-02T00:00:00.000Z';
    return unread.length;
  });
  const server = { down: false };
  const notifications = ({ first, after }: { first: number; after?: string }) => {
    if (server.down) throw new GraphQLError('Down');
    const from = after ? nodes.findIndex(({ id }) => id === after) + 1 : 0;
    const page = nodes.slice(from, from + first).map((node) => ({ ...node }));
    const pageInfo = { hasNextPage: from + first < nodes.length, hasPreviousPage: false, endCursor: page.at(-1)?.id ?? null };
    return { nodes: page, pageInfo, unreadCount: nodes.filter(({ readAt }) => !readAt).length, eventCursor: '1' };
  };
  const socket = new MockSubscriptionLink();
  const isSubscription = ({ operationType }: { operationType?: string }) => operationType === OperationTypeNode.SUBSCRIPTION;
  const link = ApolloLink.split(isSubscription, socket, schemaLink({ notifications, markNotificationsRead }));
  const show = () => renderAt(<NotificationBell />, { client: clientOver(link) });
  const come = async (cursor: string) => {
    await waitFor(() => expect(socket.operation).toBeDefined());
    const message = { __typename: 'NotificationChange', cursor };
    act(() => socket.simulateResult({ result: { data: { notificationAdded: message } } }));
  };
  return { markNotificationsRead, nodes, server, show, come };
}

const bell = (name: string) => screen.findByRole('button', { name, hidden: true });

it('shows the unread count, and marks all as read', async () => {
  const { markNotificationsRead, show } = openBell([notification('a'), notification('b'), notification('c', read)]);
  show();
  await userEvent.click(await bell('Notifications, 2 unread'));
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  expect(panel.getAllByRole('img', { name: 'Unread' })).toHaveLength(2);
  panel.getByText('Body c');
  await userEvent.click(panel.getByRole('button', { name: 'Mark all as read' }));
  expect(markNotificationsRead.mock.calls.map(([args]) => ({ ...args }))).toEqual([{ ids: null }]);
  await bell('Notifications');
  expect(panel.queryByRole('img', { name: 'Unread' })).toBeNull();
  expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

it('links a notification to its record, and marks it as read on click', async () => {
  const { markNotificationsRead, show } = openBell([notification('a'), notification('b')]);
  show();
  await userEvent.click(await bell('Notifications, 2 unread'));
  await userEvent.click(await screen.findByRole('link', { name: /Title a/ }));
  expect(screen.getByTestId('address').textContent).toBe('/orders');
  await bell('Notifications, 1 unread');
  expect(markNotificationsRead.mock.calls.map(([args]) => ({ ...args }))).toEqual([{ ids: ['a'] }]);
});

it('marks a notification without a link as read in place', async () => {
  const { show } = openBell([notification('a', { link: null })]);
  show();
  await userEvent.click(await bell('Notifications, 1 unread'));
  await userEvent.click(await screen.findByRole('button', { name: /Title a/ }));
  await bell('Notifications');
  screen.getByText('Title a');
});

it('updates live while it is open', async () => {
  const { nodes, show, come } = openBell([notification('a', read)]);
  show();
  await userEvent.click(await bell('Notifications'));
  nodes.unshift(notification('b'));
  await come('2');
  await bell('Notifications, 1 unread');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Title b'),
    expect.stringContaining('Title a'),
  ]);
});

it('has older notifications on further pages', async () => {
  const { show } = openBell(Array.from({ length: 45 }, (_, at) => notification(`n${at}`, read)));
  show();
  await userEvent.click(await bell('Notifications'));
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(20));
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(40));
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('Title n44');
});

it('shows an empty state, and an error when notifications cannot be loaded', async () => {
  const empty = openBell([]);
  const { unmount } = empty.show();
  await userEvent.click(await bell('Notifications'));
  await screen.findByText('No notifications');
  unmount();
  const broken = openBell([notification('a')]);
  broken.server.down = true;
  broken.show();
  await userEvent.click(await bell('Notifications'));
  await screen.findByText('Couldn’t load notifications');
  broken.server.down = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Title a');
});
