import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { CustomerDrawer } from '../Customers.tsx';
import { aCustomer, openCustomers } from '../customers.fixtures.tsx';

// As on a page that is idle.
beforeAll(async () => void (await CustomerDrawer.preload()));

type Sent = { id?: string; input: Record<string, unknown> };

const dana = aCustomer('Dana Whitfield', { email: 'dana@whitfield.example', phone: '(216) 555-0190', company: 'Whitfield' });

const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
const field = (name: string, label: string) => dialog(name).getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const ADD = 'Add New Customer';
const EDIT = 'Edit Customer';

async function openAdd(answers: Record<string, unknown> = {}) {
  const page = openCustomers([dana], { answers });
  await screen.findByRole('listitem', { name: 'Dana Whitfield' });
  const open = async () => {
    await page.user.click(screen.getByRole('button', { name: 'Add Customer' }));
    await screen.findByRole('dialog', { name: ADD });
  };
  await open();
  const save = () => page.user.click(dialog(ADD).getByRole('button', { name: 'Add Customer' }));
  return { ...page, open, save };
}

async function openEdit(answers: Record<string, unknown> = {}) {
  const page = openCustomers([dana], { answers });
  const open = async () => {
    await page.user.click(await screen.findByRole('button', { name: /^Edit Dana/ }));
    await screen.findByRole('dialog', { name: EDIT });
  };
  await open();
  const save = () => page.user.click(dialog(EDIT).getByRole('button', { name: 'Save' }));
  const change = async (label: string, text: string) => {
    await page.user.clear(field(EDIT, label));
    if (text) await page.user.type(field(EDIT, label), text);
  };
  return { ...page, open, save, change };
}

