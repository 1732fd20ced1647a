import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';
import { maya, session, workspace } from '#web/testing/people.ts';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { YourAccount } from './YourAccount.tsx';

const here = {
  ...{ __typename: 'ActiveSession', id: 's1', device: 'Firefox on macOS', address: '192.0.2.1', current: true },
  ...{ createdAt: '2026-11-01T09:00:00.000Z', lastUsedAt: '2026-11-20T09:30:00.000Z' },
};
const phone = { ...here, id: 's2', device: 'Safari on iOS', address: '2001:db8::1', current: false };

function open(answers: Record<string, unknown> = {}, viewer = maya) {
  const { unmount } = renderAt(
    <SignedInAs viewer={viewer} workspace={workspace}>
      <YourAccount onClose={() => undefined} />
    </SignedInAs>,
    { client: fakeServer({ sessions: [here], ...answers }) },
  );
  const user = userEvent.setup();
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const type = async (label: string, text: string) => {
    await user.clear(field(label));
    if (text) await user.type(field(label), text);
  };
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const said = (label: string) => field(label).closest('.MuiFormControl-root')?.querySelector('p')?.textContent;
  return { user, field, type, press, said, leave: unmount };
}

const OWN_PASSWORD = 'Your password, to change the email';

describe('one’s profile', () => {
  it('is of a username that stays, and only what was changed is sent', async () => {
    const updateProfile = vi.fn(({ input }: { input: object }) => ({ ...maya, ...input }));
    const { field, type, press } = open({ updateProfile });
    screen.getByText('Username: maya');
    await type('Last name', ' Lopez ');
    await type('Job title', '');
    await press('Save Profile');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Profile saved' }));
    expect({ ...updateProfile.mock.calls[0]?.[0].input }).toEqual({ lastName: 'Lopez', jobTitle: '' });
    expect(field('Last name').value).toBe('Lopez');
  });

  it('keeps what is typed while it is being saved', async () => {
    const saving = Promise.withResolvers<object>();
    const { field, type, press } = open({ updateProfile: () => saving.promise });
    await type('First name', 'May');
    await press('Save Profile');
    await type('Email', 'may@example.com');
    saving.resolve({ ...maya, firstName: 'May' });
    await waitFor(() => expect(currentToast()).toMatchObject({ description: 'Profile saved' }));
    expect([field('First name').value, field('Email').value]).toEqual(['May', 'may@example.com']);
  });

  it('says beside the address what is wrong with it, and keeps what was typed', async () => {
    const taken = { __typename: 'Conflict', message: 'This email address is already in use.' };
    const updateProfile = vi.fn(() => taken);
    const { field, type, press, said } = open({ updateProfile });
    await type('Email', 'maya');
    await press('Save Profile');
    await waitFor(() => expect(said('Email')).toBe('Invalid email'));
    expect(updateProfile).not.toHaveBeenCalled();
    await type('Email', 'dana@example.com');
    await type(OWN_PASSWORD, 'correct horse');
    await press('Save Profile');
    await waitFor(() => expect(said('Email')).toBe(taken.message));
    expect([currentToast(), field('Email').value, document.activeElement]).toEqual([null, 'dana@example.com', field('Email')]);
  });

  it('asks for the password with another address only, and says beside it that it is wrong', async () => {
    const wrong = { __typename: 'WrongPassword', message: 'The current password is incorrect.' };
    const updateProfile = vi.fn(({ input }: { input: { currentPassword?: string } }) => (input.currentPassword === 'right' ? maya : wrong));
    const { type, press, said } = open({ updateProfile });
    expect(screen.queryByLabelText(OWN_PASSWORD)).toBeNull();
    await type('Email', 'may@example.com');
    await press('Save Profile');
    await waitFor(() => expect(said(OWN_PASSWORD)).toBe('Current password is required'));
    expect(updateProfile).not.toHaveBeenCalled();
    await type(OWN_PASSWORD, 'mistyped');
    await press('Save Profile');
    await waitFor(() => expect(said(OWN_PASSWORD)).toBe(wrong.message));
    await type(OWN_PASSWORD, 'right');
    await press('Save Profile');
    await waitFor(() => expect(currentToast()).toMatchObject({ description: 'Profile saved' }));
    expect({ ...updateProfile.mock.calls.at(-1)?.[0].input }).toEqual({ email: 'may@example.com', currentPassword: 'right' });
  });

  it('is saved beside an address that was made of an odd username, which is left alone', async () => {
    const updateProfile = vi.fn(({ input }: { input: object }) => ({ ...maya, ...input }));
    const { type, press } = open({ updateProfile }, { ...maya, username: 'maya chen', email: 'maya chen@company.com' });
    await type('First name', 'May');
    await press('Save Profile');
    await waitFor(() => expect(currentToast()).toMatchObject({ description: 'Profile saved' }));
    expect({ ...updateProfile.mock.calls[0]?.[0].input }).toEqual({ firstName: 'May' });
  });

  it('is not saved where the server cannot be reached, and says so', async () => {
    const updateProfile = () => {
      throw new Error('No');
    };
    const { field, type, press } = open({ updateProfile });
    await type('First name', 'May');
    await press('Save Profile');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', description: 'Failed to save profile' }));
    expect(field('First name').value).toBe('May');
  });
});

