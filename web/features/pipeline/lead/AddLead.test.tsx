import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aLead, boardIsOpen, openBoard, shown } from '../pipeline.fixtures.tsx';

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
  await boardIsOpen();
  await open();
}

describe('adding a lead', () => {
  it('puts it on top of Leads, says so, closes and starts afresh', async () => {
    const createLead = vi.fn(({ input }) => ({ ...aLead('n', 'leads'), ...input }));
    await openModal(createLead);
    await userEvent.type(field('Name'), ' Grace Hopper ');
    await userEvent.type(field('Value'), '1250.5');
    await submit();
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Lead created successfully.' }));
    expect(createLead.mock.calls[0]?.[0]).toMatchObject({
      input: { name: 'Grace Hopper', value: '1250.50', source: 'website', email: null },
    });
    await isClosed();
    expect(shown('leads')).toBe('2 · $1,350.50 · Grace Hopper, Lead a');
    await open();
    expect(field('Name').value).toBe('');
  });

  it('waits visibly', async () => {
    await openModal(() => new Promise(() => undefined));
    await userEvent.type(field('Name'), 'Grace');
    await submit();
    expect((await modal().findByRole('button', { name: 'Creating...' })).getAttribute('aria-disabled')).toBe('true');
  });

  it('keeps what was typed when it fails, and does not try again by itself', async () => {
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

  it('asks for a name and a real email address, beside the fields', async () => {
    const createLead = vi.fn();
    await openModal(createLead);
    await userEvent.type(field('Email'), 'grace');
    await submit();
    await modal().findByText('Name is required');
    modal().getByText('Invalid email');
    expect(createLead).not.toHaveBeenCalled();
  });

  it('offers the sources, Website first, and dollars', async () => {
    await openModal();
    modal().getByText('$');
    const source = modal().getByRole('combobox');
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

  it('closes on Cancel', async () => {
    await openModal();
    await userEvent.click(modal().getByRole('button', { name: 'Cancel' }));
    await isClosed();
  });
});

describe('editing a lead', () => {
  const edit = async (updateLead: unknown) => {
    openBoard([aLead('a', 'leads')], { updateLead });
    await boardIsOpen();
    await userEvent.click(screen.getByText('Lead a'));
    return within(await screen.findByRole('dialog', { name: 'Edit Lead' }));
  };

  it('sends only what was changed, and the sums follow', async () => {
    const updateLead = vi.fn(({ id, input }) => ({ ...aLead(id, 'leads'), ...input, updatedAt: new Date().toISOString() }));
    const dialog = await edit(updateLead);
    const value = await dialog.findByLabelText(/^Value/);
    await userEvent.clear(value);
    await userEvent.type(value, '300');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await isClosed();
    expect(updateLead.mock.calls[0]?.[0]).toMatchObject({ id: 'a', input: { value: '300.00' } });
    expect(Object.keys(updateLead.mock.calls[0]?.[0].input)).toEqual(['value']);
    expect(shown('leads')).toBe('1 · $300 · Lead a');
  });

  it('moves without dragging', async () => {
    const dialog = await edit(undefined);
    await userEvent.click(await dialog.findByRole('combobox', { name: /Stage/ }));
    await userEvent.click(screen.getByRole('option', { name: 'Won' }));
    await waitFor(() => expect(currentToast()?.description).toBe('Lead stage updated successfully.'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    expect(shown('won')).toBe('1 · $100 · Lead a');
  });

  it('is opened by its address, which closing it forgets', async () => {
    openBoard([aLead('a', 'leads')], {}, '/pipeline?lead=a');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Lead' }));
    expect((await dialog.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe('Lead a');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    expect(screen.getByTestId('address').textContent).toBe('/pipeline');
  });
});
