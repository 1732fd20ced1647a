import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { renderAt } from '#web/testing/render.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

function open(load: () => Promise<ComponentType>) {
  const Screen = lazyWithPreload(load);
  renderAt(
    <>
      <p>The shell</p>
      <ScreenBoundary>
        <Screen />
      </ScreenBoundary>
    </>,
  );
}

it('shows an error in place of a screen whose code did not load, keeps the rest of the page, and retries', async () => {
  let isAway = true;
  open(() => (isAway ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(() => <p>The screen</p>)));
  await screen.findByText('Callboard cannot be reached');
  screen.getByText('The shell');
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('The screen');
});

it('reloads the page if the code still does not load although the server answers', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  const health = vi.spyOn(window, 'fetch').mockResolvedValue(new Response('ok'));
  open(() => Promise.reject(new TypeError('Failed to fetch')));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(health).toHaveBeenCalledWith('/healthz', { cache: 'no-store' });
  vi.unstubAllGlobals();
});
