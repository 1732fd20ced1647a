import { screen, within } from '@testing-library/react';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aFlow, at } from './flows-for-tests.tsx';

export const OF_JO = '?customer=jo';

/** A flow in its third stage, after two days and twelve minutes in those before. */
export const considered = aFlow('f1', {
  currentStage: 'consideration',
  stages: [
    { stage: 'awareness', timestamp: at(0), duration: 51 * 3_600_000 },
    { stage: 'interest', timestamp: at(3060), duration: 12 * 60_000 },
    { stage: 'consideration', timestamp: at(3072), duration: null },
  ],
});

export const stages = () => screen.findByRole('list', { name: 'Stages' });

/** How each stage is drawn, in a row. */
export const stateOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((step) => step.dataset.state)
    .join(' ');

/** The stage that stands out as just changed. */
export const changed = () => document.querySelector<HTMLElement>('[data-changed]')?.dataset.stage ?? null;

export const address = () => screen.getByTestId('address').textContent;
export const toast = () => ({ title: currentToast()?.title, description: currentToast()?.description, tone: currentToast()?.tone });
