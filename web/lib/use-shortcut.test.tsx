import { Menu, MenuItem } from '@mui/material';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { useShortcut } from './use-shortcut.ts';

type Over = 'nothing' | 'menu' | 'question';

/** A page with a shortcut, and something that may be open above it. */
function Page({ over, onKey }: { over: Over; onKey: () => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useShortcut('?', onKey);
  return (
    <>
      <p ref={setAnchor}>The page</p>
      <Menu open={over === 'menu'} anchorEl={anchor} onClose={() => undefined}>
        <MenuItem>CSV</MenuItem>
      </Menu>
      {over === 'question' && (
        <ConfirmDialog
          title="Delete it?"
          action={{ label: 'Delete', pending: 'Deleting...' }}
          onConfirm={async () => true}
          onClose={() => undefined}
        />
      )}
      <input aria-label="Typed" />
    </>
  );
}

it.each([
  ['nothing', 1],
  ['menu', 0],
  ['question', 0],
] as const)('with %s open above the page, calls its handler %i times', async (over, times) => {
  const onKey = vi.fn();
  render(<Page over={over} onKey={onKey} />);
  await userEvent.keyboard('?');
  expect(onKey).toHaveBeenCalledTimes(times);
});

it('hears a key that types nothing in a field too', async () => {
  const onKey = vi.fn();
  const Field = () => {
    useShortcut('F2', onKey);
    return <input aria-label="Typed" />;
  };
  render(<Field />);
  await userEvent.type(screen.getByLabelText('Typed'), '{F2}');
  expect(onKey).toHaveBeenCalledTimes(1);
});

it('ignores its key while the user types in a field', async () => {
  const onKey = vi.fn();
  render(<Page over="nothing" onKey={onKey} />);
  await userEvent.type(screen.getByLabelText('Typed'), '?');
  expect(onKey).not.toHaveBeenCalled();
});
