import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { maya, workspace } from '#web/testing/people.ts';
import { renderAt } from '#web/testing/render.tsx';
import { SignedInAs } from '../session.tsx';
import { PersonCard } from './PersonCard.tsx';

it.each([false, true])('leads to the API tokens (icons only: %s)', async (compact) => {
  const user = userEvent.setup();
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <PersonCard compact={compact} />
    </SignedInAs>,
  );
  await user.click(screen.getByRole('button', { name: /Maya Chen.*Sales Manager/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'API tokens' }));
  expect(screen.getByTestId('address').textContent).toBe('/tokens');
});