describe('one’s password', () => {
  it('is changed by one who knows it, and then typed nowhere any more', async () => {
    const changePassword = vi.fn((_typed: object) => session);
    const { user, field, type, press } = open({ changePassword });
    const form = within(screen.getByRole('form', { name: 'Password' }));
    form.getByText(/Your API tokens stay/);
    const revoke = form.getByRole('checkbox', { name: 'Revoke my API tokens, too' });
    await user.click(revoke);
    expect([field('Current password').autocomplete, field('New password').autocomplete]).toEqual(['current-password', 'new-password']);
    await type('Current password', 'correct horse');
    await type('New password', ' battery staple ');
    await press('Show new password');
    expect([field('Current password').type, field('New password').type]).toEqual(['password', 'text']);
    await press('Change Password');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Password changed' }));
    expect({ ...changePassword.mock.calls[0]?.[0] }).toEqual({ current: 'correct horse', new: ' battery staple ', revokeTokens: true });
    await waitFor(() => expect([field('Current password').value, field('New password').value]).toEqual(['', '']));
  });

  it('that is refused after one has left is told of all the same', async () => {
    const answer = Promise.withResolvers<object>();
    const { type, press, leave } = open({ changePassword: () => answer.promise });
    await type('Current password', 'correct horse');
    await type('New password', 'battery staple');
    await press('Change Password');
    leave();
    answer.resolve({ __typename: 'WrongPassword', message: 'The current password is incorrect.' });
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', tone: 'error' }));
  });

  it('needs both, and six characters', async () => {
    const changePassword = vi.fn();
    const { type, press, said } = open({ changePassword });
    await press('Change Password');
    await waitFor(() => expect(said('Current password')).toBe('Current password is required'));
    expect(said('New password')).toBe('New password is required');
    await type('New password', 'short');
    await waitFor(() => expect(said('New password')).toBe('Password must be at least 6 characters'));
    expect(changePassword).not.toHaveBeenCalled();
  });

  it.each([
    ['Current password', { __typename: 'WrongPassword', message: 'The current password is incorrect.' }],
    ['Current password', { __typename: 'TooManyAttempts', message: 'Too many attempts. Try again in 5 min.', retryAfter: 300 }],
    ['New password', { __typename: 'Invalid', message: 'This password is too common. Please choose another one.', issues: [] }],
  ])('that is refused says why beside %s, and keeps both', async (label, refusal) => {
    const { field, type, press, said } = open({ changePassword: () => refusal });
    await type('Current password', 'correct horse');
    await type('New password', 'password1');
    await press('Change Password');
    await waitFor(() => expect(said(label)).toBe(refusal.message));
    expect([currentToast(), field('Current password').value, field('New password').value]).toEqual([null, 'correct horse', 'password1']);
  });
});

describe('one’s sessions', () => {
  it('are listed with where they are; this one is marked and not ended here', async () => {
    open({ sessions: [phone, here] });
    const own = within(await screen.findByRole('listitem', { name: 'Firefox on macOS' }));
    own.getByText('This device');
    own.getByText('192.0.2.1');
    expect(own.queryByRole('button')).toBeNull();
    within(screen.getByRole('listitem', { name: 'Safari on iOS' })).getByText('2001:db8::1');
  });

  it('end one by one, and what is left takes the focus', async () => {
    let sessions = [phone, here];
    const endSession = vi.fn(({ id }: { id: string }) => {
      sessions = sessions.filter((session) => session.id !== id);
      return phone;
    });
    const { user } = open({ sessions: () => sessions, endSession });
    await user.click(await screen.findByRole('button', { name: 'End session: Safari on iOS' }));
    await waitFor(() => expect(currentToast()).toMatchObject({ description: 'Session ended' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Safari on iOS' })).toBeNull());
    expect(endSession.mock.calls[0]?.[0].id).toBe('s2');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Sessions' })));
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });

  it('end all but this one', async () => {
    let sessions = [phone, { ...phone, id: 's3' }, here];
    const endOtherSessions = vi.fn(() => {
      sessions = [here];
      return 2;
    });
    const { user } = open({ sessions: () => sessions, endOtherSessions });
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(() => expect(currentToast()).toMatchObject({ description: 'Signed out everywhere else' }));
    await waitFor(() => expect(within(screen.getByRole('region', { name: 'Sessions' })).getAllByRole('listitem')).toHaveLength(1));
    expect(endOtherSessions).toHaveBeenCalledOnce();
  });

  it('that cannot be read say so, and may be asked for again', async () => {
    let fails = true;
    const sessions = () => {
      if (fails) throw new Error('No');
      return [here];
    };
    const { user } = open({ sessions });
    const again = await screen.findByRole('button', { name: /again|retry/i });
    fails = false;
    await user.click(again);
    await screen.findByRole('listitem', { name: 'Firefox on macOS' });
  });
});
