import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aTemplate, card, dialog, openTemplates, shown } from './email-templates.fixtures.tsx';

const button = (name: string) => screen.getByRole('button', { name });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog')).toBeNull());
const toast = (description: string, tone = 'success') => waitFor(() => expect(currentToast()).toMatchObject({ description, tone }));
const undo = () => currentToast()?.action?.run();

describe('email templates', () => {
  it('are cards with their variables as chips, and HTML as text', async () => {
    openTemplates([aTemplate('a', { subject: 'Hi {{first_name}}', body: '<b>{{machine}}</b> for {{company_name}}', usageCount: 31 })]);
    const a = await card('Template a');
    for (const words of ['first name', 'machine', 'company name', 'Used 31 times', 'Welcome']) a.getByText(words);
    expect(screen.getByRole('listitem').textContent).toContain('Hi first name');
    expect(screen.getByRole('listitem').textContent).toContain('<b>machine</b> for company name');
    expect(a.getAllByRole('button').map((each) => each.textContent || each.getAttribute('aria-label'))).toEqual([
      'Personalize',
      'Copy',
      'Edit',
      'Delete',
    ]);
  });

  it('show a loading state, then an empty state', async () => {
    openTemplates([]);
    screen.getByText('Loading email templates...');
    await screen.findByText('No email templates found.');
    expect(screen.queryByText('Loading email templates...')).toBeNull();
  });

  it('show the error and can be retried', async () => {
    let broken = true;
    const emailTemplates = () => {
      if (broken) throw new Error('The database cannot be reached.');
      return { eventCursor: '1', nodes: [aTemplate('a')], pageInfo: { hasNextPage: false, hasPreviousPage: false } };
    };
    const emailTemplateCounts = () => {
      if (broken) throw new Error('The database cannot be reached.');
      return [{ type: 'welcome', count: 1 }];
    };
    const { user } = openTemplates([], { emailTemplates, emailTemplateCounts });
    await screen.findByText('The database cannot be reached.');
    broken = false;
    await user.click(button('Try again'));
    await card('Template a');
    await waitFor(() => expect(button('Welcome').textContent).toBe('Welcome1'));
  });

  it('are filtered by type, kept in the URL, with a count on each button', async () => {
    const { user } = openTemplates([aTemplate('a'), aTemplate('b', { type: 'follow_up' }), aTemplate('c', { type: 'follow_up' })]);
    await waitFor(() => expect(button('All Templates').textContent).toBe('All Templates3'));
    expect(screen.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent)).toEqual([
      'Welcome1',
      'Follow Up2',
      'Quote0',
      'Proposal0',
      'Support0',
      'Newsletter0',
    ]);
    await user.click(button('Follow Up'));
    await waitFor(() => expect(shown()).toEqual(['Template b', 'Template c']));
    expect(screen.getByTestId('address').textContent).toBe('/email-templates?type=follow_up');
    await user.click(button('Quote'));
    await screen.findByText('No Quote templates yet.');
    await user.click(button('All Templates'));
    await waitFor(() => expect(shown()).toHaveLength(3));
    expect(screen.getByTestId('address').textContent).toBe('/email-templates');
  });

  it('are filtered by the type in the URL', async () => {
    openTemplates([aTemplate('a'), aTemplate('b', { type: 'quote' })], {}, '/email-templates?type=quote');
    await waitFor(() => expect(shown()).toEqual(['Template b']));
    expect(screen.getByRole('button', { pressed: true }).textContent).toContain('Quote');
  });

  it('are copied with their variables', async () => {
    const { user } = openTemplates([aTemplate('a', { subject: 'Hi {{first_name}}' })]);
    await user.click((await card('Template a')).getByRole('button', { name: 'Copy' }));
    await toast('Template copied to clipboard');
    expect(await navigator.clipboard.readText()).toBe('Subject: Hi {{first_name}}\n\nDear {{customer_name}}');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    await user.click((await card('Template a')).getByRole('button', { name: 'Copy' }));
    await toast('Failed to copy template', 'error');
  });

  it('update live', async () => {
    const { templates, colleague } = openTemplates([aTemplate('a')]);
    await card('Template a');
    const b = aTemplate('b', { type: 'quote' });
    templates.unshift(b);
    await colleague({ kind: 'created', template: b });
    await waitFor(() => expect(shown()).toEqual(['Template b', 'Template a']));
    await waitFor(() => expect(button('Quote').textContent).toBe('Quote1'));
    await colleague({ kind: 'updated', template: { ...b, usageCount: 3 } });
    (await card('Template b')).getByText('Used 3 times');
    templates.shift();
    await colleague({ kind: 'deleted', template: b });
    await waitFor(() => expect(shown()).toEqual(['Template a']));
  });
});

