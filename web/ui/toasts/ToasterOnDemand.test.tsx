import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { later } from '#web/lib/later.ts';
import { renderAt } from '#web/testing/render.tsx';
import { ToasterOnDemand } from './ToasterOnDemand.tsx';
import { currentToast, notify } from './toast.ts';

const unreachable = () => later(() => Promise.reject(new TypeError('Failed to fetch')));

it('tells people what went wrong although the toaster itself could not be fetched', async () => {
  const run = vi.fn();
  renderAt(<ToasterOnDemand code={unreachable()} />);
  act(() => void notify({ title: 'Error', description: 'Failed to update lead stage.', tone: 'error', action: { label: 'Reload', run } }));
  expect((await screen.findByRole('alert')).textContent).toContain('Error: Failed to update lead stage.');
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => void notify({ description: 'Failed to update call.', tone: 'error' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('lets such a toast go by itself, too, and shows the next one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderAt(<ToasterOnDemand code={unreachable()} />);
  act(() => void notify({ description: 'First', tone: 'error' }));
  await screen.findByText('First');
  act(() => void vi.advanceTimersByTime(5_000));
  await waitFor(() => expect(currentToast()).toMatchObject({ open: false }));
  act(() => void notify({ description: 'Second', tone: 'success' }));
  await screen.findByText('Second');
  expect(screen.getByRole('status').textContent).toContain('Second');
});
