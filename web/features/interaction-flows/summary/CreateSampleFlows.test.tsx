import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openFlows } from '../flows-for-tests.tsx';
import { toast } from '../seen-for-tests.ts';

describe('creating sample flows', () => {
  const create = () => screen.getByRole('button', { name: 'Create Sample Flows' });

  it('says so while it works and when it is done', async () => {
    let done = () => {};
    const createSampleFlows = () =>
      new Promise((resolve) => (done = () => resolve({ __typename: 'SampleFlows', flows: [{ __typename: 'InteractionFlow', id: 'f1' }] })));
    const { user } = openFlows([], { answers: { createSampleFlows } });
    await user.click(create());
    await screen.findByRole('button', { name: 'Creating...' });
    done();
    await waitFor(() => expect(toast()).toEqual({ title: 'Success', description: 'Sample interaction flows created', tone: 'success' }));
    create();
  });

  it.each([
    ['No customers available', () => ({ __typename: 'Conflict', message: 'No customers available' })],
    [
      'Failed to create sample flows',
      () => {
        throw new Error('Away');
      },
    ],
  ])('can fail: %s', async (description, createSampleFlows) => {
    const { user } = openFlows([], { answers: { createSampleFlows } });
    await user.click(create());
    await waitFor(() => expect(toast()).toEqual({ title: 'Error', description, tone: 'error' }));
  });
});
