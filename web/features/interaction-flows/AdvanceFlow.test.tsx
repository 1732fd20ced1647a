import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aFlow, at, changed, considered, OF_JO, openFlows, stages, stateOf, toast } from './flows.fixtures.tsx';

const advance = (stage: string) => screen.getByRole('button', { name: `Advance to ${stage}` });

describe('moving a flow', () => {
  it('shows the next stage at once, and takes it back where the server would not', async () => {
    let agree = () => {};
    const flow = aFlow('f1');
    const { user } = openFlows([flow], {
      path: OF_JO,
      answers: {
        advanceFlow: () => new Promise((resolve) => (agree = () => resolve({ __typename: 'NotFound', message: 'Flow not found' }))),
      },
    });
    await stages();
    expect(changed()).toBeNull();
    await user.click(advance('Interest'));
    expect(stateOf(await stages())).toBe('completed current upcoming upcoming upcoming upcoming upcoming');
    expect(changed()).toBe('interest');
    expect(currentToast()).toBeNull();
    agree();
    const description = 'Failed to move this flow. Flow not found, perhaps removed in the meantime.';
    await waitFor(() => expect(toast()).toEqual({ title: 'Error', description, tone: 'error' }));
    expect(stateOf(await stages())).toBe('current upcoming upcoming upcoming upcoming upcoming upcoming');
  });

  it('to its last stage leaves whoever pressed the button beside it', async () => {
    const { user } = openFlows([aFlow('f1', { currentStage: 'purchase' })], { path: OF_JO });
    await stages();
    advance('Retention').focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Advance to Retention' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move to' }));
  });

  it('can be taken back', async () => {
    const { user } = openFlows([aFlow('f1')], { path: OF_JO });
    await stages();
    await user.click(advance('Interest'));
    await waitFor(() => expect(toast()).toEqual({ title: 'Success', description: 'Moved to Interest', tone: 'success' }));
    expect(advance('Consideration')).toBeTruthy();
    act(() => currentToast()?.action?.run());
    await screen.findByRole('button', { name: 'Advance to Interest' });
    expect(stateOf(await stages())).toBe('current upcoming upcoming upcoming upcoming upcoming upcoming');
  });

  it('goes to any stage by the menu, and to the present one not at all', async () => {
    const advanceFlow = vi.fn();
    const { user } = openFlows([considered], { path: OF_JO, answers: { advanceFlow } });
    await stages();
    await user.click(screen.getByRole('button', { name: 'Move to' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toHaveLength(7);
    await user.click(screen.getByRole('menuitem', { name: 'Consideration' }));
    expect(advanceFlow).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Move to' }));
    await user.click(screen.getByRole('menuitem', { name: 'Retention' }));
    expect(advanceFlow).toHaveBeenCalledWith({ id: 'f1', stage: 'retention' }, undefined, expect.anything());
  });

  it('leaves the last word to whoever moved it later, even when our answer comes after', async () => {
    let answer = () => {};
    const world = openFlows([aFlow('f1')], {
      path: OF_JO,
      answers: {
        advanceFlow: () =>
          new Promise((resolve) => {
            const ours = {
              ...aFlow('f1'),
              currentStage: 'interest',
              updatedAt: at(1),
              currentStageStartedAt: at(1),
              interactions: [],
              startedAt: at(0),
            };
            answer = () => resolve({ __typename: 'InteractionFlow', ...ours });
          }),
      },
    });
    await stages();
    await world.user.click(advance('Interest'));
    await world.moves('f1', 'purchase');
    answer();
    await waitFor(() => expect(currentToast()?.tone).toBe('success'));
    expect(await screen.findByRole('button', { name: 'Advance to Retention' })).toBeTruthy();
  });

  it('by someone else stands out for two seconds', async () => {
    const world = openFlows([aFlow('f1')], { path: OF_JO });
    await stages();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await world.moves('f1', 'intent');
    await waitFor(() => expect(changed()).toBe('intent'));
    await act(() => vi.advanceTimersByTimeAsync(1_900));
    expect(changed()).toBe('intent');
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(changed()).toBeNull();
    expect(stateOf(await stages())).toBe('completed completed completed current upcoming upcoming upcoming');
  });
});
