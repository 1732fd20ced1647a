import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderAt } from '#web/testing/render.tsx';
import { Toaster } from './Toaster.tsx';
import { currentToast, dismiss, notify, queueToast, showQueuedToast } from './toast.ts';

const say = (description: string) => act(() => notify({ title: 'Success', description, tone: 'success' }));
const shown = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

describe('toasts', () => {
  it('are shown one at a time: a new one replaces the one before', () => {
    renderAt(<Toaster />);
    say('Lead created successfully.');
    say('Lead stage updated successfully.');
    expect(shown()).toEqual(['SuccessLead stage updated successfully.']);
  });

  it('close after five seconds, and are removed a million milliseconds later', () => {
    vi.useFakeTimers();
    renderAt(<Toaster />);
    say('Lead created successfully.');
    act(() => vi.advanceTimersByTime(4_900));
    expect(shown()).toHaveLength(1);
    act(() => vi.advanceTimersByTime(200));
    expect(shown()).toEqual([]);
    expect(currentToast()).toMatchObject({ open: false });
    act(() => vi.advanceTimersByTime(1_000_000));
    expect(currentToast()).toBeNull();
  });

  it('are not closed by the dismissal of an earlier one', () => {
    notify({ description: 'First', tone: 'success' });
    const first = currentToast();
    notify({ description: 'Second', tone: 'success' });
    dismiss(first?.id ?? 0);
    expect(currentToast()).toMatchObject({ description: 'Second', open: true });
  });

  it('are closed by their button', async () => {
    renderAt(<Toaster />);
    say('Call updated successfully.');
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(shown()).toEqual([]);
  });

  it('have an action that runs once', async () => {
    const undo = vi.fn();
    renderAt(<Toaster />);
    act(() => notify({ description: 'Template deleted successfully', tone: 'success', action: { label: 'Undo', run: undo } }));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
    expect(shown()).toEqual([]);
  });

  it('can be reached with F8', () => {
    renderAt(<Toaster />);
    say('Call updated successfully.');
    fireEvent.keyDown(document, { code: 'F8' });
    expect(document.activeElement?.closest('[role=region]')?.getAttribute('aria-label')).toBe('Notifications (F8)');
  });

  it('survive a reload, once', () => {
    queueToast({ title: 'Login', description: 'Welcome back, Maya', tone: 'success' });
    expect(currentToast()).toBeNull();
    showQueuedToast();
    expect(currentToast()).toMatchObject({ title: 'Login', description: 'Welcome back, Maya' });
    act(() => dismiss(currentToast()?.id ?? 0));
    showQueuedToast();
    expect(currentToast()).toMatchObject({ open: false });
  });
});
