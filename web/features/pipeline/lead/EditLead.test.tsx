import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ada, aLead, findBoard, openBoard } from '../pipeline.fixtures.tsx';

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Edit Lead' }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function openLead(answers: Record<string, unknown> = {}) {
  openBoard([aLead('a', 'quoted')], answers);
  await findBoard();
  await userEvent.click(screen.getByRole('button', { name: /Lead a/ }));
  return dialog();
}

it('retries a lead that failed to load', async () => {
  const lead = vi.fn((): unknown => {
    throw new Error('Database unavailable');
  });
  const inside = await openLead({ lead });
  await inside.findByText('Database unavailable');
  lead.mockImplementation(() => aLead('a', 'quoted'));
  await userEvent.click(inside.getByRole('button', { name: 'Try again' }));
  expect((await inside.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Lead a');
});

it('says by which rule somebody owns the lead', async () => {
  const assignmentReason = 'Round robin of rule “West coast”, skipped Priya (absent)';
  const inside = await openLead({ lead: () => ({ ...aLead('a', 'quoted'), owner: null, assignmentReason }) });
  await inside.findByText(`Not assigned: ${assignmentReason}.`);
});

it('can be closed while the lead loads', async () => {
  const inside = await openLead({ lead: () => new Promise(() => undefined) });
  inside.getByRole('status', { name: 'Loading lead' });
  await userEvent.click(inside.getByRole('button', { name: 'Cancel' }));
  await isClosed();
});

it('says when the lead does not exist, and can be closed', async () => {
  const inside = await openLead({ lead: () => null });
  await inside.findByText('Lead not found');
  await userEvent.click(inside.getByRole('button', { name: 'Close' }));
  await isClosed();
});

it.each([
  ['wide', 'all', Node.DOCUMENT_POSITION_PRECEDING],
  ['small', 'not all', Node.DOCUMENT_POSITION_FOLLOWING],
])('shows the stage field where it is visible in a %s window', async (_window, answer, position) => {
  const matchMedia = window.matchMedia.bind(window);
  vi.stubGlobal('matchMedia', (query: string) => matchMedia(query.includes('min-width') ? answer : query));
  onTestFinished(() => void vi.unstubAllGlobals());
  const inside = await openLead();
  const stage = await inside.findByRole('combobox', { name: /Stage/ });
  expect(stage.compareDocumentPosition(inside.getByRole('textbox', { name: 'Name' }))).toBe(position);
});

describe('what was typed into a lead and not saved', () => {
  const reopen = async () => {
    await isClosed();
    await userEvent.click(screen.getByRole('button', { name: /Lead a/ }));
    return dialog();
  };

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['a click beside the dialog', () => userEvent.click(document.querySelector('.MuiDialog-container') ?? document.body)],
  ])('is offered again after %s', async (_way, close) => {
    const inside = await openLead();
    await userEvent.type(await inside.findByLabelText('Notes'), 'Wants two machines');
    await close();
    const again = await reopen();
    expect((await again.findByLabelText<HTMLInputElement>('Notes')).value).toBe('');
    await userEvent.click(again.getByRole('button', { name: 'Restore draft' }));
    expect(again.getByLabelText<HTMLInputElement>('Notes').value).toBe('Wants two machines');
  });

  it('is compared with what a colleague saved since, when it is restored', async () => {
    const server = { lead: aLead('a', 'quoted') };
    const inside = await openLead({ lead: () => server.lead });
    const company = await inside.findByLabelText('Company');
    await userEvent.clear(company);
    await userEvent.type(company, 'Mine');
    await userEvent.type(inside.getByLabelText('Phone'), '555 0123');
    await userEvent.keyboard('{Escape}');
    server.lead = { ...server.lead, company: 'Theirs', updatedAt: '2026-01-06T09:00:00.000Z' };
    const again = await reopen();
    await waitFor(() => expect(again.getByLabelText<HTMLInputElement>('Company').value).toBe('Theirs'));
    await userEvent.click(again.getByRole('button', { name: 'Restore draft' }));
    const alert = within(await again.findByRole('alert'));
    alert.getByText('Yours:');
    alert.getByText('Theirs:');
    await userEvent.click(alert.getByRole('button', { name: 'Use theirs' }));
    expect(again.getByLabelText<HTMLInputElement>('Company').value).toBe('Theirs');
    expect(again.getByLabelText<HTMLInputElement>('Phone').value).toContain('555 0123');
  });
});

