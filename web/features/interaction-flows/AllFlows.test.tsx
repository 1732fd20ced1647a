import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { address, aFlow, changed, considered, jo, meg, openFlows } from './flows.fixtures.tsx';

describe('the overview', () => {
  const cards = () => within(screen.getByRole('list', { name: 'Interaction flows' })).getAllByRole('listitem', { name: /,/ });

  it('has a card for every flow, which says whose it is and where it stands', async () => {
    const { user } = openFlows([considered, aFlow('f2', { customer: null, flowType: 'onboarding_process', currentStage: 'signed_up' })]);
    expect(screen.getByRole('tab', { name: 'Individual Flow', selected: true })).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'All Flows Overview' }));
    expect(address()).toBe('/interaction-flows?tab=all');
    await screen.findByText('Unknown Customer');
    const [first, second] = cards();
    expect(first?.textContent).toMatch(/^Jo MarchSales PipelineConsideration · Started Mar 1\d, 2020/);
    expect(second?.textContent).toMatch(/^Unknown CustomerOnboarding ProcessSigned Up · Started/);
    for (const each of cards()) expect(within(each).getByRole('list', { name: 'Stages' })).toBeTruthy();
    expect(screen.queryByText(/Auto-refresh/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Jo March' }).getAttribute('href')).toBe('/interaction-flows?customer=jo&type=sales_pipeline');
  });

  it('says when there is nothing', async () => {
    openFlows([], { path: '?tab=all' });
    await screen.findByText('No interaction flows found');
    screen.getByText('Create sample flows to see visualizations');
  });

  it('shows what others make and move, and a customer’s new name', async () => {
    const world = openFlows([aFlow('f1', { customer: { ...jo } })], { path: '?tab=all' });
    await screen.findByText('Jo March');
    await world.makes(aFlow('f2', { customer: meg }));
    await waitFor(() =>
      expect(cards().map((each) => each.getAttribute('aria-label'))).toEqual(['Meg March, Sales Pipeline', 'Jo March, Sales Pipeline']),
    );
    await world.moves('f1', 'intent');
    await waitFor(() => expect(changed()).toBe('intent'));
    await world.renames({ ...jo }, 'Jo Bhaer');
    await screen.findByText('Jo Bhaer');
  });

  it('goes on below when there are many', async () => {
    const { user } = openFlows(
      Array.from({ length: 12 }, (_, turn) => aFlow(`f${turn}`)),
      { path: '?tab=all' },
    );
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(cards()).toHaveLength(12));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});
