import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aFlow, meg, openFlows, toast } from './flows.fixtures.tsx';

const card = (name: string) => within(screen.getByRole('article', { name }));

describe('the summary', () => {
  it('counts flows, types and customers, and counts again when someone makes one', async () => {
    const world = openFlows([aFlow('f1'), aFlow('f2', { flowType: 'support_journey' })]);
    await waitFor(() => expect(card('Total Flows').getByText('2')).toBeTruthy());
    expect(screen.getByRole('article', { name: 'Flow Types' }).textContent).toBe(
      'Flow TypesSales Pipeline1Support Journey1Onboarding Process0',
    );
    card('Active Customers').getByText('1');
    await world.makes(aFlow('f3', { customer: meg }));
    await waitFor(() => expect(card('Total Flows').getByText('3')).toBeTruthy());
    card('Active Customers').getByText('2');
  });
});

describe('a summary that fails', () => {
  it('says so, and counts again', async () => {
    let down = true;
    const interactionFlowSummary = () => {
      if (down) throw new Error('The database is away');
      return { total: 0, customers: 0, types: [], eventCursor: '1' };
    };
    const { user } = openFlows([], { answers: { interactionFlowSummary } });
    await screen.findByText('The flows could not be counted.');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Count again' }));
    await waitFor(() => expect(card('Total Flows').getByText('0')).toBeTruthy());
  });
});

describe('creating sample flows', () => {
  const create = () => screen.getByRole('button', { name: 'Create Sample Flows' });

  it('says so while it works and when it is done', async () => {
    let done = () => {};
    const createSampleFlows = () =>
      new Promise((resolve) => (done = () => resolve({ __typename: 'SampleFlows', flows: [{ __typename: 'InteractionFlow', id: 'f1' }] })));
    const { user } = openFlows([], { answers: { createSampleFlows } });
    await user.click(create());
    await screen.findByRole('button', { name: 'Creating...' });
    done();
    await waitFor(() => expect(toast()).toEqual({ title: 'Success', description: 'Sample interaction flows created', tone: 'success' }));
    create();
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
    await user.click(create());
    await waitFor(() => expect(toast()).toEqual({ title: 'Error', description, tone: 'error' }));
  });
});
