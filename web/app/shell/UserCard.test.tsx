import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { maya, session, workspace } from '#web/testing/users.ts';
import { SessionGate } from '../SessionGate.tsx';
import { UserCard } from './UserCard.tsx';

it.each([false, true])('links to the API tokens (icons only: %s)', async (compact) => {
  const user = userEvent.setup();
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <UserCard compact={compact} />
    </SignedInAs>,
  );
  await user.click(screen.getByRole('button', { name: /Maya Chen.*Sales Manager/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'API tokens' }));
  expect(screen.getByTestId('address').textContent).toBe('/tokens');
});

it('opens the account dialog, and shows changes made there immediately', async () => {
  const user = userEvent.setup();
  const updateProfile = ({ input }: { input: object }) => ({ ...maya, ...input, displayName: 'Maya Chen' });
  renderAt(
    <SessionGate>
      <UserCard />
    </SessionGate>,
    { client: fakeServer({ session, workspace, updateProfile }) },
  );
  const card = await screen.findByRole('button', { name: /Maya Chen/ });
  await user.click(card);
  await user.click(await screen.findByRole('menuitem', { name: 'Your account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Your account' }));
  await user.type(dialog.getByLabelText('Job title'), '!');
  await user.click(dialog.getByRole('button', { name: 'Save Profile' }));
  await waitFor(() => expect(card.textContent).toContain('Sales Manager!'));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement).toBe(card));
});
