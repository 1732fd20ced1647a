import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentToast } from '#web/ui/toast.ts';
import { aFlow, at, jo, meg, openFlows } from './flows-for-tests.tsx';

const OF_JO = '?customer=jo';
const stages = () => screen.findByRole('list', { name: 'Stages' });
const stateOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((step) => step.dataset.state)
    .join(' ');
const changed = () => document.querySelector<HTMLElement>('[data-changed]')?.dataset.stage ?? null;
const currentStage = () => within(screen.getByRole('group', { name: 'Current Stage' }));
const address = () => screen.getByTestId('address').textContent;
const toast = () => ({ title: currentToast()?.title, description: currentToast()?.description, tone: currentToast()?.tone });
const card = (name: string) => within(screen.getByRole('article', { name }));
const advance = (stage: string) => screen.getByRole('button', { name: `Advance to ${stage}` });

const considered = aFlow('f1', {
  currentStage: 'consideration',
  stages: [
    { stage: 'awareness', timestamp: at(0), duration: 51 * 3_600_000 },
    { stage: 'interest', timestamp: at(3060), duration: 12 * 60_000 },
    { stage: 'consideration', timestamp: at(3072), duration: null },
  ],
});

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
    expect(screen.queryByRole('note')).toBeNull();
  });
});

describe('moving a flow', () => {
  it('shows the next stage at once, and takes it back where the server would not', async () => {
    let agree = () => {};
    const flow = aFlow('f1');
    const { user } = openFlows([flow], {
      path: OF_JO,
      answers: {
        advanceFlow: () => new Promise((resolve) => (agree = () => resolve({ __typename: 'NotFound', message: 'Flow not found' }))),
      },
    });
    await stages();
    expect(changed()).toBeNull();
    await user.click(advance('Interest'));
    expect(stateOf(await stages())).toBe('completed current upcoming upcoming upcoming upcoming upcoming');
    expect(changed()).toBe('interest');
    expect(currentToast()).toBeNull();
    agree();
    await waitFor(() => expect(toast()).toEqual({ title: 'Error', description: 'Failed to move this flow.', tone: 'error' }));
    expect(stateOf(await stages())).toBe('current upcoming upcoming upcoming upcoming upcoming upcoming');
  });

  it('can be taken back', async () => {
    const { user } = openFlows([aFlow('f1')], { path: OF_JO });
    await stages();
    await user.click(advance('Interest'));
    await waitFor(() => expect(toast()).toEqual({ title: 'Success', description: 'Moved to Interest', tone: 'success' }));
    expect(advance('Consideration')).toBeTruthy();
    act(() => currentToast()?.action?.run());
    await screen.findByRole('button', { name: 'Advance to Interest' });
    expect(stateOf(await stages())).toBe('current upcoming upcoming upcoming upcoming upcoming upcoming');
  });

  it('goes to any stage by the menu, and to the present one not at all', async () => {
    const advanceFlow = vi.fn();
    const { user } = openFlows([considered], { path: OF_JO, answers: { advanceFlow } });
    await stages();
    await user.click(screen.getByRole('button', { name: 'Move to' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toHaveLength(7);
    await user.click(screen.getByRole('menuitem', { name: 'Consideration' }));
    expect(advanceFlow).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Move to' }));
    await user.click(screen.getByRole('menuitem', { name: 'Retention' }));
    expect(advanceFlow).toHaveBeenCalledWith({ id: 'f1', stage: 'retention' }, undefined, expect.anything());
  });

  it('leaves the last word to whoever moved it later, even when our answer comes after', async () => {
    let answer = () => {};
    const world = openFlows([aFlow('f1')], {
      path: OF_JO,
      answers: {
        advanceFlow: () =>
          new Promise((resolve) => {
            const ours = {
              ...aFlow('f1'),
              currentStage: 'interest',
              updatedAt: at(1),
              currentStageStartedAt: at(1),
              interactions: [],
              startedAt: at(0),
            };
            answer = () => resolve({ __typename: 'InteractionFlow', ...ours });
          }),
      },
    });
    await stages();
    await world.user.click(advance('Interest'));
    await world.moves('f1', 'purchase');
    answer();
    await waitFor(() => expect(currentToast()?.tone).toBe('success'));
    expect(await screen.findByRole('button', { name: 'Advance to Retention' })).toBeTruthy();
  });

  it('by someone else stands out for two seconds', async () => {
    const world = openFlows([aFlow('f1')], { path: OF_JO });
    await stages();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await world.moves('f1', 'intent');
    await waitFor(() => expect(changed()).toBe('intent'));
    await act(() => vi.advanceTimersByTimeAsync(1_900));
    expect(changed()).toBe('intent');
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(changed()).toBeNull();
    expect(stateOf(await stages())).toBe('completed completed completed current upcoming upcoming upcoming');
  });
});

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
    expect((await screen.findByRole('article', { name: 'Total Flows' })).textContent).toBe('Total Flows0');
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
