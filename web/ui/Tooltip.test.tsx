import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Tooltip } from './Tooltip.tsx';

const onMouseOver = vi.fn();

function Counter({ describeChild = false }) {
  const [count, setCount] = useState(0);
  return (
    <Tooltip title="Adds one" describeChild={describeChild}>
      <button type="button" onClick={() => setCount(count + 1)} onMouseOver={onMouseOver} onFocus={() => undefined}>
        {count}
      </button>
    </Tooltip>
  );
}

it('names its element before it is loaded, and shows on hover until the pointer leaves', async () => {
  const user = userEvent.setup();
  render(<Counter />);
  const button = screen.getByRole('button', { name: 'Adds one' });
  await user.hover(button);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Adds one');
  expect(onMouseOver).toHaveBeenCalled();
  await user.unhover(button);
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

it('leaves an element the name it has', () => {
  render(
    <Tooltip title="Dismiss">
      <button type="button" aria-label="Dismiss: You talk" />
    </Tooltip>,
  );
  screen.getByRole('button', { name: 'Dismiss: You talk' });
});

it('describes its element, which stays the same with its focus when the tooltip comes', async () => {
  const user = userEvent.setup();
  render(<Counter describeChild />);
  const button = screen.getByRole('button', { name: '0', description: 'Adds one' });
  await user.tab();
  const tooltip = await screen.findByRole('tooltip');
  expect(button.getAttribute('aria-describedby')).toBe(tooltip.id);
  expect(button.hasAttribute('title')).toBe(false);
  expect(document.activeElement).toBe(button);
  await user.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  expect(button.title).toBe('Adds one');
});
