import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aFlow, meg, openFlows, toast } from './flows.fixtures.tsx';

const card = (name: string) => within(screen.getByRole('article', { name }));

describe('the summary', () => {
  it('counts flows, types and customers, and updates when someone creates a flow', async () => {
    const page = openFlows([aFlow('f1'), aFlow('f2', { flowType: 'support_journey' })]);
    await waitFor(() => expect(card('Total Flows').getByText('2')).toBeTruthy());
    expect(screen.getByRole('article', { name: 'Flow Types' }).textContent).toBe(
      'Flow TypesSales Pipeline1Support Journey1Onboarding Process0',
    );
    card('Active Customers').getByText('1');
    await page.emitCreate(aFlow('f3', { customer: meg }));
    await waitFor(() => expect(card('Total Flows').getByText('3')).toBeTruthy());
    card('Active Customers').getByText('2');
  });
});

describe('a summary that fails', () => {
  it('shows the error and retries', async () => {
    let down = true;
    const interactionFlowSummary = () => {
      if (down) throw new Error('Database unavailable');
      return { owners: 'EVERYONE', total: 0, customers: 0, types: [], eventCursor: '1' };
    };
    const { user } = openFlows([], { answers: { interactionFlowSummary } });
    await screen.findByText('The flows could not be counted.');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(card('Total Flows').getByText('0')).toBeTruthy());
  });
});

describe('creating sample flows', () => {
  const createButton = () => screen.getByRole('button', { name: 'Create Sample Flows' });

  it('shows progress and success', async () => {
    let respond = () => {};
    const createSampleFlows = () =>
      new Promise(
        (resolve) => (respond = () => resolve({ __typename: 'SampleFlows', flows: [{ __typename: 'InteractionFlow', id: 'f1' }] })),
      );
    const { user } = openFlows([], { answers: { createSampleFlows } });
    await user.click(createButton());
    await screen.findByRole('button', { name: 'Creating...' });
    respond();
    await waitFor(() => expect(toast()).toEqual({ title: 'Success', description: 'Sample interaction flows created', tone: 'success' }));
    createButton();
  });

  it.each([
    ['No customers available', () => ({ __typename: 'Conflict', message: 'No customers available' })],
    [
      'Failed to create sample flows',
      () => {
        throw new Error('Away');
      },
    ],
  ])('can fail: %s', async (description, createSampleFlows) => {
    const { user } = openFlows([], { answers: { createSampleFlows } });
    await user.click(createButton());
    await waitFor(() => expect(toast()).toEqual({ title: 'Error', description, tone: 'error' }));
  });
});
