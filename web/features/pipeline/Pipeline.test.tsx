import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { setSocketState } from '#web/apollo/connection-state.ts';
import { maya } from '#web/testing/people.ts';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aLead, boardIsOpen, openBoard, shown } from './pipeline.fixtures.tsx';

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

/** Lifts a card, carries it some columns to the right and drops it. */
async function carry(name: string, columns: number) {
  card(name).focus();
  await press('Space');
  for (let step = 0; step < columns; step += 1) await press('ArrowRight');
  await press('Space');
}

const spoken = () => screen.getAllByRole('status').map((each) => each.textContent);

describe('the board', () => {
  it('shows six placeholder columns until it is there', async () => {
    openBoard([]);
    expect(screen.getAllByTestId('column-skeleton')).toHaveLength(6);
    await boardIsOpen();
    expect(screen.queryAllByTestId('column-skeleton')).toHaveLength(0);
  });

  it('has six columns, each with its count, its sum and its cards', async () => {
    openBoard([aLead('a', 'leads', { value: '0.10' }), aLead('b', 'leads', { value: '0.20' }), aLead('c', 'won', { value: null })]);
    await boardIsOpen();
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
    expect(shown('leads')).toBe('2 · $0.30 · Lead a, Lead b');
    expect(screen.getAllByText('No leads in this stage')).toHaveLength(4);
    within(card('Lead c')).getByText('Sale completed');
    within(card('Lead c')).getByText('Website');
    within(card('Lead a')).getByText('Northwind');
    within(card('Lead a')).getByText('$0.10');
  });

  it.each([
    ['when asked to', () => userEvent.click(screen.getByRole('button', { name: 'Try again' }))],
    [
      'once the server is back',
      () =>
        act(async () => {
          setSocketState('down');
          setSocketState('up');
        }),
    ],
  ])('says what went wrong and tries again %s', async (_when, again) => {
    let down = true;
    openBoard([], {
      pipeline: () => {
        if (down) throw new Error('The database is away');
        return { cursor: '1', columns: [] };
      },
    });
    await screen.findByText('The database is away');
    down = false;
    await again();
    await waitFor(() => expect(screen.queryByText('The database is away')).toBeNull());
  });

  it('tells the metrics of a card one rests on, those the server counts a moment later', async () => {
    openBoard([aLead('a', 'quoted')]);
    await boardIsOpen();
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

describe('moving a card by keyboard', () => {
  it('shows the move at once, says so, and keeps it', async () => {
    let agree = () => {};
    const board = openBoard([aLead('a', 'leads'), aLead('b', 'quoted')], {
      moveLead: () =>
        new Promise((resolve) => (agree = () => resolve({ ...board.leads[0], stage: 'quoted', updatedAt: new Date().toISOString() }))),
    });
    await boardIsOpen();
    await carry('Lead a', 2);
    expect(shown('quoted')).toBe('2 · $200 · Lead a, Lead b');
    expect(shown('leads')).toBe('0 · $0 · ');
    expect(currentToast()).toBeNull();
    agree();
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Lead stage updated successfully.' }));
    expect(shown('quoted')).toBe('2 · $200 · Lead a, Lead b');
  });

  it('lets the column it hangs over stand out, and fades where it came from', async () => {
    openBoard([aLead('a', 'leads')]);
    await boardIsOpen();
    const lit = () => [...document.querySelectorAll<HTMLElement>('[data-over]')].map(({ dataset }) => dataset.stage);
    expect([lit(), card('Lead a').style.opacity]).toEqual([[], '']);
    card('Lead a').focus();
    await press('Space');
    await press('ArrowRight');
    expect([lit(), document.querySelector<HTMLElement>('[data-lead]')?.style.opacity]).toEqual([['needs_quote'], '0.5']);
    await press('Escape');
    expect(lit()).toEqual([]);
  });

  it('names the lead and the column to screen readers', async () => {
    openBoard([aLead('a', 'leads')]);
    await boardIsOpen();
    card('Lead a').focus();
    await press('Space');
    await press('ArrowRight');
    expect(spoken()).toContain('Lead a is over Needs Quote.');
    await press('Escape');
    expect(spoken()).toContain('Lead a is back in Leads.');
    expect(shown('leads')).toBe('1 · $100 · Lead a');
  });

  it('takes it back when the server would not', async () => {
    openBoard([aLead('a', 'leads')], {
      moveLead: () => {
        throw new Error('No');
      },
    });
    await boardIsOpen();
    await carry('Lead a', 1);
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', description: 'Failed to update lead stage.' }));
    await waitFor(() => expect(shown('leads')).toBe('1 · $100 · Lead a'));
    expect(shown('needs_quote')).toBe('0 · $0 · ');
  });

  it('does nothing on the column it came from', async () => {
    const moveLead = vi.fn();
    openBoard([aLead('a', 'leads')], { moveLead });
    await boardIsOpen();
    await carry('Lead a', 0);
    expect(moveLead).not.toHaveBeenCalled();
    expect(currentToast()).toBeNull();
  });
});

describe("another person's change", () => {
  it('moves the card, the counts and the sums, and the card wears the name for two seconds', async () => {
    const board = openBoard([aLead('a', 'leads'), aLead('b', 'won')]);
    await boardIsOpen();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await board.moves('a', 'won');
    await waitFor(() => expect(shown('won')).toBe('2 · $200 · Lead a, Lead b'));
    expect(shown('leads')).toBe('0 · $0 · ');
    await within(card('Lead a')).findByText('Ada moved this');
    expect(spoken()).toContain('Ada Byron moved Lead a to Won.');
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.queryByText('Ada moved this')).toBeNull();
  });

  it('brings new leads and new values', async () => {
    const board = openBoard([aLead('a', 'leads')]);
    await boardIsOpen();
    await board.adds(aLead('n', 'leads', { name: 'Grace Hopper' }));
    await waitFor(() => expect(shown('leads')).toBe('2 · $200 · Grace Hopper, Lead a'));
    await board.edits('a', { value: '250.50' });
    await waitFor(() => expect(shown('leads')).toBe('2 · $350.50 · Grace Hopper, Lead a'));
  });

  it('is no news when it is our own', async () => {
    const board = openBoard([aLead('a', 'leads')]);
    await boardIsOpen();
    await carry('Lead a', 1);
    await board.moves('a', 'needs_quote', maya);
    await waitFor(() => expect(shown('needs_quote')).toBe('1 · $100 · Lead a'));
    expect(screen.queryByText(/moved this/)).toBeNull();
  });

  it('has the last word over our own move, even when our answer comes later', async () => {
    let answer = () => {};
    const board = openBoard([aLead('a', 'leads')], {
      moveLead: () => {
        const agreed = { ...aLead('a', 'needs_quote'), updatedAt: '2026-01-06T00:00:00.000Z' };
        return new Promise((resolve) => (answer = () => resolve(agreed)));
      },
    });
    await boardIsOpen();
    await carry('Lead a', 1);
    await board.moves('a', 'won');
    answer();
    await waitFor(() => expect(currentToast()?.tone).toBe('success'));
    await waitFor(() => expect(shown('won')).toBe('1 · $100 · Lead a'));
    expect(shown('needs_quote')).toBe('0 · $0 · ');
  });

  it('that brings many leads in is one piece of news: counts at once, and the cards asked for once', async () => {
    const pipeline = vi.fn();
    const board = openBoard([aLead('a', 'leads')], {
      pipeline: () => {
        pipeline();
        return board.pipeline();
      },
    });
    await boardIsOpen();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const many = Array.from({ length: 40 }, (_, at) => aLead(`i${at}`, 'quoted', { name: `Imported ${at}` }));
    await board.imports(many, 20);
    expect(shown('quoted').startsWith('40 · $4,000')).toBe(true);
    expect(spoken()).toContain('Ada Byron changed leads by an import.');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await screen.findByText('Imported 0');
    expect(pipeline).toHaveBeenCalledTimes(2);
    await board.moves('i0', 'won');
    await waitFor(() => expect(shown('won')).toBe('1 · $100 · Imported 0'));
  });

  it('is asked for anew when too much was missed', async () => {
    const board = openBoard([aLead('a', 'leads')]);
    await boardIsOpen();
    board.leads.push(aLead('z', 'waiting'));
    await board.losesTrack();
    await waitFor(() => expect(shown('waiting')).toBe('1 · $100 · Lead z'));
  });
});
