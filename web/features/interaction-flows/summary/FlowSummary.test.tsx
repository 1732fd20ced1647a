import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aFlow, meg, openFlows } from '../flows-for-tests.tsx';

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
