import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { item, openScreen, toast } from '../training.fixtures.tsx';

describe('adding a training item', () => {
  it('requires a title and content, and previews tags while typing', async () => {
    const { user, sent } = openScreen([]);
    await user.click(screen.getByRole('button', { name: 'Add Training Data' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Training Data' }));
    const submit = dialog.getByRole('button', { name: 'Add Training Data' });
    expect(submit).toHaveProperty('disabled', true);
    await user.type(dialog.getByLabelText('Title'), 'Returns');
    await user.type(dialog.getByLabelText('Content'), 'Within 30 days.');
    await user.type(dialog.getByLabelText('Also asked as'), 'Can I send it back?{Enter}{Enter}can i send it back{Enter}Refunds?');
    await user.type(dialog.getByLabelText('Tags'), 'returns, , refund');
    expect(within(dialog.getByRole('group', { name: 'Entered tags' })).getByText('refund')).toBeTruthy();
    await user.click(submit);
    await waitFor(() => expect(toast()).toBe('Training data added successfully'));
    const alsoAskedAs = ['Can I send it back?', 'Refunds?'];
    const tags = ['returns', 'refund'];
    const input = { title: 'Returns', content: 'Within 30 days.', category: 'knowledge', source: 'manual', tags, alsoAskedAs };
    expect(sent).toEqual([['add', { input }]]);
  });

  it('shows an error when the item cannot be added', async () => {
    const { user } = openScreen([], { isBroken: true });
    await user.click(screen.getByRole('button', { name: 'Add Training Data' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Training Data' }));
    await user.type(dialog.getByLabelText('Title'), 'Returns');
    await user.type(dialog.getByLabelText('Content'), 'Within 30 days.');
    await user.click(dialog.getByRole('button', { name: 'Add Training Data' }));
    await waitFor(() => expect(currentToast()?.description).toContain('Failed to add training data'));
  });

  it('keeps the input when the dialog is closed', async () => {
    const { user } = openScreen([]);
    await user.click(screen.getByRole('button', { name: 'Add Training Data' }));
    await user.type(await screen.findByLabelText('Title'), 'Half');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Add Training Data' }));
    await user.click(await screen.findByRole('button', { name: 'Restore draft' }));
    expect(await screen.findByLabelText('Title')).toHaveProperty('value', 'Half');
  });

  it('keeps the input of an item that could not be added, also after Escape', async () => {
    const { user } = openScreen([], { isBroken: true });
    await user.click(screen.getByRole('button', { name: 'Add Training Data' }));
    await user.type(await screen.findByLabelText('Title'), 'Returns');
    await user.type(screen.getByLabelText('Content'), 'Within 30 days.{Tab}{Tab}{Tab}{Tab}');
    const submit = within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Training Data' });
    submit.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(toast()).toBe('Failed to add training data'));
    expect(document.activeElement).toBe(submit);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Add Training Data' }));
    await user.click(await screen.findByRole('button', { name: 'Restore draft' }));
    expect(await screen.findByLabelText('Title')).toHaveProperty('value', 'Returns');
    expect(screen.getByLabelText('Content')).toHaveProperty('value', 'Within 30 days.');
  });
});

describe('editing a training item', () => {
  const edit = async (user: ReturnType<typeof openScreen>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    return within(await screen.findByRole('dialog', { name: 'Edit Training Data' }));
  };

  it('sends only changed fields, even after Escape in between', async () => {
    const { user, sent } = openScreen([item({ id: 'a', title: 'Returns', tags: ['returns', 'refund'] })]);
    await user.type((await edit(user)).getByLabelText('Title'), ' in May');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const dialog = await edit(user);
    await user.click(await screen.findByRole('button', { name: 'Restore draft' }));
    expect(dialog.getByLabelText('Title')).toHaveProperty('value', 'Returns in May');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toast()).toBe('Training data updated successfully'));
    const ifUpdatedAt = '2026-03-10T12:00:00.000Z';
    expect(sent).toEqual([['update', { id: 'a', input: { title: 'Returns in May' }, ifUpdatedAt }]]);
  });

  it('sends the other ways to ask as a list when they change', async () => {
    const { user, sent } = openScreen([item({ id: 'a', alsoAskedAs: ['One way', 'Another way'] })]);
    const dialog = await edit(user);
    expect(dialog.getByLabelText('Also asked as')).toHaveProperty('value', 'One way\nAnother way');
    await user.clear(dialog.getByLabelText('Also asked as'));
    await user.type(dialog.getByLabelText('Also asked as'), 'Another way');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toast()).toBe('Training data updated successfully'));
    expect(sent).toEqual([['update', { id: 'a', input: { alsoAskedAs: ['Another way'] }, ifUpdatedAt: '2026-03-10T12:00:00.000Z' }]]);
  });
});
