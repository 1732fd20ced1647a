import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useListFocus } from './use-focus-fallback.ts';

function List({ names }: { names: readonly string[] }) {
  const listFocus = useListFocus();
  return (
    <section {...listFocus} aria-label="All">
      {names.map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
    </section>
  );
}

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

it('moves focus to the next item when the focused one leaves the list, and to the list when it is empty', () => {
  const { rerender } = render(<List names={['Ann', 'Ben', 'Cleo']} />);
  screen.getByRole('button', { name: 'Ben' }).focus();
  rerender(<List names={['Ann', 'Cleo']} />);
  expect(focused()).toBe('Cleo');
  rerender(<List names={['Ann']} />);
  expect(focused()).toBe('Ann');
  rerender(<List names={[]} />);
  expect(focused()).toBe('All');
});

it('does not move focus that is elsewhere', () => {
  const { rerender } = render(<List names={['Ann', 'Ben']} />);
  const ann = screen.getByRole('button', { name: 'Ann' });
  ann.focus();
  ann.blur();
  rerender(<List names={['Ben']} />);
  expect(document.activeElement).toBe(document.body);
});
