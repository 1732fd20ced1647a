import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aFlow, at, findStages, highlightedStage, inConsideration, JO_QUERY, openFlows, stageStates, toast } from './flows.fixtures.tsx';

const advance = (stage: string) => screen.getByRole('button', { name: `Advance to ${stage}` });

describe('moving a flow', () => {
  it('shows the next stage immediately, and rolls back when the server refuses', async () => {
    let respond = () => {};
    const flow = aFlow('f1');
    const { user } = openFlows([flow], {
      path: JO_QUERY,
      answers: {
        advanceFlow: () => new Promise((resolve) => (respond = () => resolve({ __typename: 'NotFound', message: 'Flow not found' }))),
      },
    });
    await findStages();
    expect(highlightedStage()).toBeNull();
    await user.click(advance('Interest'));
    expect(stageStates(await findStages())).toBe('completed current upcoming upcoming upcoming upcoming upcoming');
    expect(highlightedStage()).toBe('interest');
    expect(currentToast()).toBeNull();
    respond();
    const description = 'Failed to move this flow. Flow not found. It may have been deleted.';
    await waitFor(() => expect(toast()).toEqual({ title: 'Error', description, tone: 'error' }));
    expect(stageStates(await findStages())).toBe('current upcoming upcoming upcoming upcoming upcoming upcoming');
  });

  it('to its last stage moves focus to the menu button', async () => {
    const { user } = openFlows([aFlow('f1', { currentStage: 'purchase' })], { path: JO_QUERY });
    await findStages();
    advance('Retention').focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Advance to Retention' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move to' }));
  });

  it('can be undone', async () => {
    const { user } = openFlows([aFlow('f1')], { path: JO_QUERY });
    await findStages();
    await user.click(advance('Interest'));
    await waitFor(() => expect(toast()).toEqual({ title: 'Success', description: 'Moved to Interest', tone: 'success' }));
    expect(advance('Consideration')).toBeTruthy();
    act(() => currentToast()?.action?.run());
    await screen.findByRole('button', { name: 'Advance to Interest' });
    expect(stageStates(await findStages())).toBe('current upcoming upcoming upcoming upcoming upcoming upcoming');
  });

  it('is possible to any stage but the current one from the menu', async () => {
    const advanceFlow = vi.fn();
    const { user } = openFlows([inConsideration], { path: JO_QUERY, answers: { advanceFlow } });
    await findStages();
    await user.click(screen.getByRole('button', { name: 'Move to' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toHaveLength(7);
    await user.click(screen.getByRole('menuitem', { name: 'Consideration' }));
    expect(advanceFlow).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Move to' }));
    await user.click(screen.getByRole('menuitem', { name: 'Retention' }));
    expect(advanceFlow).toHaveBeenCalledWith({ id: 'f1', stage: 'retention' }, undefined, expect.anything());
  });

  it('keeps a later move by someone else, even when our response arrives afterwards', async () => {
    let respond = () => {};
    const page = openFlows([aFlow('f1')], {
      path: JO_QUERY,
      answers: {
        advanceFlow: () =>
          new Promise((resolve) => {
            const response = {
              ...aFlow('f1'),
              currentStage: 'interest',
              updatedAt: at(1),
              currentStageStartedAt: at(1),
              interactions: [],
              startedAt: at(0),
            };
            respond = () => resolve({ __typename: 'InteractionFlow', ...response });
          }),
      },
    });
    await findStages();
    await page.user.click(advance('Interest'));
    await page.emitMove('f1', 'purchase');
    respond();
    await waitFor(() => expect(currentToast()?.tone).toBe('success'));
    expect(await screen.findByRole('button', { name: 'Advance to Retention' })).toBeTruthy();
  });

  it('by someone else is highlighted for two seconds', async () => {
    const page = openFlows([aFlow('f1')], { path: JO_QUERY });
    await findStages();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await page.emitMove('f1', 'intent');
    await waitFor(() => expect(highlightedStage()).toBe('intent'));
    await act(() => vi.advanceTimersByTimeAsync(1_900));
    expect(highlightedStage()).toBe('intent');
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(highlightedStage()).toBeNull();
    expect(stageStates(await findStages())).toBe('completed completed completed current upcoming upcoming upcoming');
  });
});
