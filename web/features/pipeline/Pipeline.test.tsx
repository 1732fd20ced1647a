import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { setSocketState } from '#web/apollo/connection-state.ts';
import * as time from '#web/lib/format/time.ts';
import { maya } from '#web/testing/users.ts';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aLead, columnText, findBoard, openBoard } from './pipeline.fixtures.tsx';

const card = (name: string) => {
  const found = screen.getByText(name).closest<HTMLElement>('[data-lead]');
  if (!found) throw new Error(`${name} has no card.`);
  return found;
};

const tick = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

async function press(code: string) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: code === 'Space' ? ' ' : code, code });
  await tick();
}

/** Picks a card up, moves it some columns to the right and drops it. */
async function moveByKeyboard(name: string, columns: number) {
  card(name).focus();
  await press('Space');
  for (let step = 0; step < columns; step += 1) await press('ArrowRight');
  await press('Space');
}

const announcements = () => screen.getAllByRole('status').map((each) => each.textContent);

describe('the board', () => {
  it('shows six placeholder columns while loading', async () => {
    openBoard([]);
    expect(screen.getAllByTestId('column-skeleton')).toHaveLength(6);
    await findBoard();
    expect(screen.queryAllByTestId('column-skeleton')).toHaveLength(0);
  });

  it('has six columns, each with its count, its sum and its cards', async () => {
    openBoard([aLead('a', 'leads', { value: '0.10' }), aLead('b', 'leads', { value: '0.20' }), aLead('c', 'won', { value: null })]);
    await findBoard();
    screen.getByRole('heading', { name: 'Sales Pipeline' });
    screen.getByText('Drag and drop leads between stages');
    expect(screen.getAllByRole('region').map((column) => within(column).getByRole('heading').textContent)).toEqual([
      'Leads',
      'Needs Quote',
      'Quoted',
      'Follow Up',
      'Waiting',
      'Won',
    ]);
    expect(columnText('leads')).toBe('2 · $0.30 · Lead a, Lead b');
    expect(screen.getAllByText('No leads in this stage')).toHaveLength(4);
    within(card('Lead c')).getByText('Sale completed');
    within(card('Lead c')).getByText('Website');
    within(card('Lead a')).getByText('Northwind');
    within(card('Lead a')).getByText('$0.10');
  });

  it.each([
    ['on request', () => userEvent.click(screen.getByRole('button', { name: 'Try again' }))],
    [
      'once the connection is back',
      () =>
        act(async () => {
          setSocketState('down');
          setSocketState('up');
        }),
    ],
  ])('shows the error and retries %s', async (_when, retry) => {
    let down = true;
    openBoard([], {
      pipeline: () => {
        if (down) throw new Error('Database unavailable');
        return { cursor: '1', columns: [] };
      },
    });
    await screen.findByText('Database unavailable');
    down = false;
    await retry();
    await waitFor(() => expect(screen.queryByText('Database unavailable')).toBeNull());
  });

  it('shows the metrics of a hovered card, then those the server computes', async () => {
    openBoard([aLead('a', 'quoted')]);
    await findBoard();
    vi.useFakeTimers();
    fireEvent.pointerOver(card('Lead a'), { pointerType: 'mouse' });
    await act(() => vi.advanceTimersByTimeAsync(290));
    expect(screen.queryByRole('tooltip')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(20));
    const tooltip = within(screen.getByRole('tooltip'));
    tooltip.getByText('Lead a - Sales Metrics');
    tooltip.getByText('Win Probability');
    await act(() => vi.advanceTimersByTimeAsync(500));
    tooltip.getByText('-3.4%');
    expect(tooltip.queryByText('Orders')).toBeNull();
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});

describe('an opened card', () => {
  const address = () => screen.getByTestId('address').textContent;

  it('is in the URL until it is closed', async () => {
    openBoard([aLead('a', 'leads')]);
    await findBoard();
    await userEvent.click(card('Lead a'));
    expect(address()).toBe('/pipeline?lead=a');
    await screen.findByRole('button', { name: 'Save' });
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(address()).toBe('/pipeline'));
  });
});

describe('an update', () => {
  it('renders the one card it touches, and measures nothing', async () => {
    const board = openBoard([aLead('a', 'leads'), aLead('b', 'leads'), aLead('c', 'won')]);
    await findBoard();
    const renders = vi.spyOn(time, 'calendarDays');
    const measure = vi.mocked(Element.prototype.getBoundingClientRect).mockClear();
    await board.emitUpdate('a', { name: 'Lead A' });
    await screen.findByText('Lead A');
    expect(renders).toHaveBeenCalledOnce();
    expect(measure).not.toHaveBeenCalled();
  });
});

describe('the next step', () => {
  const step = { __typename: 'Task' as const, id: 't', title: 'Send the quote', dueOn: '2026-01-07', dueAt: null };

  it('is on the card, in words that say when it is overdue', async () => {
    const planned = aLead('a', 'quoted');
    openBoard([{ ...planned, nextStepDueBy: '2026-01-08T00:00:00.000Z', nextStep: step }, aLead('b', 'quoted'), aLead('c', 'won')]);
    await findBoard();
    within(card('Lead a')).getByText('Overdue since Jan 7: Send the quote');
    within(card('Lead b')).getByText('No next step');
    expect(within(card('Lead c')).queryByText('No next step')).toBeNull();
  });

  it('is asked for after a move, and skipped with one click', async () => {
    openBoard([aLead('a', 'leads')]);
    await findBoard();
    await moveByKeyboard('Lead a', 1);
    const prompt = await screen.findByRole('region', { name: 'Next step for Lead a' });
    // The focus stays on the card, so that whoever moves several goes on.
    expect(prompt.contains(document.activeElement)).toBe(false);
    await userEvent.click(within(prompt).getByRole('button', { name: 'Skip' }));
    expect(screen.queryByRole('region', { name: 'Next step for Lead a' })).toBeNull();
  });

  it('is saved with its day and shown on the card', async () => {
    const lead = aLead('a', 'leads');
    const createTask = vi.fn(({ input }: { input: { title: string; dueOn: string } }) => {
      const nextStep = { __typename: 'Task' as const, id: 't', ...input, dueAt: null };
      return { ...nextStep, lead: Object.assign(lead, { nextStepDueBy: `${input.dueOn}T23:59:59.000Z`, nextStep }) };
    });
    openBoard([lead], { createTask });
    await findBoard();
    await moveByKeyboard('Lead a', 1);
    const prompt = within(await screen.findByRole('region', { name: 'Next step for Lead a' }));
    await userEvent.click(prompt.getByRole('button', { name: 'Save' }));
    prompt.getByText('Title is required');
    await userEvent.type(prompt.getByLabelText('What is to be done'), 'Send the quote');
    await userEvent.click(prompt.getByRole('button', { name: 'Tomorrow' }));
    await userEvent.click(prompt.getByRole('button', { name: 'Save' }));
    await waitFor(() => within(card('Lead a')).getByText('Tomorrow: Send the quote'));
    expect(createTask.mock.calls[0]?.[0]).toMatchObject({ input: { leadId: 'a', isNextStep: true } });
  });

  it('is not asked for where it is still to come', async () => {
    const planned = aLead('a', 'leads');
    openBoard([{ ...planned, nextStepDueBy: '2999-01-01T00:00:00.000Z', nextStep: { ...step, dueOn: '2998-12-31' } }]);
    await findBoard();
    await moveByKeyboard('Lead a', 1);
    await waitFor(() => expect(currentToast()).not.toBeNull());
    await tick();
    expect(screen.queryByRole('region', { name: /^Next step/ })).toBeNull();
  });
});

describe('moving a card by keyboard', () => {
  it('shows the move immediately and confirms it', async () => {
    let respond = () => {};
    const board = openBoard([aLead('a', 'leads'), aLead('b', 'quoted')], {
      moveLead: () =>
        new Promise((resolve) => (respond = () => resolve({ ...board.leads[0], stage: 'quoted', updatedAt: new Date().toISOString() }))),
    });
    await findBoard();
    await moveByKeyboard('Lead a', 2);
    expect(columnText('quoted')).toBe('2 · $200 · Lead a, Lead b');
    expect(columnText('leads')).toBe('0 · $0 · ');
    expect(currentToast()).toBeNull();
    respond();
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Lead stage updated successfully.' }));
    expect(columnText('quoted')).toBe('2 · $200 · Lead a, Lead b');
  });

  it('highlights the column under the card and fades its original', async () => {
    openBoard([aLead('a', 'leads')]);
    await findBoard();
    const highlighted = () => [...document.querySelectorAll<HTMLElement>('[data-over]')].map(({ dataset }) => dataset.stage);
    expect([highlighted(), card('Lead a').style.opacity]).toEqual([[], '']);
    card('Lead a').focus();
    await press('Space');
    await press('ArrowRight');
    expect([highlighted(), document.querySelector<HTMLElement>('[data-lead]')?.style.opacity]).toEqual([['needs_quote'], '0.5']);
    await press('Escape');
    expect(highlighted()).toEqual([]);
  });

  it('announces the lead and the column to screen readers', async () => {
    openBoard([aLead('a', 'leads')]);
    await findBoard();
    card('Lead a').focus();
    await press('Space');
    await press('ArrowRight');
    expect(announcements()).toContain('Lead a is over Needs Quote.');
    await press('Escape');
    expect(announcements()).toContain('Move cancelled. Lead a is back in Leads.');
    expect(columnText('leads')).toBe('1 · $100 · Lead a');
  });

  it('rolls back when the server refuses', async () => {
    openBoard([aLead('a', 'leads')], {
      moveLead: () => {
        throw new Error('No');
      },
    });
    await findBoard();
    await moveByKeyboard('Lead a', 1);
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', description: 'Failed to update lead stage.' }));
    await waitFor(() => expect(columnText('leads')).toBe('1 · $100 · Lead a'));
    expect(columnText('needs_quote')).toBe('0 · $0 · ');
  });

  it('does nothing when dropped on its own column', async () => {
    const moveLead = vi.fn();
    openBoard([aLead('a', 'leads')], { moveLead });
    await findBoard();
    await moveByKeyboard('Lead a', 0);
    expect(moveLead).not.toHaveBeenCalled();
    expect(currentToast()).toBeNull();
  });
});

describe("another person's change", () => {
  it('moves the card, the counts and the totals, and shows the name on the card for two seconds', async () => {
    const board = openBoard([aLead('a', 'leads'), aLead('b', 'won')]);
    await findBoard();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await board.emitMove('a', 'won');
    await waitFor(() => expect(columnText('won')).toBe('2 · $200 · Lead a, Lead b'));
    expect(columnText('leads')).toBe('0 · $0 · ');
    await within(card('Lead a')).findByText('Ada moved this');
    expect(announcements()).toContain('Ada Byron moved Lead a to Won.');
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.queryByText('Ada moved this')).toBeNull();
  });

  it('adds new leads and new values', async () => {
    const board = openBoard([aLead('a', 'leads')]);
    await findBoard();
    await board.emitCreate(aLead('n', 'leads', { name: 'Grace Hopper' }));
    await waitFor(() => expect(columnText('leads')).toBe('2 · $200 · Grace Hopper, Lead a'));
    await board.emitUpdate('a', { value: '250.50' });
    await waitFor(() => expect(columnText('leads')).toBe('2 · $350.50 · Grace Hopper, Lead a'));
  });

  it('is not announced when it is our own', async () => {
    const board = openBoard([aLead('a', 'leads')]);
    await findBoard();
    await moveByKeyboard('Lead a', 1);
    await board.emitMove('a', 'needs_quote', maya);
    await waitFor(() => expect(columnText('needs_quote')).toBe('1 · $100 · Lead a'));
    expect(screen.queryByText(/moved this/)).toBeNull();
  });

  it('wins over our own earlier move, even when our response arrives later', async () => {
    let respond = () => {};
    const board = openBoard([aLead('a', 'leads')], {
      moveLead: () => {
        const response = { ...aLead('a', 'needs_quote'), updatedAt: '2026-01-06T00:00:00.000Z' };
        return new Promise((resolve) => (respond = () => resolve(response)));
      },
    });
    await findBoard();
    await moveByKeyboard('Lead a', 1);
    await board.emitMove('a', 'won');
    respond();
    await waitFor(() => expect(currentToast()?.tone).toBe('success'));
    await waitFor(() => expect(columnText('won')).toBe('1 · $100 · Lead a'));
    expect(columnText('needs_quote')).toBe('0 · $0 · ');
  });

  it('that imports many leads updates the counts, is announced once and reloads the cards once', async () => {
    const pipeline = vi.fn();
    const board = openBoard([aLead('a', 'leads')], {
      pipeline: () => {
        pipeline();
        return board.pipeline();
      },
    });
    await findBoard();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const many = Array.from({ length: 40 }, (_, at) => aLead(`i${at}`, 'quoted', { name: `Imported ${at}` }));
    await board.emitImport(many, 20);
    expect(columnText('quoted').startsWith('40 · $4,000')).toBe(true);
    expect(announcements()).toContain('Ada Byron imported leads.');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await screen.findByText('Imported 0');
    expect(pipeline).toHaveBeenCalledTimes(2);
    await board.emitMove('i0', 'won');
    await waitFor(() => expect(columnText('won')).toBe('1 · $100 · Imported 0'));
  });

  it('reloads the board when the cursor is too old', async () => {
    const board = openBoard([aLead('a', 'leads')]);
    await findBoard();
    board.leads.push(aLead('z', 'waiting'));
    await board.emitResync();
    await waitFor(() => expect(columnText('waiting')).toBe('1 · $100 · Lead z'));
  });
});
