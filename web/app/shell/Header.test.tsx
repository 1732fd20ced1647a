import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { Header } from './Header.tsx';

it.each([
  [maya, 'Welcome, Maya'],
  [{ ...maya, firstName: '' }, 'Welcome, maya'],
])('has the search box, the unread count, the greeting and the Logout button', async (viewer, greeting) => {
  const unread = { eventCursor: '1', unreadCount: 3, pageInfo: { hasNextPage: false, hasPreviousPage: false }, nodes: [] };
  renderAt(
    <SignedInAs viewer={viewer} workspace={workspace}>
      <Header onMenu={() => undefined} />
    </SignedInAs>,
    { client: fakeServer({ notifications: unread }) },
  );
  screen.getByPlaceholderText('Search transcriptions...');
  screen.getByText(greeting);
  screen.getByRole('button', { name: 'Logout' });
  expect((await screen.findByRole('button', { name: /Notifications/ })).textContent).toContain('3');
});
