import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { SignedInAs } from '#web/session/session.tsx';
import { fakeServer, renderAt } from '#web/testing/render.tsx';
import { maya, workspace } from '#web/testing/users.ts';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { CreateTemplate } from './CreateTemplate.tsx';
import { EMPTY_TEMPLATE, type TemplateValues } from './template-values.ts';

/** A screen with a button that opens the dialog. */
function Screen({ start }: { start: TemplateValues }) {
  const [open, setOpen] = useState(true);
  return (
    <SignedInAs viewer={maya} workspace={workspace}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <CreateTemplate start={start} subject="new-template" onClose={() => setOpen(false)} />}
    </SignedInAs>
  );
}

function openDialog(start: Partial<TemplateValues> = {}, createEmailTemplate: unknown = vi.fn()) {
  renderAt(<Screen start={{ ...EMPTY_TEMPLATE, ...start }} />, { client: fakeServer({ createEmailTemplate }) });
}
/** A fake server that accepts any template. */
const creates = () => vi.fn((_asked: unknown) => ({ __typename: 'EmailTemplate', id: '1' }));
const dialog = () => within(screen.getByRole('dialog', { name: 'Create Template' }));
const box = (label: string) => dialog().getByLabelText<HTMLInputElement>(label);
const write = (label: string, text: string) => fireEvent.change(box(label), { target: { value: text } });
const press = (name: string) => userEvent.click(dialog().getByRole('button', { name }));
const variables = () => dialog().queryByRole('list', { name: 'Variables found' })?.textContent ?? '';
const preview = () => dialog().getByRole('region', { name: 'Preview' }).textContent;

describe('creating a template', () => {
  it('shows its variables while typing, and a preview for a customer', () => {
    openDialog();
    dialog().getByText(/^Tip: placeholders in double braces, such as {{customer_name}}, are detected automatically\.$/);
    write('Subject', 'Welcome to {{company_name}}');
    write('Body', 'Dear {{customer_name}}, <b>call</b> {{phone}}');
    expect(variables()).toBe('company namecustomer namephone');
    expect(preview()).toBe('Welcome to NorthwindDear Jordan Ellis, <b>call</b> (555) 010-0142');
    write('Body', 'Dear {{customer_name');
    expect(variables()).toBe('company name');
  });

  it('warns about an unknown variable, and replaces it everywhere with one click', async () => {
    openDialog({ subject: 'Hi {{frist_name}}', body: 'Dear {{ Frist Name }}, {{discount}}' });
    await dialog().findByText('{{discount}} is not a variable we can fill in.');
    await press('Use {{first_name}}');
    expect([box('Subject').value, box('Body').value]).toEqual(['Hi {{first_name}}', 'Dear {{first_name}}, {{discount}}']);
    expect(dialog().queryByRole('button', { name: 'Use {{first_name}}' })).toBeNull();
  });

  it('warns about unclosed braces with their line, and saves them all the same', async () => {
    const create = creates();
    openDialog({ name: 'Odd', subject: 'Hi', body: 'Dear {{first_name}},\n\ncall {{phone' }, create);
    await dialog().findByText('Body: The {{ in line 3 is never closed with }}.');
    await press('Save Template');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(create.mock.calls[0]?.[0]).toMatchObject({ input: { body: 'Dear {{first_name}},\n\ncall {{phone', type: 'welcome' } });
  });

  it('inserts a variable at the cursor', async () => {
    openDialog({ subject: 'Hello !', body: 'Dear' });
    await userEvent.click(box('Subject'));
    box('Subject').setSelectionRange(6, 6);
    const insert = within(dialog().getByRole('group', { name: 'Insert a variable' }));
    await userEvent.click(insert.getByRole('button', { name: 'first name' }));
    expect(box('Subject').value).toBe('Hello {{first_name}}!');
    expect(variables()).toBe('first name');
    await userEvent.click(box('Body'));
    box('Body').setSelectionRange(0, 4);
    await userEvent.click(insert.getByRole('button', { name: 'email' }));
    expect(box('Body').value).toBe('{{email}}');
    expect(document.activeElement).toBe(box('Body'));
  });
});

describe('saving a template', () => {
  const written = { name: 'Hello', subject: 'Hi', body: 'Dear {{customer_name}}' };

  it('shows a toast, closes and resets the form', async () => {
    const create = creates();
    openDialog({}, create);
    write('Name', ' Hello ');
    write('Subject', written.subject);
    write('Body', written.body);
    await userEvent.click(dialog().getByRole('combobox', { name: 'Type' }));
    await userEvent.click(screen.getByRole('option', { name: 'Quote' }));
    await press('Save Template');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Success', description: 'Template saved successfully' }));
    expect(create.mock.calls[0]?.[0]).toEqual({ input: { ...written, type: 'quote' } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(box('Name').value).toBe('');
  });

  it('shows what is missing in one message and at each field', async () => {
    const create = vi.fn();
    openDialog({ subject: 'Hi' }, create);
    await press('Save Template');
    expect((await dialog().findByRole('alert')).textContent).toBe('Please fill in all required fields');
    expect(dialog().getAllByText('Required')).toHaveLength(2);
    expect(document.activeElement).toBe(box('Name'));
    expect(create).not.toHaveBeenCalled();
  });

  it('keeps the input when it fails', async () => {
    openDialog(written, () => {
      throw new Error('No');
    });
    write('Name', 'Changed');
    await press('Save Template');
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', description: 'Failed to save template', tone: 'error' }));
    expect(box('Name').value).toBe('Changed');
  });

  it('offers what was typed when it was closed, all of a proposal', async () => {
    openDialog(written);
    write('Body', 'Typed long and hard');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(box('Body').value).toBe(written.body);
    write('Subject', '');
    await press('Restore draft');
    expect([box('Subject').value, box('Body').value]).toEqual([written.subject, 'Typed long and hard']);
  });
});
