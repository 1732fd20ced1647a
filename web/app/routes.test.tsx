import type { TypedDocumentNode } from '@apollo/client';
import { useSuspenseQuery } from '@apollo/client/react';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { parse } from 'graphql';
import { Suspense } from 'react';
import { it, vi } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { Screens } from './routes.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';

it('shows the 404 card for an unknown path', async () => {
  renderAt(<Screens />, { at: '/nowhere' });
  await screen.findByText('404 Page Not Found');
});

it.each([
  ['/', 'AI Response Center'],
  ['/pipeline', 'Sales Pipeline'],
  ['/customers', 'Customer Management'],
  ['/transcriptions', 'Call Transcriptions'],
  ['/analytics', 'Analytics & Insights'],
  ['/coaching', 'AI Coaching'],
  ['/ai-training', 'AI Training Data'],
  ['/email-templates', 'Email Templates'],
  ['/interaction-flows', 'Interaction Flows'],
  ['/tokens', 'API Tokens'],
  ['/orders', 'Shopify Orders'],
])('shows %s as %s', async (at, title) => {
  renderAt(
    <SignedInAs viewer={maya} workspace={workspace}>
      <Screens />
    </SignedInAs>,
    { at },
  );
  await screen.findByRole('heading', { level: 1, name: title });
});

it('shows why a screen failed, and loads it again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let calls = 0;
  const session = () => {
    calls += 1;
    if (calls === 1) throw new Error('The session could not be read.');
    return { expiresAt: '2030-01-01T00:00:00.000Z' };
  };
  const SessionQuery: TypedDocumentNode<{ session: { expiresAt: string } }, Record<string, never>> = parse('{ session { expiresAt } }');
  const Screen = () => <p>Until {useSuspenseQuery(SessionQuery).data.session.expiresAt}</p>;
  renderAt(
    <ScreenBoundary>
      <Suspense>
        <Screen />
      </Suspense>
    </ScreenBoundary>,
    { client: fakeServer({ session }) },
  );
  await screen.findByText('The session could not be read.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Until 2030-01-01T00:00:00.000Z');
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
