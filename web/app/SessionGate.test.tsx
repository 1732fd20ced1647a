import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { greetingName } from '#contract/person.ts';
import { notifyResync, notifySessionEnded } from '#web/apollo/session-signals.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { SignedInAs, useGreetingName, useMay, useViewer } from '#web/session/session.tsx';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { maya, session, workspace } from '#web/testing/users.ts';
import { SessionGate } from './SessionGate.tsx';
import { Logout } from './shell/Logout.tsx';

function Board() {
  return (
    <>
      <h1>The board of {useViewer().displayName}</h1>
      <Logout />
    </>
  );
}

const open = (root: Record<string, unknown>) =>
  renderAt(
    <SessionGate>
      <Board />
    </SessionGate>,
    { client: fakeServer({ workspace, ...root }) },
  );

const board = () => screen.findByRole('heading', { name: 'The board of Maya Chen' });
const login = () => screen.findByText('Sign in to your account');

describe('the session gate', () => {
  afterEach(() => vi.useRealTimers());

  it('says Loading... until the session is known', async () => {
    open({ session });
    expect(screen.getByRole('status').textContent).toBe('Loading...');
    expect(screen.getByRole('progressbar', { hidden: true })).toBeTruthy();
    await board();
  });

  it('shows the app to a signed-in user', async () => {
    open({ session });
    await board();
    expect(screen.queryByText('Sign in to your account')).toBeNull();
  });

  it('shows only the login screen to anyone else', async () => {
    open({ session: null });
    await login();
    expect(screen.queryByRole('heading', { name: /^The board/ })).toBeNull();
  });

  it('offers what a new role allows when a subscription has to load anew', async () => {
    const server = { session: { ...session, permissions: ['lead.read'] } };
    const May = () => <p>{useMay('lead.change') ? 'may change' : 'may read'}</p>;
    renderAt(
      <SessionGate>
        <May />
      </SessionGate>,
      { client: fakeServer({ workspace, session: () => server.session }) },
    );
    await screen.findByText('may read');
    server.session = { ...session, permissions: ['lead.read', 'lead.change'] };
    act(() => notifyResync());
    await screen.findByText('may change');
  });

  it('shows the app when the user signs in in another tab', async () => {
    const server: { session: typeof session | null } = { session: null };
    open({ session: () => server.session });
    await login();
    server.session = session;
    act(() => void window.dispatchEvent(new Event('focus')));
    await board();
  });

  describe('when the server ends the session', () => {
    const signIn = vi.fn((): unknown => null);
    const typeAndLose = async () => {
      const server: { session: object | null } = { session };
      renderAt(
        <SessionGate>
          <Board />
          <input aria-label="Company" />
        </SessionGate>,
        { client: fakeServer({ workspace, session: () => server.session, signIn }) },
      );
      await userEvent.type(await screen.findByLabelText('Company'), 'Half typed');
      server.session = null;
      act(() => notifySessionEnded());
      const dialog = within(await screen.findByRole('dialog', { name: 'Sign in to continue' }));
      return { server, dialog };
    };
    const typed = () => screen.queryByLabelText<HTMLInputElement>('Company')?.value;
    const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    it('asks to sign in over the page, and goes on with what was typed', async () => {
      const { server, dialog } = await typeAndLose();
      signIn.mockImplementation(() => {
        server.session = session;
        return { ...session, recoveryCodes: null };
      });
      await userEvent.type(dialog.getByLabelText('Password'), 'correct horse{Enter}');
      await isClosed();
      expect(typed()).toBe('Half typed');
    });

    it('goes on when the person signs in in another tab', async () => {
      const { server } = await typeAndLose();
      server.session = session;
      act(() => void window.dispatchEvent(new Event('focus')));
      await isClosed();
      expect(typed()).toBe('Half typed');
    });

    it('shows nothing of the page to another person who signs in', async () => {
      const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
      const { server } = await typeAndLose();
      server.session = { ...session, user: { ...maya, id: 'u2', username: 'omar' } };
      act(() => void window.dispatchEvent(new Event('focus')));
      await waitFor(() => expect(reload).toHaveBeenCalled());
      expect(typed()).toBeUndefined();
    });

    it('shows the login screen to a person who leaves the page', async () => {
      const { dialog } = await typeAndLose();
      await userEvent.click(dialog.getByRole('button', { name: 'Leave this page' }));
      await login();
      expect(typed()).toBeUndefined();
    });
  });

  it('shows the login screen after Logout', async () => {
    const server: { session: typeof session | null } = { session };
    const signOut = () => {
      server.session = null;
      return true;
    };
    open({ session: () => server.session, signOut });
    await board();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await login();
  });

  it.each([
    ['once the line is back', () => void window.dispatchEvent(new Event('online'))],
    ['after a while', () => void vi.advanceTimersByTime(3_000)],
  ])('retries by itself, %s, when the server did not answer', async (_when, happen) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const server = { isAway: true };
    const answer = vi.fn(() => {
      if (server.isAway) throw new Error('The database is starting.');
      return session;
    });
    open({ session: answer });
    await screen.findByText('The database is starting.');
    server.isAway = false;
    await act(async () => happen());
    expect(answer.mock.calls.length).toBeGreaterThan(1);
    await board();
  });

  it('offers a retry when the server does not answer', async () => {
    let calls = 0;
    const root = {
      session: () => {
        calls += 1;
        if (calls === 1) throw new Error('The database is starting.');
        return session;
      },
    };
    open(root);
    await screen.findByText('The database is starting.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await board();
  });
});

it('offers a retry when not even the first screen loads', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Screen = lazyWithPreload(() => Promise.reject(new TypeError('Failed to fetch')));
  renderAt(
    <SessionGate>
      <Screen />
    </SessionGate>,
    { client: fakeServer({ workspace, session }) },
  );
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  await screen.findByRole('button', { name: 'Try again' });
});

it.each([maya, { ...maya, firstName: '' }])('shows the specified welcome toast', (viewer) => {
  const Greeting = () => <p>Welcome, {useGreetingName()}</p>;
  renderAt(
    <SignedInAs viewer={viewer} workspace={workspace}>
      <Greeting />
    </SignedInAs>,
  );
  screen.getByText(`Welcome, ${greetingName(viewer)}`);
});
