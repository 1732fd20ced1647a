import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { address, aFlow, at, findStages, inConsideration, JO_QUERY, openFlows, stageStates, toast } from './flows.fixtures.tsx';

const currentStage = () => within(screen.getByRole('group', { name: 'Current Stage' }));

describe('one customer’s flow', () => {
  it('shows stages, durations, progress and the current stage', async () => {
    openFlows([inConsideration], { path: JO_QUERY });
    const list = await findStages();
    expect(stageStates(list)).toBe('completed completed current upcoming upcoming upcoming upcoming');
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)[0],
    ).toBe('Awareness2d 3hCompleted');
    expect(list.querySelectorAll('svg').length).toBeGreaterThanOrEqual(7);
    within(list).getByText('12m');
    screen.getByText('43%');
    expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('43');
    currentStage().getByText('Consideration');
    currentStage().getByText('Active');
    expect(currentStage().getByText(/^Started/).textContent).toMatch(/Started Mar 1\d, 2020, \d+:\d\d [AP]M · \d+d \d+h/);
    screen.getByText('Auto-refresh on');
    screen.getByText('No interactions yet');
  });

  it('shows the last five interactions, newest first, as plain text', async () => {
    const interactions = [1, 2, 3, 4, 5, 6].map((index) => ({
      type: 'stage_change',
      description: `<b>Entry ${index}</b>`,
      timestamp: at(index),
    }));
    openFlows([aFlow('f1', { interactions })], { path: JO_QUERY });
    await findStages();
    const recent = within(screen.getByRole('group', { name: 'Recent Interactions' })).getAllByRole('listitem');
    expect(recent.map(({ textContent }) => textContent?.match(/<b>.*$/)?.[0])).toEqual(
      [6, 5, 4, 3, 2].map((index) => `<b>Entry ${index}</b>`),
    );
    for (const each of recent) expect(each.textContent).toMatch(/^Stage Change.+ ago<b>Entry \d<\/b>$/);
  });

  it('has no progress in an unknown stage', async () => {
    openFlows([aFlow('f1', { currentStage: '<i>limbo</i>' })], { path: JO_QUERY });
    expect(stageStates(await findStages())).toBe('upcoming upcoming upcoming upcoming upcoming upcoming upcoming');
    screen.getByText('0%');
    currentStage().getByText('<i>limbo</i>');
    expect(screen.queryByRole('button', { name: /^Advance to/ })).toBeNull();
  });

  it('is the newest of the selected type, with the selection in the URL', async () => {
    const problem = aFlow('f2', { flowType: 'support_journey', currentStage: 'investigating', stages: [] });
    const { user, subscriptionVariables } = openFlows([inConsideration, problem]);
    await screen.findByText('Choose a customer');
    await user.type(screen.getByRole('combobox', { name: 'Customer' }), 'jo');
    await user.click(await screen.findByRole('option', { name: 'Jo March - jo@example.com' }));
    await findStages();
    expect(address()).toBe('/interaction-flows?customer=jo');
    expect(screen.getByRole('combobox', { name: 'Flow type' }).textContent).toBe('Sales Pipeline');
    await user.click(screen.getByRole('combobox', { name: 'Flow type' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Sales Pipeline',
      'Support Journey',
      'Onboarding Process',
    ]);
    await user.click(screen.getByRole('option', { name: 'Support Journey' }));
    await waitFor(async () => expect(stageStates(await findStages())).toBe('completed completed current upcoming upcoming'));
    expect(address()).toBe('/interaction-flows?customer=jo&type=support_journey');
    expect(subscriptionVariables()).toContainEqual(expect.objectContaining({ customerId: 'jo', flowType: 'support_journey' }));
  });

  it('is found by searching all customers by name and email', async () => {
    const { user, searches } = openFlows([]);
    await user.click(await screen.findByRole('combobox', { name: 'Customer' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Jo March - jo@example.com',
      'Meg March',
    ]);
    await user.keyboard('meg');
    await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Meg March']));
    expect(searches).toEqual([null, 'meg']);
    await user.clear(screen.getByRole('combobox', { name: 'Customer' }));
    await user.keyboard('nobody');
    await screen.findByText('No customers found');
  });

  it('shows an empty state, and can be started there', async () => {
    const flows: ReturnType<typeof aFlow>[] = [];
    const createFlow = vi.fn(() => ({ __typename: 'InteractionFlow', id: 'new' }));
    const { user, emitCreate } = openFlows(flows, { path: `${JO_QUERY}&type=support_journey`, answers: { createFlow } });
    await screen.findByText('No interaction flow data available');
    await user.click(screen.getByRole('button', { name: 'Start Support Journey' }));
    await waitFor(() => expect(toast()).toEqual({ title: 'Success', description: 'Support Journey started', tone: 'success' }));
    expect(createFlow).toHaveBeenCalledWith(
      { input: { customerId: 'jo', flowType: 'support_journey', currentStage: 'issue_reported' } },
      undefined,
      expect.anything(),
    );
    await emitCreate(aFlow('new', { flowType: 'support_journey', currentStage: 'issue_reported' }));
    expect(stageStates(await findStages())).toBe('current upcoming upcoming upcoming upcoming');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Advance to Acknowledged' })));
  });

  it('cannot be started for a customer that does not exist', async () => {
    openFlows([], { path: '?customer=nobody' });
    await screen.findByText('Customer not found');
    expect(screen.queryByRole('button', { name: /^Start / })).toBeNull();
  });

  it('shows the error and retries', async () => {
    let down = true;
    const { user } = openFlows([inConsideration], {
      path: JO_QUERY,
      answers: {
        interactionFlows: () => {
          if (down) throw new Error('Database unavailable');
          return { eventCursor: '1', nodes: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } };
        },
      },
    });
    await screen.findByText('Database unavailable');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No interaction flow data available');
  });
});

describe('a flow that is stuck', () => {
  it('shows a warning, but not without past flows or when the flow is completed', async () => {
    const { user } = openFlows(
      [
        aFlow('f1', { usualStageDuration: 26 * 3_600_000 }),
        aFlow('f2', { flowType: 'support_journey', currentStage: 'resolved', usualStageDuration: 1, completedAt: at(0) }),
      ],
      { path: JO_QUERY },
    );
    await findStages();
    const notice = await screen.findByRole('note');
    expect(notice.textContent).toMatch(/^Stuck in Awareness for \d+d \d+h\. 90% of flows leave this stage within 1d 2h\.$/);
    await user.click(screen.getByRole('combobox', { name: 'Flow type' }));
    await user.click(screen.getByRole('option', { name: 'Support Journey' }));
    await screen.findByText(/Flow completed/);
    currentStage().getByText('Active');
    expect(screen.queryByRole('note')).toBeNull();
  });
});
