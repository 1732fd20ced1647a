import { describe, expect, it } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { runMutation } from './run-mutation.ts';

const words = { done: 'Lead stage updated successfully.', failed: 'Failed to update lead stage.' };
const answer = <T>(moveLead: T) => Promise.resolve({ data: { moveLead } });

describe('settle', () => {
  it('answers what the mutation made and says so', async () => {
    const lead = { __typename: 'Lead', id: 'l1' } as const;
    expect(await runMutation(answer(lead), words)).toEqual(lead);
    expect(currentToast()).toMatchObject({ title: 'Success', description: words.done, tone: 'success' });
  });

  it('lets the words depend on what was made', async () => {
    await runMutation(answer({ __typename: 'Lead', name: 'Ada' } as const), {
      ...words,
      done: (lead) => `Moved ${lead.name}`,
      doneTitle: 'Moved',
    });
    expect(currentToast()).toMatchObject({ title: 'Moved', description: 'Moved Ada' });
  });

  it('says nothing about a success without words', async () => {
    await runMutation(answer({ __typename: 'Lead' } as const), { failed: words.failed });
    expect(currentToast()).toBeNull();
  });

  it.each([
    ['Failed to update lead stage.', 'Failed to update lead stage. Lead not found. It may have been deleted.'],
    ['Failed to update lead. Please try again.', 'Failed to update lead. Please try again. Lead not found. It may have been deleted.'],
    ['Failed to save lead', 'Failed to save lead. Lead not found. It may have been deleted.'],
  ])('says what is gone, where trying again is no use: %s', async (failed, said) => {
    expect(await runMutation(answer({ __typename: 'NotFound', message: 'Lead not found' }), { failed })).toBeNull();
    expect(currentToast()).toMatchObject({ title: 'Error', description: said, tone: 'error' });
  });

  it('turns a failure that is not for the person into the error of the action', async () => {
    expect(await runMutation(answer({ __typename: 'AssistantUnavailable', message: 'Not reached' }), words)).toBeNull();
    expect(currentToast()).toMatchObject({ title: 'Error', description: words.failed, tone: 'error' });
  });

  it.each(['Invalid', 'Conflict', 'TooManyAttempts', 'RegistrationClosed', 'WrongPassword'])(
    'passes on the sentence of %s, which is meant for the person',
    async (__typename) => {
      await runMutation(answer({ __typename, message: 'Name is required' }), { ...words, failedTitle: 'Login Failed' });
      expect(currentToast()).toMatchObject({ title: 'Login Failed', description: 'Name is required' });
    },
  );

  it('leaves a failure to whoever says it beside the field, and says what belongs nowhere', async () => {
    const taken = { __typename: 'Conflict', message: 'Taken' } as const;
    const heard: string[] = [];
    const beside = (handled: boolean) => ({
      ...words,
      onFieldError: ({ message }: { message: string }) => {
        heard.push(message);
        return handled;
      },
    });
    expect(await runMutation(answer(taken), beside(true))).toBeNull();
    expect([heard, currentToast()]).toEqual([['Taken'], null]);
    await runMutation(Promise.reject(new Error('gone')), beside(true));
    expect(currentToast()).toMatchObject({ description: words.failed });
    await runMutation(answer(taken), beside(false));
    expect(currentToast()).toMatchObject({ description: 'Taken' });
    expect(heard).toEqual(['Taken', 'Taken']);
  });

  it('turns what was thrown, and an empty answer, into the error of the action', async () => {
    expect(await runMutation(Promise.reject(new TypeError('Failed to fetch')), words)).toBeNull();
    expect(currentToast()).toMatchObject({ title: 'Error', description: words.failed, tone: 'error' });
    expect(await runMutation(Promise.resolve({ data: undefined, error: new Error('refused') }), { failed: 'No.' })).toBeNull();
    expect(currentToast()).toMatchObject({ description: 'No.' });
  });

  it('lets the error depend on what was thrown', async () => {
    await runMutation(Promise.reject(new Error('gone')), { failed: (thrown) => (thrown instanceof Error ? thrown.message : 'unknown') });
    expect(currentToast()).toMatchObject({ description: 'gone' });
  });

  it('counts a bare number as a success', async () => {
    expect(await runMutation(Promise.resolve({ data: { markNotificationsRead: 0 } }), words)).toBe(0);
  });
});
