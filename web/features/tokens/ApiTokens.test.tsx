import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SignedInAs } from '#web/session/session.tsx';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { Toaster } from '#web/ui/toasts/Toaster.tsx';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { ApiTokens } from './ApiTokens.tsx';

type Token = {
  id: string;
  name: string;
  scope: 'read' | 'write';
  permissions: readonly object[] | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
};

const SECRET = 'cb_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const token = (fields: Partial<Token> & { id: string }): Token => ({
  name: `Token ${fields.id}`,
  scope: 'read',
  permissions: null,
  expiresAt: null,
  lastUsedAt: null,
  ...fields,
});

/** Renders the screen over a fake server that records the inputs it receives. */
function openScreen(tokens: Token[], failure?: { __typename: string; message: string }, answered?: Promise<void>) {
  const sent: unknown[] = [];
  const row = (each: Token) => ({
    __typename: 'ApiToken',
    lastFour: 'DEFG',
    createdAt: '2026-03-10T12:00:00.000Z',
    revokedAt: null,
    ...each,
  });
  const client = fakeServer({
    apiTokens: () => ({ nodes: tokens.map(row) }),
    createApiToken: async ({ input }: { input: Omit<Token, 'id'> }) => {
      sent.push({ ...input });
      await answered;
      if (failure) return failure;
      const created = token({ ...input, id: 'new' });
      tokens.unshift(created);
      return { __typename: 'CreatedApiToken', secret: SECRET, token: row(created) };
    },
    revokeApiToken: ({ id }: { id: string }) => {
      const [revoked = token({ id })] = tokens.splice(
        tokens.findIndex((each) => each.id === id),
        1,
      );
      return row(revoked);
    },
  });
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace} permissions={['lead.read', 'lead.change', 'trainingItem.read']}>
      <ApiTokens />
      <Toaster />
    </SignedInAs>,
    { client, at: '/tokens' },
  );
  return { user: userEvent.setup(), sent };
}

const row = (name: string) => within(screen.getByRole('listitem', { name }));

