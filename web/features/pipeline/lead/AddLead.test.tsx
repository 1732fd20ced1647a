import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aLead, columnText, findBoard, openBoard } from '../pipeline.fixtures.tsx';

const modal = () => within(screen.getByRole('dialog', { name: 'Add New Lead' }));
const field = (label: string) => modal().getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const submit = () => userEvent.click(modal().getByRole('button', { name: 'Add Lead' }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Add Lead' }));
  await screen.findByRole('dialog', { name: 'Add New Lead' });
};

async function openModal(createLead: unknown = () => null) {
  openBoard([aLead('a', 'leads')], { createLead });
  await findBoard();
  await open();
}

describe('adding a lead', () => {
  it('adds it at the top of Leads, confirms, closes and resets the form', async () => {
    const createLead = vi.fn(({ input }) => ({ ...aLead('n', 'leads'), ...input }));
    await openModal(createLead);
    await userEvent.type(field('Name'), ' Grace Hopper ');
    await userEvent.type(field('Value'), '1250.5');
    await submit();
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Lead created successfully.' }));
    expect(createLead.mock.calls[0]?.[0]).toMatchObject({
      input: { name: 'Grace Hopper', value: '1250.50', source: 'website', email: null, ownerId: 'u1' },
    });
    await isClosed();
    expect(columnText('leads')).toBe('2 · $1,350.50 · Grace Hopper, Lead a');
    await open();
    expect(field('Name').value).toBe('');
  });

  it('shows that it is saving', async () => {
    await openModal(() => new Promise(() => undefined));
    await userEvent.type(field('Name'), 'Grace');
    await submit();
    expect((await modal().findByRole('button', { name: 'Creating...' })).getAttribute('aria-disabled')).toBe('true');
  });

  it('keeps the input when it fails, and does not retry', async () => {
    const createLead = vi.fn(() => {
      throw new Error('No');
    });
    await openModal(createLead);
    await userEvent.type(field('Name'), 'Grace');
    await submit();
    await waitFor(() =>
      expect(currentToast()).toMatchObject({ title: 'Error', description: 'Failed to create lead. Please try again.', tone: 'error' }),
    );
    expect(field('Name').value).toBe('Grace');
    expect(createLead).toHaveBeenCalledOnce();
  });

  it('shows validation errors for name and email at the fields', async () => {
    const createLead = vi.fn();
    await openModal(createLead);
    await userEvent.type(field('Email'), 'grace');
    await submit();
    await modal().findByText('Name is required');
    modal().getByText('Invalid email');
    expect(createLead).not.toHaveBeenCalled();
  });

  it('offers the sources, Website first, and a dollar prefix', async () => {
    await openModal();
    modal().getByText('$');
    const source = modal().getByRole('combobox', { name: /Source/ });
    expect(source.textContent).toBe('Website');
    await userEvent.click(source);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Website',
      'Referral',
      'Cold Call',
      'LinkedIn',
      'Trade Show',
      'Email',
      'Other',
    ]);
  });

  it('closes on Cancel, and offers what was typed when it is opened again', async () => {
    await openModal();
    await userEvent.type(field('Name'), 'Grace');
    await userEvent.click(modal().getByRole('button', { name: 'Cancel' }));
    await isClosed();
    await open();
    expect(field('Name').value).toBe('');
    await userEvent.click(modal().getByRole('button', { name: 'Restore draft' }));
    expect(field('Name').value).toBe('Grace');
    expect(document.activeElement).toBe(field('Name'));
    expect(modal().queryByRole('button', { name: 'Restore draft' })).toBeNull();
  });

  it('forgets a draft that is discarded', async () => {
    await openModal();
    await userEvent.type(field('Name'), 'Grace');
    await userEvent.keyboard('{Escape}');
    await isClosed();
    await open();
    await userEvent.click(modal().getByRole('button', { name: 'Discard' }));
    await userEvent.keyboard('{Escape}');
    await isClosed();
    await open();
    expect(modal().queryByRole('button', { name: 'Restore draft' })).toBeNull();
  });

  it('leaves the form that is open now alone when an earlier one is saved late', async () => {
    let answer = (_created: object) => {};
    await openModal(() => new Promise((resolve) => (answer = resolve)));
    await userEvent.type(field('Name'), 'Grace');
    await submit();
    await userEvent.click(modal().getByRole('button', { name: 'Cancel' }));
    await isClosed();
    await open();
    await userEvent.type(field('Name'), 'Ada');
    answer({ ...aLead('n', 'leads'), name: 'Grace' });
    await waitFor(() => expect(currentToast()?.description).toBe('Lead created successfully.'));
    expect(field('Name').value).toBe('Ada');
    // What was saved is no draft any more.
    expect(modal().queryByRole('button', { name: 'Restore draft' })).toBeNull();
  });
});

describe('editing a lead', () => {
  const edit = async (updateLead: unknown) => {
    openBoard([aLead('a', 'leads')], { updateLead });
    await findBoard();
    await userEvent.click(screen.getByText('Lead a'));
    return within(await screen.findByRole('dialog', { name: 'Edit Lead' }));
  };

  it('sends only changed fields and updates the totals', async () => {
    const updateLead = vi.fn(({ id, input }) => ({ ...aLead(id, 'leads'), ...input, updatedAt: new Date().toISOString() }));
    const dialog = await edit(updateLead);
    const value = await dialog.findByLabelText(/^Value/);
    await userEvent.clear(value);
    await userEvent.type(value, '300');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await isClosed();
    expect(updateLead.mock.calls[0]?.[0]).toMatchObject({ id: 'a', input: { value: '300.00' } });
    expect(Object.keys(updateLead.mock.calls[0]?.[0].input)).toEqual(['value']);
    expect(columnText('leads')).toBe('1 · $300 · Lead a');
  });

  it('moves a lead without dragging', async () => {
    const dialog = await edit(undefined);
    await userEvent.click(await dialog.findByRole('combobox', { name: /Stage/ }));
    await userEvent.click(screen.getByRole('option', { name: 'Won' }));
    await waitFor(() => expect(currentToast()?.description).toBe('Lead stage updated successfully.'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    expect(columnText('won')).toBe('1 · $100 · Lead a');
  });

  it('opens from its URL, and closing clears the URL', async () => {
    openBoard([aLead('a', 'leads')], {}, '/pipeline?lead=a');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Lead' }));
    expect((await dialog.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe('Lead a');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    expect(screen.getByTestId('address').textContent).toBe('/pipeline');
  });
});
