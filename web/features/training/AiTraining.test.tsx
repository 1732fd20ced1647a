import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { item, openScreen, toast } from './training.fixtures.tsx';

const card = (name: string) => within(screen.getByRole('listitem', { name }));

describe('the training data', () => {
  it('shows a loading state, then an empty state', async () => {
    const { user } = openScreen([]);
    expect(screen.getByText('Loading AI training data...')).toBeTruthy();
    expect(await screen.findByText('No training data found')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add First Training Data' }));
    await screen.findByRole('dialog', { name: 'Add Training Data' });
  });

  it('is filtered by a category card, and no longer when it is pressed again', async () => {
    const { user } = openScreen([item({ id: 'a' }), item({ id: 'b', category: 'email' })]);
    await screen.findByText('Item a');
    const email = screen.getByRole('button', { name: /^Email/ });
    expect(email.textContent).toBe('Email1');
    await user.click(email);
    await waitFor(() => expect(screen.queryByText('Item a')).toBeNull());
    expect(email.getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByTestId('address').textContent).toBe('/ai-training?category=email');
    await user.click(email);
    expect(await screen.findByText('Item a')).toBeTruthy();
  });

  it('are cards with category, source, score, tags, uses and creation date', async () => {
    openScreen([item({ id: 'a', category: 'response', tags: ['returns', 'refund'], effectivenessScore: 82 }), item({ id: 'b' })]);
    await screen.findByText('Item a');
    const a = card('Item a');
    for (const words of [
      'Response',
      'Within 30 days.',
      'returns',
      'refund',
      'Manual',
      '82% effective',
      'Used 3 times',
      'Created Mar 10, 2026',
    ])
      expect(a.getByText(words), words).toBeTruthy();
    expect(card('Item b').getByText('Not rated yet')).toBeTruthy();
  });

  it('is filtered by the dropdown and by the search', async () => {
    const { user } = openScreen([item({ id: 'a' }), item({ id: 'b', category: 'email' }), item({ id: 'c', category: 'email' })]);
    await screen.findByText('Item a');
    await user.click(screen.getByRole('combobox', { name: 'Category' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'All Categories',
      'Transcription',
      'Response',
      'Email',
      'Knowledge',
    ]);
    await user.click(screen.getByRole('option', { name: 'Email' }));
    await waitFor(() => expect(screen.queryByText('Item a')).toBeNull());
    await user.type(screen.getByRole('searchbox', { name: 'Search training data' }), 'Item c');
    await waitFor(() => expect(screen.queryByText('Item b')).toBeNull());
    expect(screen.getByText('Item c')).toBeTruthy();
  });

  it('shows HTML as text', async () => {
    openScreen([item({ id: 'a', title: '<b>bold</b>', content: '<script>alert(1)</script>', tags: ['<i>'] })]);
    expect(await screen.findByText('<b>bold</b>')).toBeTruthy();
    expect(screen.getByText('<script>alert(1)</script>')).toBeTruthy();
  });

  it('can be deactivated', async () => {
    const { user, sent } = openScreen([item({ id: 'a' })]);
    await user.click(await screen.findByRole('switch', { name: 'Active' }));
    await waitFor(() => expect(sent).toEqual([['update', { id: 'a', input: { isActive: false } }]]));
  });

  it('is deleted after a confirmation, and restored from the toast', async () => {
    const { user, sent } = openScreen([item({ id: 'a', title: 'Returns' })]);
    await screen.findByText('Returns');
    await user.click(card('Returns').getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete “Returns”?' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toast()).toBe('Training data deleted successfully'));
    // The toast can be reached once the dialog has closed.
    await waitFor(() => expect(screen.queryByRole('alertdialog', { hidden: true })).toBeNull());
    // The button that was pressed went with its card.
    expect(document.activeElement?.firstElementChild?.textContent).toMatch(/^No training data found/);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent.map(([name]) => name)).toEqual(['delete', 'restore']));
  });

  it('shows that a colleague changed or deleted the item being edited, and keeps the input', async () => {
    const { user, colleague, sent } = openScreen([item({ id: 'a', title: 'Returns' })]);
    await screen.findByText('Returns');
    await user.click(card('Returns').getByRole('button', { name: 'Edit' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Training Data' }));
    fireEvent.change(form.getByLabelText(/^Title/), { target: { value: 'Returns and refunds' } });
    await colleague('updated', item({ id: 'a', title: 'Returns', content: 'Within 60 days.' }));
    await form.findByText(/^A colleague changed this item/);
    await colleague('deleted', item({ id: 'a' }));
    await form.findByText(/^A colleague deleted this item/);
    expect(form.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Returns and refunds');
    await user.click(form.getByRole('button', { name: 'Save as New' }));
    await waitFor(() => expect(sent.map(([name]) => name)).toEqual(['add']));
  });

  it('is shown even when only the counts fail to load', async () => {
    openScreen([item({ id: 'a' })], { hasNoCounts: true });
    await screen.findByText('Item a');
    await waitFor(() => expect(screen.getByRole('button', { name: /^Email/ }).textContent).toBe('Email–'));
  });
});

describe('the import', () => {
  const open = async (...given: Parameters<typeof openScreen>) => {
    const app = openScreen(...given);
    await app.user.click(screen.getByRole('button', { name: 'Import CallRail' }));
    await screen.findByRole('dialog');
    return { ...app, press: (name: string) => app.user.click(screen.getByRole('button', { name })) };
  };

  it('shows why a connection failed', async () => {
    const { press } = await open([]);
    await press('Test CallRail Connection');
    await waitFor(() =>
      expect(currentToast()).toMatchObject({ title: 'Connection Failed', description: 'CallRail rejected the API key.' }),
    );
  });

  it('syncs fifty calls, and keeps the result message visible', async () => {
    const message = 'Synced 2 transcriptions from CallRail. 1 call has no transcript.';
    const { press, sent } = await open([], { tracker: { success: true, synced: 2, message } });
    await press('Sync CallRail Transcriptions');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(toast()).toBe('Synced 2 transcriptions from CallRail');
    expect(sent).toEqual([['sync', { limit: 50 }]]);
  });

  it('shows why a sync failed', async () => {
    const { press } = await open([], { tracker: { success: false, synced: 0, message: 'CallRail cannot be reached.' } });
    await press('Sync CallRail Transcriptions');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Sync Failed', description: 'CallRail cannot be reached.' }));
  });

  it('shows the progress of a sync, whoever started it', async () => {
    await open([], { sync: { id: 's1', state: 'running', done: 20, total: 50, message: null } });
    await screen.findByText('Reading CallRail: 20 of 50 calls so far');
    expect(screen.getByRole('progressbar', { name: 'Sync with CallRail' }).getAttribute('aria-valuenow')).toBe('40');
  });

  it.each([
    ['Test CallRail Connection', 'Failed to test CallRail connection'],
    ['Sync CallRail Transcriptions', 'Failed to sync CallRail data'],
    ['Import Sample Data', 'Failed to import CallRail data'],
  ])('shows which action failed: %s', async (button, words) => {
    const { press } = await open([], { isBroken: true });
    await press(button);
    await waitFor(() => expect(currentToast()?.description).toContain(words));
  });

  it('adds two sample calls of 180 and 120 seconds', async () => {
    const { press, sent } = await open([]);
    await press('Import Sample Data');
    await waitFor(() => expect(toast()).toBe('Imported 0 CallRail transcriptions'));
    expect(sent).toMatchObject([['import', { calls: [{ duration: 180 }, { duration: 120 }] }]]);
  });
});
