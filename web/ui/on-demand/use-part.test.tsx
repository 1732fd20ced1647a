import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { later } from '#web/lib/later.ts';
import { currentToast, resetToast } from '../toasts/toast.ts';
import { usePart } from './use-part.ts';

afterEach(resetToast);

const Panel = () => <p>The panel</p>;

/** A button whose panel comes from a server that may be away. */
function open(load: () => Promise<typeof Panel>) {
  const code = later(load);
  function Bell() {
    const [opened, setOpened] = useState(false);
    const Part = usePart(code, opened, () => setOpened(false));
    return (
      <button type="button" aria-expanded={opened} onClick={() => setOpened(true)}>
        Bell{opened && Part && <Part />}
      </button>
    );
  }
  render(<Bell />);
}

it('leaves the page as it is when the code of a panel does not come, says so, and tries again on the next click', async () => {
  let away = true;
  open(() => (away ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(Panel)));
  await userEvent.click(screen.getByRole('button', { expanded: false }));
  await waitFor(() => expect(currentToast()).toMatchObject({ tone: 'error', title: 'Callboard cannot be reached' }));
  away = false;
  await userEvent.click(await screen.findByRole('button', { name: 'Bell', expanded: false }));
  await screen.findByText('The panel');
});

it('fetches once, however often it is opened', async () => {
  let fetched = 0;
  open(async () => {
    fetched += 1;
    return Panel;
  });
  const button = screen.getByRole('button');
  await userEvent.dblClick(button);
  await screen.findByText('The panel');
  await userEvent.click(button);
  expect(fetched).toBe(1);
});
