import { describe, expect, it } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { runMutation } from './run-mutation.ts';

const texts = { done: 'Lead stage updated successfully.', failed: 'Failed to update lead stage.' };
const answer = <T>(moveLead: T) => Promise.resolve({ data: { moveLead } });

describe('runMutation', () => {
  it('returns the payload and shows a success toast', async () => {
    const lead = { __typename: 'Lead', id: 'l1' } as const;
    expect(await runMutation(answer(lead), texts)).toEqual(lead);
    expect(currentToast()).toMatchObject({ title: 'Success', description: texts.done, tone: 'success' });
  });

  it('builds the toast from the payload', async () => {
    await runMutation(answer({ __typename: 'Lead', name: 'Ada' } as const), {
      ...texts,
      done: (lead) => `Moved ${lead.name}`,
      doneTitle: 'Moved',
    });
    expect(currentToast()).toMatchObject({ title: 'Moved', description: 'Moved Ada' });
  });

  it('shows no toast on success without a message', async () => {
    await runMutation(answer({ __typename: 'Lead' } as const), { failed: texts.failed });
    expect(currentToast()).toBeNull();
  });

  it.each([
    ['Failed to update lead stage.', 'Failed to update lead stage. Lead not found. It may have been deleted.'],
    ['Failed to update lead. Please try again.', 'Failed to update lead. Please try again. Lead not found. It may have been deleted.'],
    ['Failed to save lead', 'Failed to save lead. Lead not found. It may have been deleted.'],
  ])('shows what was not found, without “try again”: %s', async (failed, message) => {
    expect(await runMutation(answer({ __typename: 'NotFound', message: 'Lead not found' }), { failed })).toBeNull();
    expect(currentToast()).toMatchObject({ title: 'Error', description: message, tone: 'error' });
  });

  it('shows the default message for a failure whose own message is not for users', async () => {
    expect(await runMutation(answer({ __typename: 'AssistantUnavailable', message: 'Not reached' }), texts)).toBeNull();
    expect(currentToast()).toMatchObject({ title: 'Error', description: texts.failed, tone: 'error' });
  });

  it.each(['Invalid', 'Conflict', 'TooManyAttempts', 'RegistrationClosed', 'WrongPassword'])(
    'shows the message of %s, which is meant for users',
    async (__typename) => {
      await runMutation(answer({ __typename, message: 'Name is required' }), { ...texts, failedTitle: 'Login Failed' });
      expect(currentToast()).toMatchObject({ title: 'Login Failed', description: 'Name is required' });
    },
  );

  it('leaves a failure to onFieldError, and shows a toast for what it does not handle', async () => {
    const conflict = { __typename: 'Conflict', message: 'Taken' } as const;
    const messages: string[] = [];
    const withFieldErrors = (handled: boolean) => ({
      ...texts,
      onFieldError: ({ message }: { message: string }) => {
        messages.push(message);
        return handled;
      },
    });
    expect(await runMutation(answer(conflict), withFieldErrors(true))).toBeNull();
    expect([messages, currentToast()]).toEqual([['Taken'], null]);
    await runMutation(Promise.reject(new Error('gone')), withFieldErrors(true));
    expect(currentToast()).toMatchObject({ description: texts.failed });
    await runMutation(answer(conflict), withFieldErrors(false));
    expect(currentToast()).toMatchObject({ description: 'Taken' });
    expect(messages).toEqual(['Taken', 'Taken']);
  });

  it('shows the default message for a thrown error and for an empty result', async () => {
    expect(await runMutation(Promise.reject(new TypeError('Failed to fetch')), texts)).toBeNull();
    expect(currentToast()).toMatchObject({ title: 'Error', description: texts.failed, tone: 'error' });
    expect(await runMutation(Promise.resolve({ data: undefined, error: new Error('refused') }), { failed: 'No.' })).toBeNull();
    expect(currentToast()).toMatchObject({ description: 'No.' });
  });

  it('builds the message from the thrown error', async () => {
    await runMutation(Promise.reject(new Error('gone')), { failed: (thrown) => (thrown instanceof Error ? thrown.message : 'unknown') });
    expect(currentToast()).toMatchObject({ description: 'gone' });
  });

  it('accepts a bare number as a success', async () => {
    expect(await runMutation(Promise.resolve({ data: { markNotificationsRead: 0 } }), texts)).toBe(0);
  });
});
