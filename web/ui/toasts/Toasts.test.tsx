import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { renderAt } from '#web/testing/render.tsx';
import { Toasts } from './Toasts.tsx';
import { currentToast, notify } from './toast.ts';

const unreachable = () => lazyWithPreload<object>(() => Promise.reject(new TypeError('Failed to fetch')));

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

it('shows the error even if the toaster itself does not load', async () => {
  const run = vi.fn();
  renderAt(<Toasts Toaster={unreachable()} />);
  act(() => void notify({ title: 'Error', description: 'Failed to update lead stage.', tone: 'error', action: { label: 'Reload', run } }));
  expect((await screen.findByRole('alert')).textContent).toContain('Error: Failed to update lead stage.');
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => void notify({ description: 'Failed to update call.', tone: 'error' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('closes such a toast after its time, and shows the next one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderAt(<Toasts Toaster={unreachable()} />);
  act(() => void notify({ description: 'First', tone: 'error' }));
  await screen.findByText('First');
  act(() => void vi.advanceTimersByTime(5_000));
  await waitFor(() => expect(currentToast()).toMatchObject({ open: false }));
  act(() => void notify({ description: 'Second', tone: 'success' }));
  await screen.findByText('Second');
  expect(screen.getByRole('status').textContent).toContain('Second');
});
