import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { later } from '#web/lib/later.ts';
import { renderAt } from '#web/testing/render.tsx';
import { usePart } from '#web/ui/on-demand/use-part.ts';
import { TopProgressBar } from './TopProgressBar.tsx';

const Panel = () => <p>The panel</p>;

/** A button whose panel is as far away as the test says. */
function open() {
  const way = Promise.withResolvers<typeof Panel>();
  const code = later(() => way.promise);
  function Bell() {
    const [opened, setOpened] = useState(false);
    const Part = usePart(code, opened, () => setOpened(false));
    return (
      <button type="button" onClick={() => setOpened(!opened)}>
        Bell{opened && Part && <Part />}
      </button>
    );
  }
  renderAt(
    <>
      <TopProgressBar />
      <Bell />
    </>,
  );
  return { arrives: () => act(async () => way.resolve(Panel)), press: () => userEvent.click(screen.getByRole('button')) };
}

const said = () => screen.getByRole('status').textContent;

it('says that something is on its way from the click until it is there', async () => {
  const { arrives, press } = open();
  expect(said()).toBe('');
  await press();
  expect(said()).toBe('Loading...');
  await arrives();
  screen.getByText('The panel');
  expect(said()).toBe('');
});

it('is silent again when it is no longer wanted', async () => {
  const { press } = open();
  await press();
  await press();
  expect(said()).toBe('');
});
