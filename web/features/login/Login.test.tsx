import { ApolloLink } from '@apollo/client';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { of } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubPasskeys } from '#web/testing/passkeys.ts';
import { clientOver, fakeServer, renderAt } from '#web/testing/render.tsx';
import { session } from '#web/testing/users.ts';
import { currentToast, showQueuedToast } from '#web/ui/toasts/toast.ts';
import { Login } from './Login.tsx';

const COMPANY = { companyName: 'Northwind', logoUrl: null };
const WORKSPACE = { ...COMPANY, registrationOpen: true, demoSignIn: false };

const open = (root: Record<string, unknown> = {}, workspace: Partial<Parameters<typeof Login>[0]['workspace']> = {}) =>
  renderAt(<Login workspace={{ ...WORKSPACE, ...workspace }} />, { client: fakeServer(root) });

const username = () => screen.getByLabelText<HTMLInputElement>('Username');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function fill(name: string, secret: string) {
  await userEvent.type(username(), name);
  await userEvent.type(password(), secret);
}

const toRegistration = () => click("Don't have an account? Create one");

describe('the login screen', () => {
  beforeEach(() => {
    vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  });

  it('has the product name as title and a subtitle', async () => {
    open();
    screen.getByRole('heading', { name: 'Callboard' });
    screen.getByText('Sign in to your account');
    expect(password().placeholder).toBe('min 6 characters');
    await toRegistration();
    screen.getByText('Create your account');
    screen.getByRole('button', { name: 'Create Account' });
    screen.getByRole('button', { name: 'Already have an account? Sign in' });
  });

  it('requires both fields, with errors at the fields', async () => {
    open();
    await click('Sign In');
    await screen.findByText('Username is required');
    screen.getByText('Password is required');
    expect(username().getAttribute('aria-invalid')).toBe('true');
  });

  it('requires six characters only for a new password', async () => {
    open({ signIn: { __typename: 'WrongPassword', message: 'Invalid username or password' } });
    await fill('maya', 'short');
    await click('Sign In');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Login Failed', description: 'Invalid username or password' }));
    await toRegistration();
    await fill('maya', 'short');
    await click('Create Account');
    await screen.findByText('Password must be at least 6 characters');
  });

  it('resets the form when switching', async () => {
    open();
    await fill('maya', 'secret');
    await toRegistration();
    expect([username().value, password().value]).toEqual(['', '']);
  });

  it('keeps the input when signing in fails, and shows the reason', async () => {
    open({ signIn: { __typename: 'TooManyAttempts', message: 'Too many attempts. Try again in 30 seconds.', retryAfter: 30 } });
    await fill('maya', 'secret');
    await click('Sign In');
    await waitFor(() =>
      expect(currentToast()).toMatchObject({ title: 'Login Failed', description: 'Too many attempts. Try again in 30 seconds.' }),
    );
    expect(username().value).toBe('maya');
    expect(window.location.reload).not.toHaveBeenCalled();
  });

  it('submits once, and keeps focus when signing in fails', async () => {
    const responses = [Promise.withResolvers<unknown>()];
    const signIn = vi.fn(() => responses[0]?.promise);
    open({ signIn });
    await fill('maya', 'secret');
    await click('Sign In');
    const pending = await screen.findByRole('button', { name: 'Signing In...' });
    await userEvent.click(pending);
    await userEvent.type(password(), '{Enter}');
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(pending);
    responses[0]?.resolve({ __typename: 'WrongPassword', message: 'Invalid username or password' });
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBe(document.activeElement);
    expect(signIn).toHaveBeenCalledOnce();
  });

  it('shows Signing In..., reloads and then welcomes back', async () => {
    open({ signIn: session });
    await fill('maya', 'secret');
    await click('Sign In');
    await waitFor(() => expect(window.location.reload).toHaveBeenCalledOnce());
    expect(screen.getByRole('button', { name: 'Signing In...' }).getAttribute('aria-disabled')).toBe('true');
    showQueuedToast();
    expect(currentToast()).toMatchObject({ title: 'Login', description: 'Welcome back, Maya', tone: 'success' });
  });

  it('creates an account with empty names and welcomes', async () => {
    const register = vi.fn((_: { input: unknown }) => session);
    open({ register });
    await toRegistration();
    await fill('maya', 'secret');
    await click('Create Account');
    await waitFor(() => expect(window.location.reload).toHaveBeenCalledOnce());
    screen.getByRole('button', { name: 'Creating Account...' });
    expect({ ...Object(register.mock.calls[0]?.[0].input) }).toEqual({ username: 'maya', password: 'secret', firstName: '', lastName: '' });
    showQueuedToast();
    expect(currentToast()).toMatchObject({ title: 'Account Created', description: 'Welcome, Maya' });
  });

  it('shows why an account was not created', async () => {
    open({ register: { __typename: 'Conflict', message: 'This username is taken' } });
    await toRegistration();
    await fill('maya', 'secret');
    await click('Create Account');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Registration Failed', description: 'This username is taken' }));
  });

  it('shows the error when the server could not create an account', async () => {
    open({
      register: () => {
        throw new Error('Something broke');
      },
    });
    await toRegistration();
    await fill('maya', 'secret');
    await click('Create Account');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Registration Failed', description: 'Something broke' }));
  });

  it('has default messages where the server gave none', async () => {
    const client = clientOver(new ApolloLink(() => of({ data: null })));
    renderAt(<Login workspace={{ ...COMPANY, registrationOpen: true, demoSignIn: false }} />, { client });
    await fill('maya', 'secret');
    await click('Sign In');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Login Failed', description: 'Invalid username or password' }));
    await toRegistration();
    await fill('maya', 'secret');
    await click('Create Account');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Registration Failed', description: 'Failed to create account' }));
  });

  it('offers no registration when it is closed', () => {
    open({}, { registrationOpen: false, demoSignIn: false });
    expect(screen.queryByText(/Create one/)).toBeNull();
  });

  it('shows the demo credentials only where they work', () => {
    open({}, { registrationOpen: true, demoSignIn: true });
    screen.getByText(/sample data/);
  });

  it('asks for a code in a second step, and signs in with it', async () => {
    const signIn = vi.fn(({ code }: { code?: string | null }) =>
      code ? session : { __typename: 'SecondFactorRequired', message: 'Enter the code of your authenticator app, or a recovery code.' },
    );
    open({ signIn });
    await fill('maya', 'secret');
    await click('Sign In');
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    expect(window.location.reload).not.toHaveBeenCalled();
    await click('Continue');
    await waitFor(() => expect(window.location.reload).toHaveBeenCalledOnce());
    expect(signIn.mock.calls.map(([{ code }]) => code ?? null)).toEqual([null, '123456']);
  });

  it('sets up an authenticator app where the role requires one, and shows its recovery codes before going on', async () => {
    const setup = { __typename: 'TotpSetup', uri: 'otpauth://totp/x', secret: 'JBSWY3DP', qrCode: 'data:image/svg+xml;utf8,' };
    const signIn = ({ code }: { code?: string | null }) =>
      code
        ? { ...session, recoveryCodes: ['aaaa-bbbb-cccc-dddd'] }
        : { __typename: 'SecondFactorSetupRequired', message: 'Your role requires a second factor.', setup };
    open({ signIn });
    await fill('maya', 'secret');
    await click('Sign In');
    await screen.findByAltText('QR code for the authenticator app');
    screen.getByText('JBSWY3DP');
    await userEvent.type(screen.getByLabelText('Code'), '123456');
    await click('Continue');
    await screen.findByText('aaaa-bbbb-cccc-dddd');
    expect(window.location.reload).not.toHaveBeenCalled();
    await click('I have stored them');
    expect(window.location.reload).toHaveBeenCalledOnce();
  });

  it('has a link mailed for a forgotten password, or says whom to ask', async () => {
    const requestPasswordReset = vi.fn(() => ({ __typename: 'RequestedPasswordReset', data: true }));
    const { unmount } = open({ requestPasswordReset }, { registrationOpen: true, demoSignIn: false, passwordResetByMail: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Forgot password?' }));
    await userEvent.type(await screen.findByLabelText('Username or email'), 'maya');
    await click('Send link');
    await screen.findByText(/If there is such an account, a link is on its way/);
    expect(requestPasswordReset).toHaveBeenCalledOnce();
    await click('Back to sign in');
    screen.getByText('Sign in to your account');
    unmount();
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Forgot password?' }));
    await screen.findByText('Ask an administrator for a link to choose a new password.');
  });

  it('sets a new password by the link, and says where it does not work', async () => {
    const answers = [
      { __typename: 'NotFound', message: 'This link does not work: it was used.', kind: 'Link', id: '' },
      { __typename: 'ReplacedPassword', data: true },
    ];
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const resetPassword = vi.fn((_: { token: string; password: string }) => answers.shift());
    renderAt(<Login workspace={WORKSPACE} path="/reset/the-token" />, { client: fakeServer({ resetPassword }) });
    await userEvent.type(await screen.findByLabelText('New password'), 'battery staple');
    await click('Change Password');
    await screen.findByText('This link does not work: it was used.');
    await click('Change Password');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect({ ...resetPassword.mock.calls[0]?.[0] }).toEqual({ token: 'the-token', password: 'battery staple' });
    assign.mockRestore();
  });

  it('offers the company account, and says why it did not let in', async () => {
    window.history.replaceState(null, '', '/?sign-in=not_invited');
    open({}, { oidcSignIn: true });
    expect((await screen.findByRole('link', { name: 'Sign in with your company account' })).getAttribute('href')).toBe('/auth/oidc');
    screen.getByText(/^You have no account here yet/);
    window.history.replaceState(null, '', '/');
  });

  it('signs in with a passkey, and says when none was used', async () => {
    const get = stubPasskeys();
    const signInWithPasskey = vi.fn((_: { response: { id: string } }) => session);
    open({ beginPasskeySignIn: { __typename: 'PasskeyOptions', options: { challenge: 'AAAA', rpId: 'localhost' } }, signInWithPasskey });
    get.mockRejectedValueOnce(new DOMException('No', 'NotAllowedError'));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Login Failed', description: 'No passkey was used.' }));
    await click('Sign in with a passkey');
    await waitFor(() => expect(window.location.reload).toHaveBeenCalledOnce());
    expect(signInWithPasskey.mock.calls[0]?.[0].response).toMatchObject({ id: 'AQID', response: { signature: 'AQID' } });
    vi.unstubAllGlobals();
  });

  it('makes the account of an invitation, or lets the company account do it', async () => {
    const assign = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
    const acceptInvitation = vi.fn((_: { token: string; input: object }) => session);
    const invitation = { __typename: 'InvitationOffer', email: 'ivy@example.com', inviterName: 'Ada' };
    renderAt(<Login workspace={{ ...WORKSPACE, oidcSignIn: true }} path="/invitation/the-token" />, {
      client: fakeServer({ invitation, acceptInvitation }),
    });
    await screen.findByText('Ada invites you. Create your account.');
    expect(screen.getByRole('link', { name: 'Use your company account' }).getAttribute('href')).toBe('/auth/oidc');
    await fill('ivy', 'correct horse');
    await click('Create Account');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(acceptInvitation.mock.calls[0]?.[0]).toMatchObject({ token: 'the-token', input: { username: 'ivy' } });
    assign.mockRestore();
  });
});
