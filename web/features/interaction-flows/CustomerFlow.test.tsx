import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { address, aFlow, at, considered, OF_JO, openFlows, stages, stateOf, toast } from './flows.fixtures.tsx';

const currentStage = () => within(screen.getByRole('group', { name: 'Current Stage' }));

describe('one customer’s flow', () => {
  it('is drawn stage by stage, with its progress, its times and its present stage', async () => {
    openFlows([considered], { path: OF_JO });
    const list = await stages();
    expect(stateOf(list)).toBe('completed completed current upcoming upcoming upcoming upcoming');
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

  it('tells the last five interactions, newest first, whatever is in them as text', async () => {
    const happened = [1, 2, 3, 4, 5, 6].map((turn) => ({ type: 'stage_change', description: `<b>Turn ${turn}</b>`, timestamp: at(turn) }));
    openFlows([aFlow('f1', { happened })], { path: OF_JO });
    await stages();
    const recent = within(screen.getByRole('group', { name: 'Recent Interactions' })).getAllByRole('listitem');
    expect(recent.map(({ textContent }) => textContent?.match(/<b>.*$/)?.[0])).toEqual(
      [6, 5, 4, 3, 2].map((turn) => `<b>Turn ${turn}</b>`),
    );
    for (const each of recent) expect(each.textContent).toMatch(/^Stage Change.+ ago<b>Turn \d<\/b>$/);
  });

  it('in a stage nobody knows is drawn with no progress', async () => {
    openFlows([aFlow('f1', { currentStage: '<i>limbo</i>' })], { path: OF_JO });
    expect(stateOf(await stages())).toBe('upcoming upcoming upcoming upcoming upcoming upcoming upcoming');
    screen.getByText('0%');
    currentStage().getByText('<i>limbo</i>');
    expect(screen.queryByRole('button', { name: /^Advance to/ })).toBeNull();
  });

  it('is the newest of the chosen type, and the choice is in the address', async () => {
    const problem = aFlow('f2', { flowType: 'support_journey', currentStage: 'investigating', stages: [] });
    const { user, topics } = openFlows([considered, problem]);
    await screen.findByText('Choose a customer');
    await user.type(screen.getByRole('combobox', { name: 'Customer' }), 'jo');
    await user.click(await screen.findByRole('option', { name: 'Jo March - jo@example.com' }));
    await stages();
    expect(address()).toBe('/interaction-flows?customer=jo');
    expect(screen.getByRole('combobox', { name: 'Flow type' }).textContent).toBe('Sales Pipeline');
    await user.click(screen.getByRole('combobox', { name: 'Flow type' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Sales Pipeline',
      'Support Journey',
      'Onboarding Process',
    ]);
    await user.click(screen.getByRole('option', { name: 'Support Journey' }));
    await waitFor(async () => expect(stateOf(await stages())).toBe('completed completed current upcoming upcoming'));
    expect(address()).toBe('/interaction-flows?customer=jo&type=support_journey');
    expect(topics()).toContainEqual(expect.objectContaining({ customerId: 'jo', flowType: 'support_journey' }));
  });

  it('is searched for among all customers, by name and email', async () => {
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

  it('says when there is none, and can be started there', async () => {
    const flows: ReturnType<typeof aFlow>[] = [];
    const createFlow = vi.fn(() => ({ __typename: 'InteractionFlow', id: 'new' }));
    const { user, makes } = openFlows(flows, { path: `${OF_JO}&type=support_journey`, answers: { createFlow } });
    await screen.findByText('No interaction flow data available');
    await user.click(screen.getByRole('button', { name: 'Start Support Journey' }));
    await waitFor(() => expect(toast()).toEqual({ title: 'Success', description: 'Support Journey started', tone: 'success' }));
    expect(createFlow).toHaveBeenCalledWith(
      { input: { customerId: 'jo', flowType: 'support_journey', currentStage: 'issue_reported' } },
      undefined,
      expect.anything(),
    );
    await makes(aFlow('new', { flowType: 'support_journey', currentStage: 'issue_reported' }));
    expect(stateOf(await stages())).toBe('current upcoming upcoming upcoming upcoming');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Advance to Acknowledged' })));
  });

  it('of a customer there is not is none that could be started', async () => {
    openFlows([], { path: '?customer=nobody' });
    await screen.findByText('There is no such customer');
    expect(screen.queryByRole('button', { name: /^Start / })).toBeNull();
  });

  it('says what went wrong and tries again', async () => {
    let down = true;
    const { user } = openFlows([considered], {
      path: OF_JO,
      answers: {
        interactionFlows: () => {
          if (down) throw new Error('The database is away');
          return { eventCursor: '1', nodes: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } };
        },
      },
    });
    await screen.findByText('The database is away');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No interaction flow data available');
  });
});

describe('a flow that is stuck', () => {
  it('says so in plain words, but not where nothing is usual or all is done', async () => {
    const { user } = openFlows(
      [
        aFlow('f1', { usualStageDuration: 26 * 3_600_000 }),
        aFlow('f2', { flowType: 'support_journey', currentStage: 'resolved', usualStageDuration: 1, completedAt: at(0) }),
      ],
      { path: OF_JO },
    );
    await stages();
    const notice = await screen.findByRole('note');
    expect(notice.textContent).toMatch(/^Stuck: in Awareness for \d+d \d+h\. Nine in ten flows move on within 1d 2h\.$/);
    await user.click(screen.getByRole('combobox', { name: 'Flow type' }));
    await user.click(screen.getByRole('option', { name: 'Support Journey' }));
    await screen.findByText(/Flow completed/);
    currentStage().getByText('Active');
    expect(screen.queryByRole('note')).toBeNull();
  });
});