describe('adding a customer', () => {
  it('creates the customer, confirms, closes and resets the form', async () => {
    const createCustomer = vi.fn(({ input }: Sent) => ({ ...aCustomer('New'), ...input }));
    const { user, save, open } = await openAdd({ createCustomer });
    expect(document.activeElement).toBe(field(ADD, 'Name'));
    await user.type(field(ADD, 'Name'), ' Grace Hopper ');
    await user.type(field(ADD, 'Email'), 'grace@navy.example{Enter}');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Customer created successfully.' }));
    expect(createCustomer.mock.calls[0]?.[0]).toMatchObject({
      input: { name: 'Grace Hopper', email: 'grace@navy.example', phone: null, company: null, shopifyCustomerId: null },
    });
    await isClosed();
    await open();
    expect(field(ADD, 'Name').value).toBe('');
    await save();
    expect(createCustomer).toHaveBeenCalledTimes(1);
  });

  it('shows validation errors for name and email at the fields', async () => {
    const createCustomer = vi.fn();
    const { user, save } = await openAdd({ createCustomer });
    await user.type(field(ADD, 'Email'), 'grace');
    await save();
    await dialog(ADD).findByText('Name is required');
    dialog(ADD).getByText('Invalid email');
    expect(createCustomer).not.toHaveBeenCalled();
  });

  it('shows that it is saving', async () => {
    const { user, save } = await openAdd({ createCustomer: () => new Promise(() => undefined) });
    await user.type(field(ADD, 'Name'), 'Grace');
    await save();
    expect((await dialog(ADD).findByRole('button', { name: 'Creating...' })).getAttribute('aria-disabled')).toBe('true');
  });

  it('keeps the input when it fails and when it is closed', async () => {
    const { user, save, open } = await openAdd({
      createCustomer: () => {
        throw new Error('No');
      },
    });
    await user.type(field(ADD, 'Name'), 'Grace');
    await save();
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', description: 'Failed to create customer', tone: 'error' }));
    expect(field(ADD, 'Name').value).toBe('Grace');
    await user.keyboard('{Escape}');
    await isClosed();
    expect(document.activeElement?.textContent).toBe('Add Customer');
    await open();
    await user.click(dialog(ADD).getByRole('button', { name: 'Restore draft' }));
    expect(field(ADD, 'Name').value).toBe('Grace');
  });

  it('shows the server’s validation message', async () => {
    const conflict = { __typename: 'Conflict', message: 'Another customer already has this shop customer id.' };
    const { user, save } = await openAdd({ createCustomer: () => conflict });
    await user.type(field(ADD, 'Name'), 'Grace');
    await save();
    await waitFor(() => expect(currentToast()?.description).toBe(conflict.message));
  });

  it('warns about a duplicate phone number with a link, and still saves', async () => {
    const similarCustomers = vi.fn(({ email, phone }: { email: string; phone: string }) => {
      const [sameEmail, samePhone] = [email.toLowerCase() === dana.email, phone.endsWith('0190')];
      return sameEmail || samePhone ? [{ sameEmail, samePhone, customer: dana }] : [];
    });
    const createCustomer = vi.fn(({ input }: Sent) => ({ ...aCustomer('New'), ...input }));
    const { user, save, open } = await openAdd({ similarCustomers, createCustomer });
    await user.type(field(ADD, 'Name'), 'Her Twin');
    await user.type(field(ADD, 'Phone'), '2165550190');
    const link = await dialog(ADD).findByRole('link', { name: 'Dana Whitfield' });
    expect(link.parentElement?.textContent).toBe('This phone number already belongs to Dana Whitfield.');
    await user.type(field(ADD, 'Email'), 'DANA@whitfield.example');
    await dialog(ADD).findByText(/^This email address and phone number already belong to/);
    // Debounced: not on every keystroke.
    expect(similarCustomers.mock.calls.length).toBeLessThan(6);

    await user.click(dialog(ADD).getByRole('link', { name: 'Dana Whitfield' }));
    await screen.findByRole('dialog', { name: 'Dana Whitfield' });
    expect(screen.getByTestId('address').textContent).toBe('/customers?customer=dana-whitfield');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await isClosed();

    await open();
    await user.click(dialog(ADD).getByRole('button', { name: 'Restore draft' }));
    expect(field(ADD, 'Name').value).toBe('Her Twin');
    await save();
    await isClosed();
    expect(createCustomer.mock.calls[0]?.[0].input).toMatchObject({ name: 'Her Twin', phone: '2165550190' });
  });
});

