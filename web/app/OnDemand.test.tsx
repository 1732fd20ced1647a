import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { later } from '#web/lib/later.ts';
import { renderAt } from '#web/testing/render.tsx';
import { OnDemand } from '#web/ui/on-demand/OnDemand.tsx';
import { EntryOnDemand } from './EntryOnDemand.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';

const away = () => later<() => string>(() => Promise.reject(new TypeError('Failed to fetch')));

it('says in its own place that a screen could not be fetched, and keeps the rest', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renderAt(
    <>
      <p>The shell</p>
      <ScreenBoundary>
        <OnDemand code={away()} waiting="Loading...">
          {(Screen) => <Screen />}
        </OnDemand>
      </ScreenBoundary>
    </>,
  );
  await screen.findByText('Callboard cannot be reached');
  screen.getByText('The shell');
  screen.getByRole('button', { name: 'Try again' });
});

it('offers another try when not even the first screen came', async () => {
  renderAt(<EntryOnDemand code={away()}>{(Screen) => <Screen />}</EntryOnDemand>);
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  await screen.findByRole('button', { name: 'Try again' });
});