describe('deleting a template', () => {
  it('is confirmed by name, and can be undone', async () => {
    const { user } = openTemplates([aTemplate('a'), aTemplate('b')]);
    await user.click((await card('Template a')).getByRole('button', { name: 'Delete' }));
    const question = await dialog('Delete “Template a”?', 'alertdialog');
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await toast('Template deleted successfully');
    await waitFor(() => expect(shown()).toEqual(['Template b']));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Template b'));
    undo();
    await toast('Template restored successfully');
    await waitFor(() => expect(shown()).toEqual(['Template a', 'Template b']));
  });

  it('shows an error when it failed, and keeps the dialog open', async () => {
    const deleteEmailTemplate = () => {
      throw new Error('No');
    };
    const { user } = openTemplates([aTemplate('a')], { deleteEmailTemplate });
    await user.click((await card('Template a')).getByRole('button', { name: 'Delete' }));
    await user.click((await dialog(/Delete/, 'alertdialog')).getByRole('button', { name: 'Delete' }));
    await toast('Failed to delete template', 'error');
    await user.click((await dialog(/Delete/, 'alertdialog')).getByRole('button', { name: 'Cancel' }));
    await closed();
    expect(shown()).toEqual(['Template a']);
  });
});

describe('editing a template', () => {
  const edit = async (answers = {}) => {
    const app = openTemplates([aTemplate('a')], answers);
    await app.user.click((await card('Template a')).getByRole('button', { name: 'Edit' }));
    return { ...app, form: await dialog('Edit Template') };
  };
  type Form = Awaited<ReturnType<typeof dialog>>;
  const write = (form: Form, label: string, text: string) => fireEvent.change(form.getByLabelText(label), { target: { value: text } });

  it('sends only changed fields', async () => {
    const update = vi.fn(({ id, input }) => ({ ...aTemplate(id), ...input }));
    const { user, form } = await edit({ updateEmailTemplate: update });
    const values = ['Name', 'Subject', 'Body'].map((label) => form.getByLabelText<HTMLInputElement>(label).value);
    expect(values).toEqual(['Template a', aTemplate('a').subject, aTemplate('a').body]);
    expect(form.getByRole('combobox', { name: 'Type' }).textContent).toBe('Welcome');
    write(form, 'Subject', 'New subject');
    await user.click(form.getByRole('button', { name: 'Save Template' }));
    await toast('Template saved successfully');
    expect(update.mock.calls[0]?.[0]).toEqual({ id: 'a', input: { subject: 'New subject' }, ifUpdatedAt: aTemplate('a').updatedAt });
    (await card('Template a')).getByText('New subject');
  });

  it('offers what was typed before, beside what a colleague saved since', async () => {
    const update = vi.fn(({ input }) => ({ ...aTemplate('a'), subject: 'Theirs', ...input }));
    const { user, form, colleague } = await edit({ updateEmailTemplate: update });
    write(form, 'Body', 'Typed long and hard');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await closed();
    await colleague({ kind: 'updated', template: aTemplate('a', { subject: 'Theirs' }) });
    await user.click((await card('Template a')).getByRole('button', { name: 'Edit' }));
    const again = await dialog('Edit Template');
    await user.click(again.getByRole('button', { name: 'Restore draft' }));
    const texts = ['Subject', 'Body'].map((label) => again.getByLabelText<HTMLInputElement>(label).value);
    expect(texts).toEqual(['Theirs', 'Typed long and hard']);
    await user.click(again.getByRole('button', { name: 'Save Template' }));
    await toast('Template saved successfully');
    expect(update.mock.calls[0]?.[0].input).toEqual({ body: 'Typed long and hard' });
  });

  it('shows what a colleague saved first, and overwrites it on request', async () => {
    const current = { ...aTemplate('a', { subject: 'Theirs' }), type: 'quote', updatedAt: '2026-01-06T09:00:00.000Z' };
    const update = vi.fn(({ input, ifUpdatedAt }) =>
      ifUpdatedAt === current.updatedAt
        ? { ...current, ...input }
        : { __typename: 'EmailTemplateEditConflict', message: '', updatedAt: current.updatedAt, updatedBy: null, current },
    );
    const { user, form } = await edit({ updateEmailTemplate: update });
    write(form, 'Subject', 'Mine');
    await user.click(form.getByRole('button', { name: 'Save Template' }));
    const alert = await form.findByRole('alert');
    expect(alert.textContent).toMatch(/^This template was changed/);
    expect(
      within(alert)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['Yours: Not changedTheirs: Quote', 'Yours: MineTheirs: Theirs']);
    await user.click(within(alert).getByRole('button', { name: 'Keep mine' }));
    await closed();
    expect(update.mock.calls.map(([args]) => args)).toEqual([
      { id: 'a', input: { subject: 'Mine' }, ifUpdatedAt: aTemplate('a').updatedAt },
      { id: 'a', input: { subject: 'Mine' }, ifUpdatedAt: current.updatedAt },
    ]);
  });

  it('shows that a colleague changed or deleted the template meanwhile, and keeps the input', async () => {
    const create = vi.fn((_asked: unknown) => aTemplate('n'));
    const { user, form, colleague, templates } = await edit({ createEmailTemplate: create });
    write(form, 'Body', 'Mine');
    await colleague({ kind: 'updated', template: aTemplate('a', { subject: 'Theirs' }) });
    await form.findByText(/^A colleague changed this template/);
    templates.shift();
    await colleague({ kind: 'deleted', template: aTemplate('a') });
    await form.findByText(/^A colleague deleted this template/);
    expect(form.getByLabelText<HTMLInputElement>('Body').value).toBe('Mine');
    await user.click(form.getByRole('button', { name: 'Save as New' }));
    await toast('Template saved successfully');
    await closed();
    const { name, type, subject } = aTemplate('a');
    expect(create.mock.calls[0]?.[0]).toEqual({ input: { name, type, subject, body: 'Mine' } });
  });
});
