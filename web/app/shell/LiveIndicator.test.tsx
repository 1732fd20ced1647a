import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { socketIs } from '#web/apollo/connection-state.ts';
import { renderAt } from '#web/testing/render.tsx';
import { LiveIndicator } from './LiveIndicator.tsx';

const shown = () => screen.getByRole('status').textContent;

afterEach(() => socketIs('up'));

it('is live, catching up after the socket dropped, and live again', () => {
  renderAt(<LiveIndicator />);
  expect(shown()).toBe('live');
  act(() => socketIs('down'));
  expect(shown()).toBe('catching up');
  act(() => socketIs('up'));
  expect(shown()).toBe('live');
});

it('is offline when the machine is', () => {
  renderAt(<LiveIndicator />);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(shown()).toBe('offline');
});
