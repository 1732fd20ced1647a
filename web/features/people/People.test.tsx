import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { People } from './People.tsx';

const grace = { __typename: 'User', id: 'u2', displayName: 'Grace Hopper', username: 'grace', email: 'grace@example.com' };

/** The screen over a fake server that records what it is told. */
function openScreen(at: string, { available = true } = {}) {
  const sent: unknown[] = [];
  const person = {
    __typename: 'Person',
    id: 'u2',
    user: grace,
    role: 'rep',
    isActive: true,
    sessions: 2,
    tokens: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    hasAuthenticatorApp: true,
    passkeys: 1,
    usesIdentityProvider: false,
    secondFactorExempt: false,
  };
  const rule = { required: false };
  const client = fakeServer({
    secondFactor: () => ({ __typename: 'SecondFactor', available }),
    people: () => ({ totalCount: 1, nodes: [person] }),
    teams: () => [{ id: 't1', name: 'North', parentId: null, people: 1 }],
    roles: () => [
      {
        key: 'admin',
        name: 'Admin',
        description: 'Everything.',
        requiresSecondFactor: false,
        permissions: [{ noun: 'lead', action: 'read', scope: 'all' }],
      },
      {
        key: 'rep',
        name: 'Rep',
        description: 'Works.',
        requiresSecondFactor: rule.required,
        permissions: [{ noun: 'lead', action: 'read', scope: 'own' }],
      },
    ],
    workspaceSettings: () => ({ __typename: 'WorkspaceSettings', values: { recordScope: 'by_role', registration: 'closed' } }),
    invitations: () => [],
    deactivationPreview: () => ({
      __typename: 'DeactivationPreview',
      leads: 3,
      customers: 2,
      flows: 1,
      tasks: 4,
      liveCalls: 0,
      sessions: 2,
      tokens: 1,
    }),
    deactivatePerson: (args: object) => {
      sent.push({ ...args });
      person.isActive = false;
      return person;
    },
    setPermission: ({ input }: { input: object }) => {
      sent.push({ ...input });
      return { __typename: 'Role', key: 'rep', name: 'Rep', description: 'Works.', permissions: [] };
    },
    setSecondFactorRequired: (args: { role: string; required: boolean }) => {
      sent.push({ ...args });
      rule.required = args.required;
      return { __typename: 'SecondFactorRequirement', data: args.required };
    },
    createPasswordResetLink: (args: object) => {
      sent.push({ ...args });
      return { __typename: 'PasswordResetLink', path: '/reset/abc', expiresAt: '2026-11-20T10:30:00.000Z' };
    },
    removeSecondFactorsOf: (args: object) => {
      sent.push({ ...args });
      Object.assign(person, { hasAuthenticatorApp: false, passkeys: 0, sessions: 0 });
      return person;
    },
    invite: ({ input }: { input: object }) => {
      sent.push({ ...input });
      return { __typename: 'CreatedInvitation', path: '/invitation/abc', isMailed: true };
    },
  });
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace} permissions={['people.configure', 'workspace.configure']}>
      <People />
    </SignedInAs>,
    { client, at },
  );
  return { user: userEvent.setup(), sent };
}

it('deactivates a person after a preview', async () => {
  const { user, sent } = openScreen('/people');
  await user.click(await screen.findByRole('button', { name: 'Deactivate Grace Hopper' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Handed over: 3 open leads, 2 customers, 1 open flows, 4 open tasks')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
  expect(await screen.findByRole('button', { name: 'Reactivate Grace Hopper' })).toBeTruthy();
  expect(sent).toEqual([{ id: 'u2', handOverTo: null }]);
});

it('sets a permission, and not those of the admin', async () => {
  const { user, sent } = openScreen('/people?tab=roles');
  await user.click(await screen.findByRole('combobox', { name: 'Read leads' }));
  await user.click(screen.getByRole('option', { name: 'Team' }));
  await waitFor(() => expect(sent).toEqual([{ role: 'rep', noun: 'lead', action: 'read', scope: 'team' }]));
  await user.click(screen.getByRole('combobox', { name: 'Role' }));
  await user.click(screen.getByRole('option', { name: 'Admin' }));
  expect(screen.queryByRole('combobox', { name: 'Read leads' })).toBeNull();
});

it('says what the workspace settings decide, and leads there', async () => {
  openScreen('/people?tab=roles');
  expect(await screen.findByText(/depends on the scope of their role/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Change in the settings' }).getAttribute('href')).toBe('/settings');
});

it('shows the link of an invitation', async () => {
  const { user, sent } = openScreen('/people?tab=invitations');
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  await user.type(screen.getByLabelText('Email'), 'new@example.com');
  await user.click(screen.getByRole('button', { name: 'Create Link' }));
  expect(await screen.findByDisplayValue(`${window.location.origin}/invitation/abc`)).toBeTruthy();
  expect(screen.getByText(/^new@example.com gets a link of their own by mail, too/)).toBeTruthy();
  expect(sent).toEqual([{ email: 'new@example.com', role: 'rep', teamId: null }]);
});

it('makes a password reset link, which is shown once', async () => {
  const { user, sent } = openScreen('/people');
  await user.click(await screen.findByRole('button', { name: 'How Grace Hopper signs in' }));
  await user.click(await screen.findByRole('button', { name: 'Make a password reset link' }));
  expect(await screen.findByDisplayValue(`${window.location.origin}/reset/abc`)).toBeTruthy();
  expect(sent).toEqual([{ userId: 'u2' }]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'How Grace Hopper signs in' }));
  expect(screen.queryByDisplayValue(/reset/)).toBeNull();
});

it('removes the second factors of somebody who lost the phone', async () => {
  const { user, sent } = openScreen('/people');
  await user.click(await screen.findByRole('button', { name: 'How Grace Hopper signs in' }));
  expect(await screen.findByText('As grace with the password and a code of the authenticator app')).toBeTruthy();
  expect(screen.getByText('With a passkey')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove second factors' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('As grace with the password alone')).toBeTruthy();
  expect(sent).toEqual([{ id: 'u2' }]);
  expect(screen.queryByRole('button', { name: 'Remove second factors' })).toBeNull();
});

it('requires a second factor of a role, where the server can keep its secrets', async () => {
  const { user, sent } = openScreen('/people?tab=roles');
  await user.click(await screen.findByRole('switch', { name: 'Second factor required' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Second factor required' }).checked).toBe(true));
  expect(sent).toEqual([{ role: 'rep', required: true }]);
});

it('says why no second factor can be required, and how the operator gets back in', async () => {
  const { user } = openScreen('/people?tab=roles', { available: false });
  expect((await screen.findByRole<HTMLInputElement>('switch', { name: 'Second factor required' })).disabled).toBe(true);
  expect(screen.getByText(/IDENTITY_SECRET/)).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Role' }));
  await user.click(screen.getByRole('option', { name: 'Admin' }));
  expect(screen.getByText(/break-glass/)).toBeTruthy();
});
