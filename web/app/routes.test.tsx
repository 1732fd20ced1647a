import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { it, vi } from 'vitest';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { Screens } from './routes.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';

const page = { pageInfo: { hasNextPage: false, hasPreviousPage: false }, totalCount: 0, edges: [] };

it('answers an unknown address with the 404 card', () => {
  renderAt(<Screens />, { at: '/nowhere' });
  screen.getByText('404 Page Not Found');
});

it.each([
  ['/coaching', 'AI Coaching'],
  ['/ai-training', 'AI Training Data'],
  ['/email-templates', 'Email Templates'],
  ['/interaction-flows', 'Interaction Flows'],
  ['/tokens', 'API Tokens'],
])('shows %s as %s', async (at, title) => {
  renderAt(<Screens />, { at });
  await screen.findByRole('heading', { level: 1, name: title });
});

it('says what happened on a failing screen, and loads it again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let calls = 0;
  const orders = () => {
    calls += 1;
    if (calls === 1) throw new Error('The orders could not be read.');
    return { ...page, nodes: [] };
  };
  renderAt(<Screens />, { at: '/orders', client: fakeServer({ orders }) });
  await screen.findByText('The orders could not be read.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No orders found');
});

it('keeps the rest of the page when a screen fails', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('Broken');
  };
  renderAt(
    <>
      <p>The shell</p>
      <ScreenBoundary>
        <Broken />
      </ScreenBoundary>
    </>,
  );
  screen.getByText('The shell');
  screen.getByText('Something went wrong on this screen');
});
