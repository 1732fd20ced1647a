import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { TopProgressRegion } from '../states/TopProgressBar.tsx';
import { currentToast, resetToast } from '../toasts/toast.ts';
import { LazyOverlay } from './LazyOverlay.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(resetToast);

const Panel = () => <p>The panel</p>;

/** A button whose panel is loaded by `load`. */
function open(load: () => Promise<ComponentType>) {
  const LazyPanel = lazyWithPreload(load);
  function Bell() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <button type="button" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          Bell
        </button>
        <LazyOverlay onError={() => setOpened(false)}>{opened && <LazyPanel />}</LazyOverlay>
      </>
    );
  }
  render(
    <>
      <TopProgressRegion />
      <Bell />
    </>,
  );
  return () => userEvent.click(screen.getByRole('button'));
}

const progress = () => screen.getByRole('status').textContent;

it('leaves the page as it is when a panel does not load, shows an error, and retries on the next click', async () => {
  let isAway = true;
  const press = open(() => (isAway ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(Panel)));
  await press();
  await waitFor(() => expect(currentToast()).toMatchObject({ tone: 'error', title: 'Callboard cannot be reached' }));
  await screen.findByRole('button', { expanded: false });
  isAway = false;
  await press();
  await screen.findByText('The panel');
});

it('loads once, however often it is opened', async () => {
  const load = vi.fn(async () => Panel);
  const press = open(load);
  await press();
  await screen.findByText('The panel');
  await press();
  await press();
  await screen.findByText('The panel');
  expect(load).toHaveBeenCalledOnce();
});

it('stays mounted after it was open, if `open` is passed', async () => {
  const { rerender } = render(
    <LazyOverlay open={false} onError={() => undefined}>
      <Panel />
    </LazyOverlay>,
  );
  expect(screen.queryByText('The panel')).toBeNull();
  for (const isOpen of [true, false]) {
    rerender(
      <LazyOverlay open={isOpen} onError={() => undefined}>
        <Panel />
      </LazyOverlay>,
    );
    screen.getByText('The panel');
  }
});

describe('the progress bar', () => {
  it('shows from the click until the panel is loaded', async () => {
    const chunk = Promise.withResolvers<ComponentType>();
    const press = open(() => chunk.promise);
    expect(progress()).toBe('');
    await press();
    expect(progress()).toBe('Loading...');
    await act(async () => chunk.resolve(Panel));
    await screen.findByText('The panel');
    expect(progress()).toBe('');
  });

  it('is removed when the panel is closed before it loads', async () => {
    const press = open(() => new Promise(() => undefined));
    await press();
    expect(progress()).toBe('Loading...');
    await press();
    expect(progress()).toBe('');
  });
});
