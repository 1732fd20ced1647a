import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setSocketState } from '#web/apollo/connection-state.ts';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aCall, aPrompt, aTurn, iris, listedReps, liveCallList, METRICS, openRealTime } from '../live.fixtures.tsx';
import { sortCalls } from './LiveCallList.tsx';

const his = (id: string, name: string, more: object = {}) => aCall(id, { rep: { ...iris, id: `rep ${id}`, displayName: name }, ...more });
const drawer = async (name: string) => within(await screen.findByRole('dialog', { name }));
const OPEN = '/coaching?tab=real-time&call=b';

describe('the list of live calls', () => {
  it('shows every live call, highest attention first, with its key metrics', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    openRealTime([
      aCall('a', { attention: 1 }),
      his('b', 'Ben Ortiz', {
        attention: 135,
        duration: 3_725,
        customer: { __typename: 'Customer', id: 'c1', name: 'Dana Whitfield' },
        metrics: { ...METRICS, talkShare: 0.82, sentimentScore: 0.3 },
        prompts: [aPrompt('u', 'urgent', 'You talk'), aPrompt('t', 'tip', 'Ask'), aPrompt('w', 'urgent', 'Gone', { withdrawn: 12 })],
        tips: [{ text: 'Mention the lease', at: 50, engine: 'gpt-5' }],
        turns: [aTurn(0, 'rep', 'Hello'), aTurn(1, 'customer', 'It is too expensive')],
      }),
    ]);
    await waitFor(() => expect(listedReps()).toEqual(['Ben Ortiz', 'Maya Chen']));
    expect(liveCallList().getByRole('heading').textContent).toBe('Live calls2');
    const [bens, mine] = liveCallList().getAllByRole('listitem');
    expect(bens?.textContent).toBe('BOBen OrtizDana Whitfield1:02:0582 : 181 alertNegative2 tipsCustomer: It is too expensive');
    expect(mine?.textContent).toMatch(/^MCMaya ChenYouUnknown caller/);
  });

  it('is reached by a button when it is below the rep’s panel', async () => {
    const led = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    const { user } = openRealTime([his('b', 'Ben Ortiz'), aCall('a')]);
    // It is rendered while loading, so that nothing moves.
    const lead = screen.getByRole('button', { name: 'Live calls' });
    await waitFor(() => expect(lead.textContent).toBe('1 live call'));
    await user.click(lead);
    expect(led).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Live calls' }));
  });

  it('updates as calls start, get worse and end', async () => {
    const app = openRealTime([his('b', 'Ben Ortiz', { attention: 20 })]);
    await waitFor(() => expect(listedReps()).toEqual(['Ben Ortiz']));
    await app.startCall(his('c', 'Cleo Park'));
    await waitFor(() => expect(listedReps()).toEqual(['Ben Ortiz', 'Cleo Park']));
    await app.updateCall('c', { attention: 110 });
    await waitFor(() => expect(listedReps()).toEqual(['Cleo Park', 'Ben Ortiz']));
    await app.updateCall('c', { status: 'completed' });
    await waitFor(() => expect(document.querySelector('[data-row=c]')?.hasAttribute('data-exiting')).toBe(true));
    await waitFor(() => expect(listedReps()).toEqual(['Ben Ortiz']));
    await app.updateCall('b', { status: 'abandoned' });
    await screen.findByText('No live calls');
  });

  it('does not reorder calls while it is used', async () => {
    const app = openRealTime([his('b', 'Ben Ortiz', { attention: 20 }), his('c', 'Cleo Park', { attention: 10 })]);
    await waitFor(() => expect(listedReps()).toEqual(['Ben Ortiz', 'Cleo Park']));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.pointerMove(liveCallList().getByRole('list'));
    await app.updateCall('c', { attention: 110, duration: 70 });
    await liveCallList().findByText('1:10');
    expect(listedReps()).toEqual(['Ben Ortiz', 'Cleo Park']);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(listedReps()).toEqual(['Cleo Park', 'Ben Ortiz']);
  });
});