describe('editing a customer', () => {
  it('sends only changed fields', async () => {
    const updateCustomer = vi.fn(({ input }: Sent) => ({ ...dana, ...input }));
    const { save, change } = await openEdit({ updateCustomer });
    expect(field(EDIT, 'Email').value).toBe('dana@whitfield.example');
    await change('Company', ' Whitfield & Daughters ');
    await change('Phone', '');
    await save();
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Customer updated successfully.' }));
    expect(updateCustomer.mock.calls[0]?.[0]).toEqual({
      id: 'dana-whitfield',
      input: { company: 'Whitfield & Daughters', phone: null },
      ifUpdatedAt: dana.updatedAt,
    });
    await isClosed();
    screen.getByText('Whitfield & Daughters');
  });

  it('sends nothing when nothing changed', async () => {
    const updateCustomer = vi.fn();
    const { save } = await openEdit({ updateCustomer });
    await save();
    await isClosed();
    expect(updateCustomer).not.toHaveBeenCalled();
  });

  it('looks for other customers with the same number', async () => {
    const similarCustomers = vi.fn((_args: object) => []);
    const { change } = await openEdit({ similarCustomers });
    await change('Phone', '555 0100');
    await waitFor(() => expect(similarCustomers.mock.lastCall?.[0]).toMatchObject({ phone: '555 0100', exceptId: 'dana-whitfield' }));
  });

  it('keeps the input after an error and after closing, together with changes by others', async () => {
    const updateCustomer = vi.fn(({ input }: Sent) => ({ ...dana, company: 'Theirs', ...input }));
    updateCustomer.mockImplementationOnce(() => {
      throw new Error('No');
    });
    const { user, open, save, change, emitUpdate } = await openEdit({ updateCustomer });
    await change('Name', 'Dana W');
    await save();
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', description: 'Failed to update customer' }));
    expect(field(EDIT, 'Name').value).toBe('Dana W');
    await user.click(dialog(EDIT).getByRole('button', { name: 'Cancel' }));
    await isClosed();
    await emitUpdate('dana-whitfield', { company: 'Theirs' });

    await open();
    await user.click(dialog(EDIT).getByRole('button', { name: 'Restore draft' }));
    expect([field(EDIT, 'Name').value, field(EDIT, 'Company').value]).toEqual(['Dana W', 'Theirs']);
    await save();
    await isClosed();
    expect(updateCustomer.mock.calls[1]?.[0].input).toEqual({ name: 'Dana W' });
  });

  it('applies changes by others while the form is untouched, and shows a notice once it is not', async () => {
    const { change, emitUpdate } = await openEdit({});
    await emitUpdate('dana-whitfield', { company: 'Theirs', updatedAt: '2026-01-06T09:00:00.000Z' });
    await waitFor(() => expect(field(EDIT, 'Company').value).toBe('Theirs'));
    expect(dialog(EDIT).queryByRole('status')).toBeNull();
    await change('Name', 'Dana W');
    await emitUpdate('dana-whitfield', { company: 'Theirs again', updatedAt: '2026-01-07T09:00:00.000Z' });
    await dialog(EDIT).findByText(/^A colleague changed this customer while you were editing/);
    expect([field(EDIT, 'Name').value, field(EDIT, 'Company').value]).toEqual(['Dana W', 'Theirs']);
  });

  it('shows what a colleague saved first, and merges it with the input', async () => {
    const current = { ...dana, company: 'Theirs', updatedAt: '2026-01-06T09:00:00.000Z' };
    const updatedBy = { __typename: 'User', id: 'u2', displayName: 'Grace Hopper' };
    const updateCustomer = vi.fn(({ input, ifUpdatedAt }: Sent & { ifUpdatedAt?: string }) =>
      ifUpdatedAt === current.updatedAt
        ? { ...current, ...input }
        : { __typename: 'CustomerEditConflict', message: '', updatedAt: current.updatedAt, updatedBy, current },
    );
    const { user, save, change } = await openEdit({ updateCustomer });
    await change('Company', 'Mine');
    await change('Phone', '555 0123');
    await save();
    const alert = within(await dialog(EDIT).findByRole('alert'));
    alert.getByText(/^Grace Hopper changed this customer/);
    await user.click(alert.getByRole('button', { name: 'Use theirs' }));
    expect([field(EDIT, 'Company').value, field(EDIT, 'Phone').value]).toEqual(['Theirs', '555 0123']);
    expect(dialog(EDIT).queryByRole('alert')).toBeNull();
    await save();
    await isClosed();
    expect(updateCustomer.mock.calls[1]?.[0]).toMatchObject({ input: { phone: '555 0123' }, ifUpdatedAt: current.updatedAt });
    expect(Object.keys(updateCustomer.mock.calls[1]?.[0].input ?? {})).toEqual(['phone']);
  });

  it('says when the customer is deleted elsewhere, keeps the input, and says so again on saving', async () => {
    const updateCustomer = () => ({ __typename: 'NotFound', message: 'Customer not found' });
    const { save, change, emitImportUndo } = await openEdit({ updateCustomer });
    await change('Name', 'Dana W');
    await emitImportUndo('dana-whitfield');
    await dialog(EDIT).findByText(/^This customer was deleted/);
    await save();
    const description = 'Failed to update customer. Customer not found. It may have been deleted.';
    await waitFor(() => expect(currentToast()).toMatchObject({ tone: 'error', description }));
    expect(field(EDIT, 'Name').value).toBe('Dana W');
  });
});
