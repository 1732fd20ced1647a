import { ApolloLink } from '@apollo/client';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { of } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#web/testing/people.ts';
import { clientOver, fakeServer, renderAt } from '#web/testing/render.tsx';
import { currentToast, showQueuedToast } from '#web/ui/toasts/toast.ts';
import { Login } from './Login.tsx';

const open = (root: Record<string, unknown> = {}, workspace = { registrationOpen: true, demoSignIn: false }) =>
  renderAt(<Login workspace={workspace} />, { client: fakeServer(root) });

const username = () => screen.getByLabelText<HTMLInputElement>('Username');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function fill(name: string, secret: string) {
  await userEvent.type(username(), name);
  await userEvent.type(password(), secret);
}

const toRegistration = () => press("Don't have an account? Create one");

describe('the login screen', () => {
  beforeEach(() => {
    vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  });

  it('is titled with the product and says what to do', async () => {
    open();
    screen.getByRole('heading', { name: 'Callboard' });
    screen.getByText('Sign in to your account');
    expect(password().placeholder).toBe('min 6 characters');
    await toRegistration();
    screen.getByText('Create your account');
    screen.getByRole('button', { name: 'Create Account' });
    screen.getByRole('button', { name: 'Already have an account? Sign in' });
  });

  it('asks for what is missing, beside the field', async () => {
    open();
    await press('Sign In');
    await screen.findByText('Username is required');
    screen.getByText('Password is required');
    expect(username().getAttribute('aria-invalid')).toBe('true');
  });

  it('asks for six characters in a new password only', async () => {
    open({ signIn: { __typename: 'WrongPassword', message: 'Invalid username or password' } });
    await fill('maya', 'short');
    await press('Sign In');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Login Failed', description: 'Invalid username or password' }));
    await toRegistration();
    await fill('maya', 'short');
    await press('Create Account');
    await screen.findByText('Password must be at least 6 characters');
  });

  it('forgets what was typed when it switches', async () => {
    open();
    await fill('maya', 'secret');
    await toRegistration();
    expect([username().value, password().value]).toEqual(['', '']);
  });

  it('keeps what was typed when signing in fails, and says why', async () => {
    open({ signIn: { __typename: 'TooManyAttempts', message: 'Too many attempts. Try again in 30 seconds.', retryAfter: 30 } });
    await fill('maya', 'secret');
    await press('Sign In');
    await waitFor(() =>
      expect(currentToast()).toMatchObject({ title: 'Login Failed', description: 'Too many attempts. Try again in 30 seconds.' }),
    );
    expect(username().value).toBe('maya');
    expect(window.location.reload).not.toHaveBeenCalled();
  });

  it('is sent once, and leaves the focus where it was when signing in fails', async () => {
    const answers = [Promise.withResolvers<unknown>()];
    const signIn = vi.fn(() => answers[0]?.promise);
    open({ signIn });
    await fill('maya', 'secret');
    await press('Sign In');
    const pending = await screen.findByRole('button', { name: 'Signing In...' });
    await userEvent.click(pending);
    await userEvent.type(password(), '{Enter}');
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(pending);
    answers[0]?.resolve({ __typename: 'WrongPassword', message: 'Invalid username or password' });
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBe(document.activeElement);
    expect(signIn).toHaveBeenCalledOnce();
  });

  it('says Signing In... , reloads and then welcomes back', async () => {
    open({ signIn: session });
    await fill('maya', 'secret');
    await press('Sign In');
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
    await press('Create Account');
    await waitFor(() => expect(window.location.reload).toHaveBeenCalledOnce());
    screen.getByRole('button', { name: 'Creating Account...' });
    expect({ ...Object(register.mock.calls[0]?.[0].input) }).toEqual({ username: 'maya', password: 'secret', firstName: '', lastName: '' });
    showQueuedToast();
    expect(currentToast()).toMatchObject({ title: 'Account Created', description: 'Welcome, Maya' });
  });

  it('says why an account was not created', async () => {
    open({ register: { __typename: 'Conflict', message: 'This username is taken' } });
    await toRegistration();
    await fill('maya', 'secret');
    await press('Create Account');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Registration Failed', description: 'This username is taken' }));
  });

  it('says what went wrong when the server could not create an account', async () => {
    open({
      register: () => {
        throw new Error('Something broke');
      },
    });
    await toRegistration();
    await fill('maya', 'secret');
    await press('Create Account');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Registration Failed', description: 'Something broke' }));
  });

  it('has words of its own where the server gave none', async () => {
    const client = clientOver(new ApolloLink(() => of({ data: null })));
    renderAt(<Login workspace={{ registrationOpen: true, demoSignIn: false }} />, { client });
    await fill('maya', 'secret');
    await press('Sign In');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Login Failed', description: 'Invalid username or password' }));
    await toRegistration();
    await fill('maya', 'secret');
    await press('Create Account');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Registration Failed', description: 'Failed to create account' }));
  });

  it('offers no registration where it is closed', () => {
    open({}, { registrationOpen: false, demoSignIn: false });
    expect(screen.queryByText(/Create one/)).toBeNull();
  });

  it('tells how to look around only where that still works', () => {
    open({}, { registrationOpen: true, demoSignIn: true });
    screen.getByText(/invented people/);
  });
});
