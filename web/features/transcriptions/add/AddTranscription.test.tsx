import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { configureFormats } from '#web/lib/format/formats.ts';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aCall, openCalls } from '../transcriptions.fixtures.tsx';

describe('adding a call', () => {
  const dialog = () => within(screen.getByRole('dialog', { name: 'Add Transcription' }));
  const transcriptBox = () => dialog().getByLabelText<HTMLTextAreaElement>('Transcript');
  const open = async (addTranscription: unknown = () => null) => {
    const app = openCalls([], { addTranscription });
    await screen.findByText('No transcriptions found');
    await app.user.click(screen.getByRole('button', { name: 'Add Transcription' }));
    await screen.findByRole('dialog', { name: 'Add Transcription' });
    return app;
  };
  const submit = () => dialog().getByRole('button', { name: 'Add & Analyze' });

  it('sends the transcript, confirms, closes and resets', async () => {
    const add = vi.fn((_asked: { input: object }) => aCall('new'));
    const { user } = await open(add);
    await user.type(transcriptBox(), 'Rep: Hello.');
    await user.click(dialog().getByRole('button', { name: 'More details' }));
    await user.type(dialog().getByLabelText('Caller’s phone'), '614 555 0131');
    await user.type(dialog().getByLabelText('Duration'), '12:30');
    await user.click(dialog().getByRole('combobox', { name: 'Customer' }));
    await user.click(await screen.findByRole('option', { name: /Dana Whitfield/ }));
    await user.click(submit());
    await waitFor(() => expect(currentToast()?.description).toBe('Transcription added and analyzed successfully.'));
    expect(add.mock.calls[0]?.[0].input).toEqual({
      content: 'Rep: Hello.',
      type: null,
      title: null,
      callerPhone: '614 555 0131',
      duration: 750,
      customerId: 'c1',
      leadId: null,
      repId: null,
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Add Transcription' }));
    expect(transcriptBox().value).toBe('');
  });

  it('shows that it is saving', async () => {
    const { user } = await open(() => new Promise(() => undefined));
    await user.type(transcriptBox(), 'Rep: Hello.');
    await user.click(submit());
    expect((await dialog().findByRole('button', { name: 'Analyzing...' })).getAttribute('aria-disabled')).toBe('true');
  });

  it('requires a transcript', async () => {
    const add = vi.fn();
    const { user } = await open(add);
    await user.type(transcriptBox(), '   ');
    await user.click(submit());
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', description: 'Please enter transcription content.' }));
    expect(dialog().getByRole('alert').textContent).toBe('Please enter transcription content.');
    expect(add).not.toHaveBeenCalled();
  });

  it('keeps the input when it fails, and when it is closed', async () => {
    const { user } = await open(() => {
      throw new Error('No');
    });
    await user.type(transcriptBox(), 'Rep: Hello.');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(currentToast()?.description).toBe('Failed to add transcription.'));
    expect(transcriptBox().value).toBe('Rep: Hello.');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Add Transcription' }));
    await user.click(dialog().getByRole('button', { name: 'Restore draft' }));
    expect(transcriptBox().value).toBe('Rep: Hello.');
  });

  it('leaves what is typed now alone when an earlier call is added late', async () => {
    let answer = (_added: unknown) => {};
    const { user } = await open(() => new Promise((resolve) => (answer = resolve)));
    await user.type(transcriptBox(), 'Rep: Hello.');
    await user.click(submit());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Add Transcription' }));
    await user.type(transcriptBox(), 'Rep: Another.');
    answer(aCall('new'));
    await waitFor(() => expect(currentToast()?.description).toBe('Transcription added and analyzed successfully.'));
    expect(transcriptBox().value).toBe('Rep: Another.');
  });

  it('asks before a file replaces what was typed', async () => {
    const { user } = await open();
    await user.type(transcriptBox(), 'Rep: Typed.');
    const upload = () => user.upload(dialog().getByLabelText('Transcript file'), new File(['Rep: From a file.'], 'call.txt'));
    const question = async () => within(await screen.findByRole('alertdialog', { name: 'Replace the transcript with call.txt?' }));
    await upload();
    await user.click((await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(transcriptBox().value).toBe('Rep: Typed.');
    await upload();
    await user.click((await question()).getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(transcriptBox().value).toBe('Rep: From a file.');
  });

  it('says that a file is too large', async () => {
    const { user } = await open();
    await user.upload(dialog().getByLabelText('Transcript file'), new File(['x'.repeat(20_000_001)], 'call.txt', { type: 'text/plain' }));
    await waitFor(() => expect(currentToast()?.description).toBe('call.txt is larger than 20 MB.'));
  });

  it('shows by how much a transcript is too long', async () => {
    const add = vi.fn();
    const { user } = await open(add);
    await user.click(transcriptBox());
    await user.paste('x'.repeat(500_100));
    await dialog().findByText('The transcript has 500,100 characters. Shorten it by 100 to fit the limit of 500,000, or add it in parts.');
    await user.click(submit());
    expect(add).not.toHaveBeenCalled();
  });

  it('writes numbers as the rest of the workspace does', async () => {
    const browser = { locale: null, timeZone: null, currency: 'USD' };
    onTestFinished(() => configureFormats(browser));
    const { user } = await open();
    configureFormats({ ...browser, locale: 'de-DE' });
    await user.click(transcriptBox());
    await user.paste('x'.repeat(500_100));
    await dialog().findByText(/has 500\.100 characters/);
  });

  it('reads a text file, and rejects a binary one', async () => {
    const { user } = await open();
    await user.upload(dialog().getByLabelText('Transcript file'), new File(['Rep: From a file.'], 'call.txt', { type: 'text/plain' }));
    await waitFor(() => expect(transcriptBox().value).toBe('Rep: From a file.'));
    await user.upload(dialog().getByLabelText('Transcript file'), new File(['\0\0'], 'call.txt', { type: 'text/plain' }));
    await waitFor(() => expect(currentToast()?.description).toBe('call.txt is not a text file.'));
    expect(transcriptBox().value).toBe('Rep: From a file.');
  });

  it('rejects an invalid duration', async () => {
    const add = vi.fn();
    const { user } = await open(add);
    await user.type(transcriptBox(), 'Rep: Hello.');
    await user.click(dialog().getByRole('button', { name: 'More details' }));
    await user.type(dialog().getByLabelText('Duration'), 'long');
    await user.click(submit());
    await dialog().findByText('Enter the duration as m:ss, e.g. 12:30');
    expect(add).not.toHaveBeenCalled();
  });
});
