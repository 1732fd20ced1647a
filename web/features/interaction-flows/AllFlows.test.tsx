import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { address, aFlow, highlightedStage, inConsideration, jo, meg, openFlows } from './flows.fixtures.tsx';

describe('the overview', () => {
  const cards = () => within(screen.getByRole('list', { name: 'Interaction flows' })).getAllByRole('listitem', { name: /,/ });

  it('has a card for every flow with customer, type and current stage', async () => {
    const { user } = openFlows([
      inConsideration,
      aFlow('f2', { customer: null, flowType: 'onboarding_process', currentStage: 'signed_up' }),
    ]);
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

  it('shows an empty state', async () => {
    openFlows([], { path: '?tab=all' });
    await screen.findByText('No interaction flows found');
    screen.getByText('Create sample flows to see visualizations');
  });

  it('shows flows that others create and move, and a customer’s new name', async () => {
    const page = openFlows([aFlow('f1', { customer: { ...jo } })], { path: '?tab=all' });
    await screen.findByText('Jo March');
    await page.emitCreate(aFlow('f2', { customer: meg }));
    await waitFor(() =>
      expect(cards().map((each) => each.getAttribute('aria-label'))).toEqual(['Meg March, Sales Pipeline', 'Jo March, Sales Pipeline']),
    );
    await page.emitMove('f1', 'intent');
    await waitFor(() => expect(highlightedStage()).toBe('intent'));
    await page.emitRename({ ...jo }, 'Jo Bhaer');
    await screen.findByText('Jo Bhaer');
  });

  it('loads further pages', async () => {
    const { user } = openFlows(
      Array.from({ length: 12 }, (_, index) => aFlow(`f${index}`)),
      { path: '?tab=all' },
    );
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(cards()).toHaveLength(12));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});
