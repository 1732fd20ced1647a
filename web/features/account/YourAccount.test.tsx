import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';
import { stubPasskeys } from '#web/testing/passkeys.ts';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { maya, session, workspace } from '#web/testing/users.ts';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { YourAccount } from './YourAccount.tsx';

const here = {
  ...{ __typename: 'ActiveSession', id: 's1', device: 'Firefox on macOS', address: '192.0.2.1', current: true },
  ...{ createdAt: '2026-11-01T09:00:00.000Z', lastUsedAt: '2026-11-20T09:30:00.000Z' },
};
const phone = { ...here, id: 's2', device: 'Safari on iOS', address: '2001:db8::1', current: false };

const status = { __typename: 'SecondFactor', totp: false, recoveryCodesLeft: 0, required: false, available: true };

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
  const click = (name: string) => user.click(screen.getByRole('button', { name }));
  const errorOf = (label: string) => field(label).closest('.MuiFormControl-root')?.querySelector('p')?.textContent;
  return { user, field, type, click, errorOf, unmount };
}

const OWN_PASSWORD = 'Current password (required to change your email)';

describe('the profile', () => {
  it('shows the username, and sends only changed fields', async () => {
    const updateProfile = vi.fn(({ input }: { input: object }) => ({ ...maya, ...input }));
    const { field, type, click } = open({ updateProfile });
    screen.getByText('Username: maya');
    await type('Last name', ' Lopez ');
    await type('Job title', '');
    await click('Save Profile');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Profile saved' }));
    expect({ ...updateProfile.mock.calls[0]?.[0].input }).toEqual({ lastName: 'Lopez', jobTitle: '' });
    expect(field('Last name').value).toBe('Lopez');
  });

  it('keeps input typed while saving', async () => {
    const saving = Promise.withResolvers<object>();
    const { field, type, click } = open({ updateProfile: () => saving.promise });
    await type('First name', 'May');
    await click('Save Profile');
    await type('Email', 'may@example.com');
    saving.resolve({ ...maya, firstName: 'May' });
    await waitFor(() => expect(currentToast()).toMatchObject({ description: 'Profile saved' }));
    expect([field('First name').value, field('Email').value]).toEqual(['May', 'may@example.com']);
  });

  it('shows email errors at the field, and keeps the input', async () => {
    const conflict = { __typename: 'Conflict', message: 'This email address is already in use.' };
    const updateProfile = vi.fn(() => conflict);
    const { field, type, click, errorOf } = open({ updateProfile });
    await type('Email', 'maya');
    await click('Save Profile');
    await waitFor(() => expect(errorOf('Email')).toBe('Invalid email'));
    expect(updateProfile).not.toHaveBeenCalled();
    await type('Email', 'dana@example.com');
    await type(OWN_PASSWORD, 'correct horse');
    await click('Save Profile');
    await waitFor(() => expect(errorOf('Email')).toBe(conflict.message));
    expect([currentToast(), field('Email').value, document.activeElement]).toEqual([null, 'dana@example.com', field('Email')]);
  });

  it('requires the password only for a new email, and shows a wrong one at the field', async () => {
    const wrong = { __typename: 'WrongPassword', message: 'The current password is incorrect.' };
    const updateProfile = vi.fn(({ input }: { input: { currentPassword?: string } }) => (input.currentPassword === 'right' ? maya : wrong));
    const { type, click, errorOf } = open({ updateProfile });
    expect(screen.queryByLabelText(OWN_PASSWORD)).toBeNull();
    await type('Email', 'may@example.com');
    await click('Save Profile');
    await waitFor(() => expect(errorOf(OWN_PASSWORD)).toBe('Current password is required'));
    expect(updateProfile).not.toHaveBeenCalled();
    await type(OWN_PASSWORD, 'mistyped');
    await click('Save Profile');
    await waitFor(() => expect(errorOf(OWN_PASSWORD)).toBe(wrong.message));
    await type(OWN_PASSWORD, 'right');
    await click('Save Profile');
    await waitFor(() => expect(currentToast()).toMatchObject({ description: 'Profile saved' }));
    expect({ ...updateProfile.mock.calls.at(-1)?.[0].input }).toEqual({ email: 'may@example.com', currentPassword: 'right' });
  });

  it('can be saved while an unchanged, generated email is invalid', async () => {
    const updateProfile = vi.fn(({ input }: { input: object }) => ({ ...maya, ...input }));
    const { type, click } = open({ updateProfile }, { ...maya, username: 'maya chen', email: 'maya chen@company.com' });
    await type('First name', 'May');
    await click('Save Profile');
    await waitFor(() => expect(currentToast()).toMatchObject({ description: 'Profile saved' }));
    expect({ ...updateProfile.mock.calls[0]?.[0].input }).toEqual({ firstName: 'May' });
  });

  it('shows an error when the server cannot be reached', async () => {
    const updateProfile = () => {
      throw new Error('No');
    };
    const { field, type, click } = open({ updateProfile });
    await type('First name', 'May');
    await click('Save Profile');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', description: 'Failed to save profile' }));
    expect(field('First name').value).toBe('May');
  });
});