describe('the call drawer', () => {
  const talk = [aTurn(0, 'rep', 'Good morning'), aTurn(1, 'customer', 'Hel')];
  const bens = (more: object = {}) => his('b', 'Ben Ortiz', { turns: talk, ...more });
  const turns = (list: HTMLElement[]) => list.map(({ textContent }) => textContent);

  it('opens from the list, and shows every turn as it changes', async () => {
    const app = openRealTime([bens()]);
    await app.user.click(await screen.findByRole('link', { name: 'Ben Ortiz, on a call with Unknown caller' }));
    expect(screen.getByTestId('address').textContent).toBe(OPEN);
    const call = await drawer('Ben Ortiz');
    const dialogue = within(call.getByRole('region', { name: 'Transcript' }));
    const shownTurns = () => turns(dialogue.getAllByRole('listitem'));
    expect(shownTurns()).toEqual(['RepGood morning', 'CustomerHel']);
    await app.updateCall('b', { turns: [aTurn(0, 'rep', 'Good morning'), aTurn(1, 'customer', 'Hello Ben'), aTurn(2, 'rep', 'Hi')] }, 1);
    await waitFor(() => expect(shownTurns()).toEqual(['RepGood morning', 'CustomerHello Ben', 'RepHi']));
    await app.updateCall('b', { turns: [aTurn(0, 'rep', 'Good morning')] }, 1);
    await waitFor(() => expect(shownTurns()).toEqual(['RepGood morning']));
    await app.user.click(call.getByRole('button', { name: 'Close call' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByTestId('address').textContent).toBe('/coaching?tab=real-time');
  });

  it('shows when the connection is lost', async () => {
    openRealTime([bens()], { at: OPEN });
    const call = await drawer('Ben Ortiz');
    call.getByText('LIVE');
    act(() => setSocketState('down'));
    call.getByText('Reconnecting');
    expect(call.queryByText('LIVE')).toBeNull();
    act(() => setSocketState('up'));
    call.getByText('LIVE');
  });

  it('loads all turns of a very long call page by page', async () => {
    const long = Array.from({ length: 2_003 }, (_, index) => aTurn(index, index % 2 ? 'customer' : 'rep', `Turn ${index}`));
    const app = openRealTime([bens({ turns: long })], { at: OPEN });
    const call = await drawer('Ben Ortiz');
    await call.findByText('Turn 2002');
    await app.updateCall('b', { turns: [...long, aTurn(2_003, 'customer', 'Turn 2003')] }, 2_003);
    await call.findByText('Turn 2003');
    expect(call.getAllByText(/^Turn /)).toHaveLength(2_004);
  });

  it('marks repeated prompts, and shows resolved ones apart', async () => {
    const prompts = [
      aPrompt('pace#1', 'tip', 'Slow down', { withdrawn: 130 }),
      aPrompt('silence#1', 'tip', 'Say something', { rule: 'silence', withdrawn: 130 }),
      aPrompt('pace#2', 'tip', 'Slow down', { since: 130 }),
    ];
    openRealTime([bens({ prompts })], { at: OPEN });
    const history = within((await drawer('Ben Ortiz')).getByRole('region', { name: 'Prompts shown to the rep' }));
    expect(turns(history.getAllByRole('listitem'))).toEqual([
      'TipSlow downsince 2:10',
      'TipSay something0:10, resolved at 2:10',
      'TipSlow down0:10, repeated at 2:10',
    ]);
  });

  it('sums up the prompts of a call that is over, one line for each rule', async () => {
    const prompts = [
      aPrompt('pace#1', 'tip', 'Slow down', { withdrawn: 130 }),
      aPrompt('silence#1', 'tip', 'Say something', { rule: 'silence', withdrawn: 130 }),
      aPrompt('pace#2', 'tip', 'Still fast', { since: 250 }),
    ];
    openRealTime([bens({ prompts, status: 'completed' })], { at: OPEN });
    const summary = within((await drawer('Ben Ortiz')).getByRole('region', { name: 'Coaching in this call' }));
    expect(turns(summary.getAllByRole('listitem'))).toEqual(['TipStill fast2 times, last at 4:10', 'TipSay somethingOnce, at 0:10']);
  });

  it('shows active and resolved prompts', async () => {
    const prompts = [aPrompt('w', 'urgent', 'You talk', { withdrawn: 72 }), aPrompt('t', 'tip', 'Ask something', { since: 61 })];
    openRealTime([bens({ prompts })], { at: OPEN });
    const history = within((await drawer('Ben Ortiz')).getByRole('region', { name: 'Prompts shown to the rep' }));
    expect(turns(history.getAllByRole('listitem'))).toEqual(['TipAsk somethingsince 1:01', 'AlertYou talk0:10, resolved at 1:12']);
    expect(history.getAllByRole('listitem').map(({ dataset }) => dataset.past)).toEqual([undefined, 'true']);
  });

  it('sends notes optimistically, and restores one that could not be sent', async () => {
    let answer = (_ok: boolean) => {};
    const note = (text: string) => ({ __typename: 'CoachNote', id: text, text, createdAt: '2026-11-20T09:31:00.000Z', author: iris });
    const sendCoachNote = ({ text }: { text: string }) =>
      new Promise((resolve, reject) => (answer = (ok) => (ok ? resolve(note(text)) : reject(new Error('away')))));
    const app = openRealTime([bens()], { at: OPEN, sendCoachNote });
    const call = await drawer('Ben Ortiz');
    const field = call.getByRole<HTMLTextAreaElement>('textbox', { name: 'Send a note' });
    await app.user.type(field, 'Slow{Shift>}{Enter}{/Shift}down{Enter}');
    expect(field.value).toBe('');
    const notes = within(call.getByRole('region', { name: 'Notes to the rep' }));
    expect(notes.getByRole('listitem').textContent).toBe('MCMaya Chen · Sending...Slow\ndown');
    await act(async () => answer(true));
    // The answer and the subscription show one note.
    await app.updateCall('b', { notes: [note('Slow\ndown')] });
    await waitFor(() => expect(notes.getByRole('listitem').textContent).toMatch(/^IHIris Holt · .*Slow\ndown$/));

    await app.user.type(field, 'Ask for the budget{Enter}');
    await act(async () => answer(false));
    await waitFor(() => expect(currentToast()?.description).toBe('Failed to send note'));
    expect(field.value).toBe('Ask for the budget');
    expect(notes.getAllByRole('listitem')).toHaveLength(1);
  });

  it('keeps a note that was not sent when the call is closed', async () => {
    const app = openRealTime([bens()], { at: OPEN });
    await app.user.type((await drawer('Ben Ortiz')).getByRole('textbox', { name: 'Send a note' }), 'Ask for the');
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await app.user.click(await screen.findByRole('link', { name: /^Ben Ortiz/ }));
    const field = (await drawer('Ben Ortiz')).getByRole<HTMLTextAreaElement>('textbox', { name: 'Send a note' });
    expect(field.value).toBe('Ask for the');
  });

  it('shows that the call has ended, and links to it', async () => {
    const app = openRealTime([bens()], { at: OPEN });
    const call = await drawer('Ben Ortiz');
    await app.updateCall('b', { status: 'completed' });
    await call.findByText(/This call has ended/);
    expect(call.queryByRole('textbox')).toBeNull();
    await app.updateCall('b', { transcription: { __typename: 'Transcription', id: 't1' } });
    expect((await call.findByRole('link', { name: 'View saved call' })).getAttribute('href')).toBe('/transcriptions?call=t1');
  });

  it('moves the focus to the list when the card of the call is gone', async () => {
    const app = openRealTime([bens()]);
    const card = await screen.findByRole('link', { name: /^Ben Ortiz/ });
    card.focus();
    await app.user.keyboard('{Enter}');
    const call = await drawer('Ben Ortiz');
    await app.updateCall('b', { status: 'completed' });
    await call.findByText(/This call has ended/);
    await waitFor(() => expect(card.isConnected).toBe(false));
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Live calls' }));
  });

  it('has no note field for one’s own call, and says when a call is not found', async () => {
    const { reload } = openRealTime([aCall('b')], { at: OPEN });
    const call = await drawer('Maya Chen');
    expect(call.queryByRole('textbox')).toBeNull();
    reload();
    await drawer('Maya Chen');
    openRealTime([], { at: OPEN });
    await screen.findByText('Call not found');
  });
});

const call = (id: string, attention: number, minute = 0) => ({
  id,
  attention,
  startedAt: `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`,
});
const ids = (calls: readonly { id: string }[]) => calls.map(({ id }) => id).join(' ');

describe('sortCalls', () => {
  it('puts the highest attention first, then the newest', () => {
    expect(ids(sortCalls([call('calm', 0, 5), call('old', 10, 1), call('bad', 135, 0), call('new', 10, 2)], [], false))).toBe(
      'bad new old calm',
    );
  });

  it('keeps the order while frozen: new calls come last, removed ones leave no gap', () => {
    const before = ['a', 'b', 'c'];
    expect(ids(sortCalls([call('new', 200), call('a', 0), call('c', 110)], before, true))).toBe('a c new');
    expect(ids(sortCalls([call('new', 200), call('a', 0), call('c', 110)], before, false))).toBe('new c a');
  });
});