describe('a lead that a colleague saved first', () => {
  const opened = aLead('a', 'quoted');
  const saved = { ...opened, company: 'Acme', notes: 'Call on Monday', updatedAt: '2026-01-06T09:00:00.000Z' };
  type Sent = { input: object; ifUpdatedAt?: string };

  /** Opens the dialog on a fake server that accepts only changes of the version `current`. */
  const editLead = async (current = saved) => {
    const updateLead = vi.fn(({ input, ifUpdatedAt }: Sent) =>
      ifUpdatedAt === current.updatedAt
        ? { ...current, ...input, updatedAt: '2026-01-07T09:00:00.000Z' }
        : { __typename: 'LeadEditConflict', message: '', updatedAt: current.updatedAt, updatedBy: ada, current },
    );
    const inside = await openLead({ updateLead });
    const write = async (label: string, text: string) => {
      const field = await inside.findByLabelText(label);
      await userEvent.clear(field);
      await userEvent.type(field, text);
    };
    const save = () => userEvent.click(inside.getByRole('button', { name: 'Save' }));
    return { updateLead, inside, write, save };
  };
  const sent = (updateLead: { mock: { calls: Sent[][] } }) => updateLead.mock.calls.map(([args]) => [args?.input, args?.ifUpdatedAt]);

  it('shows who changed what, and is overwritten only on request', async () => {
    const { updateLead, inside, write, save } = await editLead();
    await write('Company', 'Mine');
    await save();
    const alert = await inside.findByRole('alert');
    expect(document.activeElement).toBe(alert);
    within(alert).getByText(/^Ada Byron changed this lead/);
    const [names, values] = ['term', 'definition'].map((role) =>
      within(alert)
        .getAllByRole(role)
        .map(({ textContent }) => textContent),
    );
    expect(names).toEqual(['Company', 'Notes']);
    expect(values).toEqual(['Yours: MineTheirs: Acme', 'Yours: Not changedTheirs: Call on Monday']);
    await save();
    await waitFor(() => expect(updateLead).toHaveBeenCalledTimes(2));
    expect(inside.getByLabelText('Company')).toHaveProperty('value', 'Mine');
    await userEvent.click(inside.getByRole('button', { name: 'Keep mine' }));
    await isClosed();
    expect(sent(updateLead)).toEqual([
      [{ company: 'Mine' }, opened.updatedAt],
      [{ company: 'Mine' }, opened.updatedAt],
      [{ company: 'Mine' }, saved.updatedAt],
    ]);
  });

  it('takes their values where they changed them and keeps the input elsewhere', async () => {
    const { updateLead, inside, write, save } = await editLead();
    await write('Company', 'Mine');
    await write('Phone', '555 0123');
    await save();
    await userEvent.click(await inside.findByRole('button', { name: 'Use theirs' }));
    const shown = ['Company', 'Notes', 'Phone'].map((label) => inside.getByLabelText<HTMLInputElement>(label).value);
    expect(shown).toEqual(['Acme', 'Call on Monday', '555 0123']);
    expect(inside.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(inside.getByRole('textbox', { name: 'Name' }));
    await save();
    await isClosed();
    expect(sent(updateLead).at(-1)).toEqual([{ phone: '555 0123' }, saved.updatedAt]);
  });

  it('is detected when the board has received the change without all fields', async () => {
    const lead = { ...opened };
    const updateLead = vi.fn((_asked: Sent) => ({
      __typename: 'LeadEditConflict',
      message: '',
      updatedAt: saved.updatedAt,
      updatedBy: ada,
      current: { ...opened, notes: 'Theirs', updatedAt: saved.updatedAt },
    }));
    const { emitUpdate } = openBoard([lead], { updateLead });
    await findBoard();
    await userEvent.click(screen.getByRole('button', { name: /Lead a/ }));
    const inside = await dialog();
    await userEvent.type(await inside.findByLabelText('Notes'), 'Mine');
    Object.assign(lead, { notes: 'Theirs' });
    await emitUpdate('a', {});
    await userEvent.click(inside.getByRole('button', { name: 'Save' }));
    const alert = within(await inside.findByRole('alert'));
    expect(alert.getByRole('definition').textContent).toBe('Yours: MineTheirs: Theirs');
    expect(sent(updateLead)).toEqual([[{ notes: 'Mine' }, opened.updatedAt]]);
  });

  it('is saved without asking when they changed nothing in the form', async () => {
    const moved = { ...opened, stage: 'won' as const, updatedAt: saved.updatedAt, notes: null, company: 'Northwind' };
    const { updateLead, write, save } = await editLead(Object.assign({}, saved, moved));
    await write('Phone', '555 0123');
    await save();
    await isClosed();
    expect(sent(updateLead)).toEqual([
      [{ phone: '555 0123' }, opened.updatedAt],
      [{ phone: '555 0123' }, saved.updatedAt],
    ]);
  });
});