describe('the tokens', () => {
  it('show name, scope, expiry and last use', async () => {
    openScreen([
      token({ id: 'a', name: 'Nightly report' }),
      token({ id: 'b', name: 'Warehouse', scope: 'write', lastUsedAt: '2026-03-11T12:00:00.000Z', expiresAt: '2020-01-01T00:00:00.000Z' }),
    ]);
    await screen.findByRole('listitem', { name: 'Nightly report' });
    expect(row('Nightly report').getByText('Read')).toBeTruthy();
    expect(row('Nightly report').getByText('Never used')).toBeTruthy();
    expect(row('Nightly report').getByText('Does not expire')).toBeTruthy();
    expect(row('Warehouse').getByText('Read and write')).toBeTruthy();
    expect(row('Warehouse').getByText('cb_…DEFG')).toBeTruthy();
    expect(row('Warehouse').getByText('Expired')).toBeTruthy();
    expect(row('Warehouse').getByText(/^Last used/)).toBeTruthy();
  });

  it('show an empty state, with a link to the explorer', async () => {
    openScreen([]);
    await screen.findByText('No API tokens yet');
    expect(screen.getByRole('link', { name: 'API Explorer' }).getAttribute('href')).toBe('/graphql');
  });

  it('created in another tab appear on window focus', async () => {
    const tokens = [token({ id: 'a', name: 'Old' })];
    openScreen(tokens);
    await screen.findByRole('listitem', { name: 'Old' });
    tokens.unshift(token({ id: 'b', name: 'Created elsewhere' }));
    act(() => void window.dispatchEvent(new Event('focus')));
    await screen.findByRole('listitem', { name: 'Created elsewhere' });
  });

  it('are revoked after a confirmation', async () => {
    const { user } = openScreen([token({ id: 'a', name: 'Old' }), token({ id: 'b', name: 'Active' })]);
    await user.click(await screen.findByRole('button', { name: 'Revoke Old' }));
    const confirmation = within(await screen.findByRole('alertdialog', { name: 'Revoke “Old”?' }));
    await user.click(confirmation.getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Old' })).toBeNull());
    expect(currentToast()?.description).toBe('API token revoked');
    expect(screen.getByRole('listitem', { name: 'Active' })).toBeTruthy();
    // The Revoke button is gone, so focus moves to the list.
    await waitFor(() => expect(document.activeElement?.contains(screen.getByRole('list', { name: 'API tokens' }))).toBe(true));
    expect(document.activeElement).not.toBe(document.body);
  });
});

describe('a new token', () => {
  const create = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Create Token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create API Token' }));
    expect(dialog.getByRole('button', { name: 'Create Token' }).hasAttribute('disabled')).toBe(true);
    await user.type(dialog.getByLabelText('Name'), name);
    expect(dialog.getByRole('button', { name: 'Create Token' }).hasAttribute('disabled')).toBe(true);
    await user.type(dialog.getByLabelText('Your password'), 'correct horse');
    return dialog;
  };

  it('shows its secret once, with a runnable example', async () => {
    const { user, sent } = openScreen([]);
    const dialog = await create(user, 'Script');
    await user.click(dialog.getByRole('combobox', { name: /Scope/ }));
    await user.click(await screen.findByRole('option', { name: 'Read and write' }));
    await user.click(dialog.getByRole('combobox', { name: /Expires/ }));
    await user.click(await screen.findByRole('option', { name: 'Never' }));
    await user.click(dialog.getByRole('button', { name: 'Create Token' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Your new API token' }));
    expect(sent).toEqual([{ name: 'Script', scope: 'write', permissions: null, expiresAt: null, currentPassword: 'correct horse' }]);
    await user.click(shown.getByRole('button', { name: 'Copy token' }));
    expect(await navigator.clipboard.readText()).toBe(SECRET);
    await user.click(shown.getByRole('button', { name: 'Copy try it' }));
    expect(await navigator.clipboard.readText()).toMatch(new RegExp(`^curl .*/graphql .*'Authorization: Bearer ${SECRET}'.*--data`, 's'));
    await user.keyboard('{Escape}');
    await user.click(shown.getByRole('button', { name: 'Done' }));
    await screen.findByRole('listitem', { name: 'Script' });
    await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
  });

  it('may have chosen permissions, of what its owner may, and says so in words', async () => {
    const { user, sent } = openScreen([]);
    const dialog = await create(user, 'Script');
    await user.click(dialog.getByRole('combobox', { name: /Scope/ }));
    await user.click(await screen.findByRole('option', { name: 'Chosen permissions' }));
    expect(dialog.queryByRole('combobox', { name: 'What it may do with people' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Create Token' }));
    expect(await dialog.findByText('Choose at least one permission')).toBeTruthy();
    await user.click(dialog.getByRole('combobox', { name: 'What it may do with leads' }));
    expect(screen.queryByRole('option', { name: 'delete' })).toBeNull();
    await user.click(await screen.findByRole('option', { name: 'change' }));
    await user.keyboard('{Escape}');
    await user.click(dialog.getByRole('combobox', { name: 'Whose leads' }));
    await user.click(await screen.findByRole('option', { name: 'My team’s' }));
    await user.click(dialog.getByRole('combobox', { name: 'What it may do with training items' }));
    await user.click(await screen.findByRole('option', { name: 'read' }));
    await user.keyboard('{Escape}');
    await user.click(dialog.getByRole('button', { name: 'Create Token' }));
    await user.click(within(await screen.findByRole('dialog', { name: 'Your new API token' })).getByRole('button', { name: 'Done' }));
    const permissions = [
      { noun: 'lead', actions: ['read', 'change'], scope: 'team' },
      { noun: 'trainingItem', actions: ['read'], scope: 'all' },
    ];
    expect(sent).toMatchObject([{ scope: 'write', permissions }]);
    expect(row('Script').getByText('Read and change the team’s leads · Read training items')).toBeTruthy();
  });

  it('expires after 90 days by default', async () => {
    const { user, sent } = openScreen([]);
    await user.click((await create(user, 'Script')).getByRole('button', { name: 'Create Token' }));
    await screen.findByText('Your new API token');
    const { expiresAt } = z.object({ expiresAt: z.string() }).parse(sent[0]);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90);
  });

  it('shows why it was refused, and keeps the input', async () => {
    const { user } = openScreen([], { __typename: 'Conflict', message: 'You have reached the limit of 50 tokens.' });
    const dialog = await create(user, 'Script');
    await user.click(dialog.getByRole('button', { name: 'Create Token' }));
    await waitFor(() => expect(currentToast()?.description).toBe('You have reached the limit of 50 tokens.'));
    expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Script');
  });

  it('shows a wrong password at the field', async () => {
    const { user } = openScreen([], { __typename: 'WrongPassword', message: 'The current password is incorrect.' });
    const dialog = await create(user, 'Script');
    await user.click(dialog.getByRole('button', { name: 'Create Token' }));
    await dialog.findByText('The current password is incorrect.');
    expect([currentToast(), document.activeElement]).toEqual([null, dialog.getByLabelText('Your password')]);
  });
});

it('shows the secret of a token although Escape and Cancel were pressed while it was created', async () => {
  const answer = Promise.withResolvers<void>();
  const { user } = openScreen([], undefined, answer.promise);
  await user.click(await screen.findByRole('button', { name: 'Create Token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create API Token' }));
  await user.type(dialog.getByLabelText(/^Name/), 'Nightly report');
  await user.type(dialog.getByLabelText(/^Your password/), 'correct horse');
  await user.click(dialog.getByRole('button', { name: 'Create Token' }));
  await dialog.findByRole('button', { name: 'Creating...' });
  await user.keyboard('{Escape}');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  act(() => answer.resolve());
  await screen.findByText(SECRET);
});
