import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { SignedInAs } from '#web/app/session.tsx';
import { maya, session, workspace } from '#web/testing/people.ts';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { YourAccount } from './YourAccount.tsx';

function open(answers: Record<string, unknown> = {}, viewer = maya) {
  const { unmount } = renderAt(
    <SignedInAs viewer={viewer} workspace={workspace}>
      <YourAccount onClose={() => undefined} />
    </SignedInAs>,
    { client: fakeServer(answers) },
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
    await press('Save Profile');
    await waitFor(() => expect(said('Email')).toBe(taken.message));
    expect([currentToast(), field('Email').value, document.activeElement]).toEqual([null, 'dana@example.com', field('Email')]);
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
    const { field, type, press } = open({ changePassword });
    const form = within(screen.getByRole('form', { name: 'Password' }));
    form.getByText(/Your API tokens stay/);
    expect([field('Current password').autocomplete, field('New password').autocomplete]).toEqual(['current-password', 'new-password']);
    await type('Current password', 'correct horse');
    await type('New password', ' battery staple ');
    await press('Show new password');
    expect([field('Current password').type, field('New password').type]).toEqual(['password', 'text']);
    await press('Change Password');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Password changed' }));
    expect({ ...changePassword.mock.calls[0]?.[0] }).toEqual({ current: 'correct horse', new: ' battery staple ' });
    await waitFor(() => expect([field('Current password').value, field('New password').value]).toEqual(['', '']));
  });

  it('that is refused after one has left is told of all the same', async () => {
    const answer = Promise.withResolvers<object>();
    const { type, press, leave } = open({ changePassword: () => answer.promise });
    await type('Current password', 'correct horse');
    await type('New password', 'battery staple');
    await press('Change Password');
    leave();
    answer.resolve({ __typename: 'WrongPassword', message: 'The current password is not right.' });
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
    ['Current password', { __typename: 'WrongPassword', message: 'The current password is not right.' }],
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
