import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setSocketState } from '#web/apollo/connection-state.ts';
import { renderAt } from '#web/testing/render.tsx';
import { LiveIndicator } from './LiveIndicator.tsx';

const shown = () => screen.getByRole('status').textContent;

// The state of the socket is the page's: another test of this worker may have left it down.
beforeEach(() => {
  vi.useFakeTimers();
  setSocketState('up');
});
afterEach(() => act(() => setSocketState('up')));

it('shows reconnecting after the socket dropped, then live again', () => {
  renderAt(<LiveIndicator />);
  expect(shown()).toBe('live');
  act(() => setSocketState('down'));
  expect(shown()).toBe('reconnecting');
  act(() => setSocketState('up'));
  expect(shown()).toBe('live');
});

it('shows offline after ten seconds without the server, and live when it is back', () => {
  renderAt(<LiveIndicator />);
  act(() => setSocketState('down'));
  act(() => void vi.advanceTimersByTime(9_999));
  expect(shown()).toBe('reconnecting');
  act(() => void vi.advanceTimersByTime(1));
  expect(shown()).toBe('offline');
  // Another failed attempt changes nothing.
  act(() => setSocketState('down'));
  expect(shown()).toBe('offline');
  act(() => setSocketState('up'));
  expect(shown()).toBe('live');
});

it('shows offline when the browser is offline', () => {
  renderAt(<LiveIndicator />);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(shown()).toBe('offline');
});
