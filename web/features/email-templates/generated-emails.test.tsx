import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aTemplate, card, dialog, openTemplates } from './email-templates.fixtures.tsx';

const toast = (description: string, tone = 'success') => waitFor(() => expect(currentToast()).toMatchObject({ description, tone }));

describe('personalizing a template', () => {
  const QUOTE = aTemplate('a', { subject: 'Your {{machine}}, {{first_name}}', body: 'Dear {{customer_name}},\n\ncall {{phone}}.' });

  const open = async () => {
    const app = openTemplates([{ ...QUOTE }]);
    await app.user.click((await card('Template a')).getByRole('button', { name: 'Personalize' }));
    const form = await dialog('Personalize Email');
    const pick = async (typed: string, name: RegExp) => {
      await app.user.clear(form.getByRole('combobox', { name: 'Customer' }));
      await app.user.type(form.getByRole('combobox', { name: 'Customer' }), typed);
      await app.user.click(await screen.findByRole('option', { name }));
    };
    const email = () => form.getByRole('region', { name: 'Personalized email' }).textContent;
    return { ...app, form, pick, email };
  };

  it('shows the customer and the email immediately, copies it and counts the use', async () => {
    const { user, form, pick, email } = await open();
    expect(form.getByRole('button', { name: 'Copy Email' }).getAttribute('aria-disabled')).toBe('true');
    await pick('mar', /Jo March/);
    for (const words of ['Jo March', 'jo@example.com', '555 0100']) form.getByText(words);
    expect(email()).toBe('Your {{machine}}, JoDear Jo March,\n\ncall 555 0100.');
    fireEvent.change(form.getByLabelText('Machine'), { target: { value: 'Heron' } });
    expect(email()).toBe('Your Heron, JoDear Jo March,\n\ncall 555 0100.');
    await user.click(form.getByRole('button', { name: 'Copy Email' }));
    await toast('Personalized email copied to clipboard');
    expect(await navigator.clipboard.readText()).toBe('Subject: Your Heron, Jo\n\nDear Jo March,\n\ncall 555 0100.');
    await user.click(form.getByRole('button', { name: 'Close' }));
    (await card('Template a')).getByText('Used 3 times');
  });

  it('notes which customer fields are missing', async () => {
    const { form, pick, email } = await open();
    await pick('ch', /Cher/);
    expect(form.getAllByText('Not on record')).toHaveLength(2);
    form.getByText('No phone on record: left blank.');
    expect(email()).toBe('Your {{machine}}, CherDear Cher,\n\ncall.');
  });

  it('does not count a use when copying fails', async () => {
    const { user, templates, form, pick } = await open();
    await pick('mar', /Jo March/);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    await user.click(form.getByRole('button', { name: 'Copy Email' }));
    await toast('Failed to copy email', 'error');
    expect(templates[0]?.usageCount).toBe(2);
  });

  it('can start from a customer, and then asks for the template', async () => {
    const { user } = openTemplates([{ ...QUOTE }]);
    await user.click(await screen.findByRole('button', { name: '2 Customers for Personalization' }));
    const form = await dialog('Personalize Email');
    await user.click(form.getByRole('combobox', { name: /^Template/ }));
    await user.click(await screen.findByRole('option', { name: 'Template a' }));
    await form.findByText('machine');
  });

  it('can choose any template, also one beyond the first hundred', async () => {
    const { user } = openTemplates(Array.from({ length: 101 }, (_, at) => aTemplate(`t${at + 1}`)));
    await user.click(await screen.findByRole('button', { name: '2 Customers for Personalization' }));
    const form = await dialog('Personalize Email');
    await user.click(form.getByRole('combobox', { name: /^Template/ }));
    await screen.findByRole('option', { name: 'Template t101' });
  });
});