describe('the password', () => {
  it('is changed with the current one, and the form is then cleared', async () => {
    const changePassword = vi.fn((_typed: object) => session);
    const { user, field, type, click } = open({ changePassword });
    const form = within(screen.getByRole('form', { name: 'Password' }));
    form.getByText(/Your API tokens keep working/);
    const revoke = form.getByRole('checkbox', { name: 'Also revoke my API tokens' });
    await user.click(revoke);
    expect([field('Current password').autocomplete, field('New password').autocomplete]).toEqual(['current-password', 'new-password']);
    await type('Current password', 'correct horse');
    await type('New password', ' battery staple ');
    await click('Show new password');
    expect([field('Current password').type, field('New password').type]).toEqual(['password', 'text']);
    await click('Change Password');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Password changed' }));
    expect({ ...changePassword.mock.calls[0]?.[0] }).toEqual({ current: 'correct horse', new: ' battery staple ', revokeTokens: true });
    await waitFor(() => expect([field('Current password').value, field('New password').value]).toEqual(['', '']));
  });

  it('shows a toast when it is refused after the dialog was closed', async () => {
    const answer = Promise.withResolvers<object>();
    const { type, click, unmount } = open({ changePassword: () => answer.promise });
    await type('Current password', 'correct horse');
    await type('New password', 'battery staple');
    await click('Change Password');
    unmount();
    answer.resolve({ __typename: 'WrongPassword', message: 'The current password is incorrect.' });
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', tone: 'error' }));
  });

  it('requires both, and six characters', async () => {
    const changePassword = vi.fn();
    const { type, click, errorOf } = open({ changePassword });
    await click('Change Password');
    await waitFor(() => expect(errorOf('Current password')).toBe('Current password is required'));
    expect(errorOf('New password')).toBe('New password is required');
    await type('New password', 'short');
    await waitFor(() => expect(errorOf('New password')).toBe('Password must be at least 6 characters'));
    expect(changePassword).not.toHaveBeenCalled();
  });

  it.each([
    ['Current password', { __typename: 'WrongPassword', message: 'The current password is incorrect.' }],
    ['Current password', { __typename: 'TooManyAttempts', message: 'Too many attempts. Try again in 5 min.', retryAfter: 300 }],
    ['New password', { __typename: 'Invalid', message: 'This password is too common. Please choose another one.', issues: [] }],
  ])('shows why it was refused at %s, and keeps both', async (label, refusal) => {
    const { field, type, click, errorOf } = open({ changePassword: () => refusal });
    await type('Current password', 'correct horse');
    await type('New password', 'password1');
    await click('Change Password');
    await waitFor(() => expect(errorOf(label)).toBe(refusal.message));
    expect([currentToast(), field('Current password').value, field('New password').value]).toEqual([null, 'correct horse', 'password1']);
  });
});