describe('generating a template', () => {
  const WRITTEN = {
    __typename: 'GeneratedEmail',
    subject: 'Welcome, {{first_name}}',
    body: 'Hello {{customer_name}}',
    variables: ['first_name', 'customer_name'],
    engine: 'offline',
    fallbackReason: null,
  };
  const open = async (generateEmail: unknown, answers = {}) => {
    const app = openTemplates([], { generateEmail, ...answers });
    await app.user.click(screen.getByRole('button', { name: 'Generate with AI' }));
    const form = await dialog('Generate with AI');
    const write = () => app.user.click(form.getByRole('button', { name: 'Generate Template' }));
    return { ...app, form, write };
  };

  it('sends type, tone, purpose and context, and shows who wrote it', async () => {
    const generate = vi.fn((_asked: unknown) => WRITTEN);
    const { user, form, write } = await open(generate);
    const choices = async (name: string) => {
      await user.click(form.getByRole('combobox', { name }));
      return screen.getAllByRole('option').map(({ textContent }) => textContent);
    };
    expect(['Type', 'Tone'].map((name) => form.getByRole('combobox', { name }).textContent)).toEqual(['Welcome', 'Professional']);
    expect(await choices('Type')).toEqual(['Welcome', 'Follow Up', 'Quote', 'Proposal', 'Support', 'Newsletter']);
    await user.keyboard('{Escape}');
    expect(await choices('Tone')).toEqual(['Formal', 'Friendly', 'Professional', 'Casual']);
    await user.click(screen.getByRole('option', { name: 'Casual' }));
    fireEvent.change(form.getByLabelText('Purpose (optional)'), { target: { value: ' Invite to a tasting ' } });
    await write();
    await toast('AI template generated successfully');
    expect(generate.mock.calls[0]?.[0]).toEqual({
      input: { type: 'welcome', tone: 'casual', purpose: 'Invite to a tasting', context: null },
    });
    expect(form.getByRole('region', { name: 'Generated template' }).textContent).toBe('Welcome, first nameHello customer name');
    expect(form.getByRole('list', { name: 'Variables' }).textContent).toBe('first namecustomer name');
    form.getByText('Offline assistant');
    await user.click(form.getByRole('button', { name: 'Copy All' }));
    expect(await navigator.clipboard.readText()).toBe('Subject: Welcome, {{first_name}}\n\nHello {{customer_name}}');
  });

  it('opens Create prefilled, and keeps the generated template', async () => {
    const create = vi.fn((_asked: unknown) => aTemplate('n'));
    const { user, form, write } = await open(() => WRITTEN, { createEmailTemplate: create });
    await write();
    await user.click(await form.findByRole('button', { name: 'Save as Template' }));
    const editor = await dialog('Create Template');
    await user.click(editor.getByRole('button', { name: 'Save Template' }));
    await toast('Template saved successfully');
    expect(create.mock.calls[0]?.[0]).toEqual({
      input: { name: 'Welcome email', type: 'welcome', subject: WRITTEN.subject, body: WRITTEN.body },
    });
    await user.click(await screen.findByRole('button', { name: 'Generate with AI' }));
    (await dialog('Generate with AI')).getByRole('region', { name: 'Generated template' });
  });

  it('finishes while another screen is shown, and is there until it is cleared', async () => {
    const answer = Promise.withResolvers<unknown>();
    const { write } = await open(() => answer.promise);
    await write();
    cleanup();
    answer.resolve(WRITTEN);
    await toast('AI template generated successfully');
    const { user, form } = await open(() => WRITTEN);
    form.getByRole('region', { name: 'Generated template' });
    await user.click(form.getByRole('button', { name: 'Clear' }));
    form.getByText('The generated template will appear here...');
  });

  it('shows that it is generating, and keeps the input when that fails', async () => {
    const answer = Promise.withResolvers<unknown>();
    const { form, write } = await open(() => answer.promise);
    fireEvent.change(form.getByLabelText('Additional context (optional)'), { target: { value: 'They like tea.' } });
    await write();
    await form.findByRole('button', { name: 'Generating...' });
    answer.resolve({ __typename: 'AssistantUnavailable', message: 'The assistant did not answer.' });
    await toast('Failed to generate AI template', 'error');
    expect(form.getByLabelText<HTMLInputElement>('Additional context (optional)').value).toBe('They like tea.');
    await form.findByRole('button', { name: 'Generate Template' });
  });
});