describe('the sessions', () => {
  it('are listed with device and address; the current one is marked and cannot be ended', async () => {
    open({ sessions: [phone, here] });
    const own = within(await screen.findByRole('listitem', { name: 'Firefox on macOS' }));
    own.getByText('This device');
    own.getByText('192.0.2.1');
    expect(own.queryByRole('button')).toBeNull();
    within(screen.getByRole('listitem', { name: 'Safari on iOS' })).getByText('2001:db8::1');
  });

  it('end one by one, and the list takes focus', async () => {
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

  it('show an error and can be retried', async () => {
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

describe('the authenticator app', () => {
  const setup = { __typename: 'TotpSetup', uri: 'otpauth://totp/x', secret: 'JBSWY3DP', qrCode: 'data:image/svg+xml;utf8,x' };

  it('is set up with the password and a code, and its recovery codes are shown once', async () => {
    let totp = false;
    const confirmTotp = vi.fn(({ code }: { code: string }) => {
      if (code !== '123456') return { __typename: 'WrongPassword', message: 'The code is wrong or was used already.' };
      totp = true;
      return { __typename: 'RecoveryCodes', codes: ['aaaa-bbbb', 'cccc-dddd'] };
    });
    const { user, click } = open({ secondFactor: () => ({ ...status, totp }), enrollTotp: setup, confirmTotp });
    const section = within(await screen.findByRole('region', { name: 'Authenticator app' }));
    await click('Set up an app');
    await user.type(section.getByLabelText('Current password'), 'correct horse{Enter}');
    expect((await section.findByRole<HTMLImageElement>('img', { name: 'QR code for the authenticator app' })).src).toBe(setup.qrCode);
    expect(section.getByText('JBSWY3DP')).toBeTruthy();
    await user.type(section.getByLabelText('Code'), '000000{Enter}');
    await waitFor(() => expect(currentToast()).toMatchObject({ description: 'The code is wrong or was used already.' }));
    await user.clear(section.getByLabelText('Code'));
    await user.type(section.getByLabelText('Code'), '123456{Enter}');
    expect((await section.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual(['aaaa-bbbb', 'cccc-dddd']);
    await click('I have stored them');
    expect(section.queryByText('aaaa-bbbb')).toBeNull();
    await section.findByRole('button', { name: 'Remove the app' });
    section.getByRole('button', { name: 'New recovery codes' });
  });

  it('is not offered where the server cannot keep its secret', async () => {
    open({ secondFactor: { ...status, available: false } });
    const section = within(await screen.findByRole('region', { name: 'Authenticator app' }));
    section.getByText('Not available on this server.');
    expect(section.queryByRole('button')).toBeNull();
  });
});

describe('passkeys', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('are added with a name and the password, listed, and removed', async () => {
    const create = stubPasskeys();
    let passkeys: object[] = [];
    const registerPasskey = vi.fn(({ name }: { name: string; response: { id: string } }) => {
      passkeys = [{ __typename: 'Passkey', id: 'p1', name, createdAt: '2026-11-20T09:00:00.000Z' }];
      return passkeys[0];
    });
    const removePasskey = vi.fn((_: { id: string }) => {
      const [removed] = passkeys;
      passkeys = [];
      return removed;
    });
    const options = { challenge: 'AAAA', rp: { name: 'x' }, user: { id: 'AAAA', name: 'x', displayName: 'x' }, pubKeyCredParams: [] };
    const beginPasskeyRegistration = { __typename: 'PasskeyOptions', options };
    const { user, click } = open({ passkeys: () => passkeys, beginPasskeyRegistration, registerPasskey, removePasskey });
    const section = within(await screen.findByRole('region', { name: 'Passkeys' }));
    await click('Add a passkey');
    await user.type(section.getByLabelText('Passkey name'), 'Laptop');
    await user.type(section.getByLabelText('Current password'), 'correct horse');
    create.mockRejectedValueOnce(new DOMException('No', 'NotAllowedError'));
    await click('Create passkey');
    await waitFor(() => expect(currentToast()).toMatchObject({ description: 'No passkey was made.' }));
    await click('Create passkey');
    await user.click(await section.findByRole('button', { name: 'Remove passkey: Laptop' }));
    expect(registerPasskey.mock.calls[0]?.[0]).toMatchObject({ name: 'Laptop', response: { id: 'AQID' } });
    await waitFor(() => expect(section.queryByRole('listitem')).toBeNull());
    expect(removePasskey.mock.calls[0]?.[0].id).toBe('p1');
  });
});
