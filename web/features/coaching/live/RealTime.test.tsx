import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { readDraft } from '#web/drafts/draft-store.ts';
import { maya } from '#web/testing/users.ts';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aCall, aPrompt, aTurn, iris, liveCallList, METRICS, metric, openRealTime, repPanel, transcriptBox } from './live.fixtures.tsx';

const toast = () => currentToast()?.description;
const type = async (text: string) => fireEvent.change(await transcriptBox(), { target: { value: text } });
const lastText = (updates: readonly { transcript?: string | null }[]) =>
  updates.findLast(({ transcript }) => typeof transcript === 'string')?.transcript;
const enabledTranscriptBox = () => waitFor(async () => expect((await transcriptBox()).disabled).toBe(false));
const unsavedText = (callId: string) => readDraft(maya.id, `live-call/${callId}`)?.fields.transcript?.value;
const rest = () => act(() => vi.advanceTimersByTimeAsync(800));

describe('the rep’s panel', () => {
  it('starts a call with a customer', async () => {
    const startLiveCall = vi.fn(({ input }: { input: object }) => ({ ...aCall('new'), ...input }));
    const { user } = openRealTime([], {
      startLiveCall,
      liveCall: () => ({ ...aCall('new', { duration: 0 }), eventCursor: '1', turnCount: 0 }),
    });
    await screen.findByText('Ready');
    expect((await transcriptBox()).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update Analysis' }).disabled).toBe(true);
    await user.type(screen.getByRole('combobox'), 'dana');
    await user.click(await screen.findByRole('option', { name: /Dana Whitfield/ }));
    await user.type(screen.getByLabelText('Planned minutes (optional)'), '30');
    await user.click(screen.getByRole('button', { name: 'Start Call' }));
    await screen.findByText('LIVE');
    expect(toast()).toBe('Real-time coaching started');
    const [{ input }] = startLiveCall.mock.calls[0] ?? [{ input: {} }];
    expect(input).toEqual({ callId: expect.stringMatching(/^call_\d+$/), customerId: 'c1', plannedSeconds: 1_800 });
    await enabledTranscriptBox();
    await waitFor(async () => expect(document.activeElement).toBe(await transcriptBox()));
  });

  it('reports when a call cannot start', async () => {
    const { user } = openRealTime([], {
      startLiveCall: () => {
        throw new Error('away');
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Start Call' }));
    await waitFor(() => expect(toast()).toBe('Failed to start real-time analysis'));
    screen.getByText('Ready');
  });

  it('resumes an active call with its text, its duration and unsaved input', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { updates, reload } = openRealTime([aCall('a', { transcript: 'Rep: Hello', duration: 65 })]);
    await screen.findByText('LIVE');
    await enabledTranscriptBox();
    expect((await transcriptBox()).value).toBe('Rep: Hello');
    expect(repPanel().getByRole('timer').textContent).toBe('1:05');
    await waitFor(() => expect(updates).toHaveLength(1));
    // The first update leaves the duration to the server.
    expect(updates[0]).toEqual({ duration: null });

    await type('Rep: Hello\nCustomer: Hi');
    reload();
    await enabledTranscriptBox();
    expect((await transcriptBox()).value).toBe('Rep: Hello\nCustomer: Hi');
    await waitFor(() => expect(lastText(updates)).toBe('Rep: Hello\nCustomer: Hi'));
    await waitFor(() => expect(unsavedText('a')).toBeUndefined());
  });

  it('takes up unsaved text in a new window', async () => {
    const updateLiveCall = () => {
      throw new Error('Failed to fetch');
    };
    const { reload } = openRealTime([aCall('a', { transcript: 'Rep: Hello' })], { updateLiveCall });
    await enabledTranscriptBox();
    await type('Rep: Hello\nCustomer: Hi');
    // The next window knows nothing of the one that was closed.
    sessionStorage.clear();
    reload();
    await enabledTranscriptBox();
    expect((await transcriptBox()).value).toBe('Rep: Hello\nCustomer: Hi');
  });

  it('shows the current duration of a call, however old its last update', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const countsFrom = new Date(Date.now() - 95_500).toISOString();
    const { updateCall } = openRealTime([aCall('a', { duration: 65, countsFrom }), aCall('b', { duration: 65, countsFrom, rep: iris })]);
    await screen.findByText('LIVE');
    expect(repPanel().getByRole('timer').textContent).toBe('1:35');
    await waitFor(() => expect(liveCallList().getAllByText('1:35')).toHaveLength(2));
    await updateCall('b', { status: 'completed', duration: 70 });
    expect(await liveCallList().findByText('1:10')).toBeTruthy();
  });

  it('ticks while a call is active', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    openRealTime([aCall('a', { duration: 65 })]);
    await screen.findByText('LIVE');
    const [minutes = 0, seconds = 0] = (repPanel().getByRole('timer').textContent ?? '').split(':').map(Number);
    expect(minutes * 60 + seconds).toBeGreaterThanOrEqual(65);
    for (const moment of [1, 2, 3]) {
      await act(() => vi.advanceTimersByTimeAsync(1_000));
      const [later = 0, rest = 0] = (repPanel().getByRole('timer').textContent ?? '').split(':').map(Number);
      expect(later * 60 + rest - minutes * 60 - seconds).toBeGreaterThanOrEqual(moment);
    }
  });

  it('saves the text once typing pauses, and shows pushed metrics', async () => {
    const app = openRealTime([aCall('a')]);
    await enabledTranscriptBox();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update Analysis' }).disabled).toBe(true);
    await type('Rep: How are you?');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update Analysis' }).disabled).toBe(false);
    await rest();
    expect(lastText(app.updates)).toBe('Rep: How are you?');
    const metrics = { ...METRICS, wordCount: 4, questionRatio: 1, sentimentScore: 0.71, engagementLevel: 0.256, talkShare: 0.7 };
    await app.updateCall('a', { metrics });
    await waitFor(() =>
      expect(['Question Ratio', 'Sentiment', 'Words', 'Engagement', 'Talk share'].map(metric)).toEqual([
        '100%',
        'Positive',
        '4',
        '26%',
        '70 : 30',
      ]),
    );
    await screen.findByText('Saved');
  });

  it('starts lines by button and by shortcut', async () => {
    const { user } = openRealTime([aCall('a')]);
    await enabledTranscriptBox();
    await user.click(screen.getByRole('button', { name: 'Rep:' }));
    expect((await transcriptBox()).value).toBe('Rep: ');
    await user.type(await transcriptBox(), 'Hi');
    fireEvent.keyDown(await transcriptBox(), { code: 'Digit2', altKey: true });
    expect((await transcriptBox()).value).toBe('Rep: Hi\nCustomer: ');
  });

  it('keeps text typed offline, and saves it on reconnect', async () => {
    let isOffline = false;
    const savedTexts: string[] = [];
    const updateLiveCall = ({ input }: { input: { transcript?: string } }) => {
      if (isOffline) throw new Error('Failed to fetch');
      if (input.transcript) savedTexts.push(input.transcript);
      return { ...aCall('a', { revision: 2 }) };
    };
    openRealTime([aCall('a')], { updateLiveCall });
    await enabledTranscriptBox();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    isOffline = true;
    await act(async () => void window.dispatchEvent(new Event('offline')));
    await type('Rep: Are you there?');
    await rest();
    screen.getByText('Offline. Your text is kept and will be saved when you reconnect.');
    expect(unsavedText('a')).toBe('Rep: Are you there?');
    online.mockReturnValue(true);
    isOffline = false;
    await act(async () => void window.dispatchEvent(new Event('online')));
    await screen.findByText('Saved');
    expect(savedTexts).toEqual(['Rep: Are you there?']);
  });

  it('follows another window of the same call', async () => {
    const call = aCall('a', { transcript: 'Rep: Hello' });
    const app = openRealTime([call]);
    await enabledTranscriptBox();
    await waitFor(() => expect(app.updates).toHaveLength(1));
    await app.updateCall('a', { transcript: 'Rep: Hello you', revision: 8, turns: [aTurn(0, 'rep', 'Hello you')] }, 0);
    await waitFor(async () => expect((await transcriptBox()).value).toBe('Rep: Hello you'));
  });

  it('ends a call with all typed text, and links to it', async () => {
    let end = () => {};
    const ended = { ...aCall('a', { status: 'completed', transcription: { __typename: 'Transcription', id: 't1' } }) };
    const completeLiveCall = vi.fn((_args: object) => new Promise((resolve) => (end = () => resolve(ended))));
    const app = openRealTime([aCall('a')], { completeLiveCall });
    await enabledTranscriptBox();
    await type('Rep: Goodbye');
    await app.user.click(screen.getByRole('button', { name: 'End Call' }));
    await screen.findByRole('button', { name: 'Ending...' });
    await waitFor(() => expect(completeLiveCall).toHaveBeenCalled());
    // The subscription may push the end before the answer comes.
    await app.updateCall('a', { status: 'completed' });
    await screen.findByText('No live calls');
    screen.getByRole('button', { name: 'Ending...' });
    await act(async () => end());
    await screen.findByText('Ready');
    expect(completeLiveCall.mock.calls[0]?.[0]).toMatchObject({
      id: 'a',
      input: { finalTranscript: 'Rep: Goodbye', duration: expect.any(Number) },
    });
    expect(toast()).toBe('Call analysis completed');
    expect(sessionStorage).toHaveLength(0);
    expect(unsavedText('a')).toBeUndefined();
    await app.user.click(screen.getByRole('button', { name: /View call/ }));
    expect(screen.getByTestId('address').textContent).toBe('/transcriptions?call=t1');
  });

  it('asks for the next step of its lead once it has ended', async () => {
    const lead = { __typename: 'Lead', id: 'lead', name: 'Jo March', stage: 'quoted', nextStepDueBy: null };
    const createTask = vi.fn((_args: object) => ({ __typename: 'Task', id: 'task', lead: null }));
    const app = openRealTime([aCall('a', { lead })], { createTask });
    await enabledTranscriptBox();
    await app.user.click(screen.getByRole('button', { name: 'End Call' }));
    const prompt = within(await screen.findByRole('region', { name: 'Next step for Jo March' }));
    await app.user.type(prompt.getByLabelText('What is to be done'), 'Send the quote');
    await app.user.click(prompt.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Next step for Jo March' })).toBeNull());
    expect(createTask.mock.calls[0]?.[0]).toMatchObject({ input: { title: 'Send the quote', leadId: 'lead', isNextStep: true } });
  });

  it('stays open when a call could not be ended', async () => {
    const { user } = openRealTime([aCall('a', { transcript: 'Rep: Hi' })], {
      completeLiveCall: () => {
        throw new Error('away');
      },
    });
    await enabledTranscriptBox();
    await user.click(screen.getByRole('button', { name: 'End Call' }));
    await waitFor(() => expect(toast()).toBe('Failed to complete call analysis'));
    screen.getByRole('button', { name: 'End Call' });
    expect((await transcriptBox()).value).toBe('Rep: Hi');
  });

  it.each(['This call is over.', 'Only the rep of a call can change it.'])('says why a call could not be ended: %s', async (message) => {
    const { user } = openRealTime([aCall('a')], { completeLiveCall: () => ({ __typename: 'Conflict', message }) });
    await enabledTranscriptBox();
    await user.click(screen.getByRole('button', { name: 'End Call' }));
    await waitFor(() => expect(toast()).toBe(message));
  });

  it('explains why a call was closed elsewhere, and keeps unsaved text', async () => {
    const app = openRealTime([aCall('a', { transcript: 'Rep: Hi', turns: [aTurn(0, 'rep', 'Hi')] })]);
    await enabledTranscriptBox();
    await waitFor(() => expect(app.updates).toHaveLength(1));
    await type('Rep: Hi\nCustomer: Where were you?');
    (await transcriptBox()).focus();
    await app.updateCall('a', { status: 'abandoned' });
    const closed = await screen.findByRole('heading', { name: 'This call was closed' });
    // The notice takes the focus from the transcript box.
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement?.contains(closed)).toBe(true);
    screen.getByText(/No activity for 15 minutes/);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Rep: Hi\nCustomer: Where were you?');
    screen.getByRole('button', { name: 'Saving...' });
    await app.updateCall('a', { transcription: { __typename: 'Transcription', id: 't1' } });
    expect((await screen.findByRole('link', { name: 'View saved call' })).getAttribute('href')).toBe('/transcriptions?call=t1');
    // A reload does not lose it.
    app.reload();
    await screen.findByRole('heading', { name: 'This call was closed' });
    await app.user.click(screen.getByRole('button', { name: 'New call' }));
    await screen.findByText('Ready');
    expect(sessionStorage).toHaveLength(0);
  });

  it('shows a call from the phone system as a live transcript', async () => {
    const app = openRealTime([]);
    await screen.findByText('Ready');
    await app.startCall(aCall('phone', { told: 'segments', callerPhone: '+1 555 0100', turns: [aTurn(0, 'customer', 'Hello?')] }));
    const dialogue = within(await screen.findByRole('region', { name: 'Transcript' }));
    expect(dialogue.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['CustomerHello?']);
    expect(screen.queryByRole('textbox', { name: 'Live Transcript' })).toBeNull();
    const turns = [aTurn(0, 'customer', 'Hello, Maya?'), aTurn(1, 'rep', 'Speaking.')];
    await app.updateCall('phone', { turns }, 0);
    await waitFor(() =>
      expect(dialogue.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['CustomerHello, Maya?', 'RepSpeaking.']),
    );
  });
});

describe('prompts', () => {
  const group = (name: string) => within(screen.getByRole('region', { name }));
  const spoken = () => screen.getByRole('alert').textContent;

  it('are announced once, alerts assertively; notes show their author', async () => {
    const app = openRealTime([aCall('a', { prompts: [aPrompt('old', 'urgent', 'You talk 91 %')] })]);
    await enabledTranscriptBox();
    expect(spoken()).toBe('');
    const streak = aPrompt('streak', 'urgent', 'Three unhappy turns in a row');
    await app.updateCall('a', { prompts: [aPrompt('old', 'urgent', 'You talk 91 %'), streak, aPrompt('ask', 'tip', 'Ask something')] });
    await waitFor(() => expect(group('Urgent Alerts').getAllByRole('listitem')).toHaveLength(2));
    expect(spoken()).toBe('Alert: Three unhappy turns in a row');
    const note = { __typename: 'CoachNote', id: 'n1', text: 'Offer the yearly plan', createdAt: '2026-11-20T09:31:00.000Z', author: iris };
    await app.updateCall('a', { notes: [note] });
    await screen.findByRole('region', { name: 'Notes from coaches' });
    expect(group('Notes from coaches').getByRole('listitem').textContent).toMatch(/^IHIris Holt · .*Offer the yearly plan$/);
    await screen.findByText('Note from Iris Holt: Offer the yearly plan');
    expect(spoken()).toBe('');
  });

  it('fade out when resolved, and can be dismissed', async () => {
    const dismissPrompt = vi.fn((_args: object) => aCall('a'));
    const app = openRealTime([aCall('a', { prompts: [aPrompt('a', 'tip', 'Ask something'), aPrompt('b', 'tip', 'Slow down')] })], {
      dismissPrompt,
    });
    await enabledTranscriptBox();
    await app.updateCall('a', { prompts: [aPrompt('a', 'tip', 'Ask something', { withdrawn: 70 }), aPrompt('b', 'tip', 'Slow down')] });
    await waitFor(() => expect(screen.getByText('Ask something').closest('li')?.dataset.exiting).toBe('true'));
    await waitFor(() => expect(screen.queryByText('Ask something')).toBeNull());
    await app.user.click(screen.getByRole('button', { name: 'Dismiss: Slow down' }));
    await waitFor(() => expect(screen.queryByText('Slow down')).toBeNull());
    expect(dismissPrompt.mock.calls[0]?.[0]).toEqual({ id: 'a', promptId: 'b' });
  });

  it('keep the focus when dismissed by keyboard', async () => {
    const prompts = [aPrompt('u', 'urgent', 'You talk'), aPrompt('t', 'tip', 'Slow down')];
    const { user } = openRealTime([aCall('a', { prompts })]);
    await enabledTranscriptBox();
    screen.getByRole('button', { name: 'Dismiss: You talk' }).focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss: Slow down' }));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText('Slow down')).toBeNull());
    expect(document.activeElement?.textContent).toContain('Coaching Tips');
    expect(document.activeElement).not.toBe(document.body);
  });

  it('answer objections from the training data; rule tips come before model tips', async () => {
    const card = { trainingItemId: 'i1', title: 'Price objections', excerpt: 'Ask what it is compared to.' };
    const tips = [{ text: 'Mention the lease', at: 50, engine: 'gpt-5' }];
    openRealTime([
      aCall('a', { prompts: [aPrompt('p', 'insight', 'The price came up', { card }), aPrompt('t', 'tip', 'Ask something')], tips }),
    ]);
    await enabledTranscriptBox();
    const insight = group('Current Insights');
    expect(insight.getByRole('link', { name: 'Price objections' }).getAttribute('href')).toBe('/ai-training?search=Price+objections');
    insight.getByText('Ask what it is compared to.');
    expect(
      group('Coaching Tips')
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Ask something', 'Mention the leasegpt-5']);
  });

  it('say why the model gives no tips', async () => {
    openRealTime([aCall('a', { tipsFailure: 'The assistant is too busy. Please try again in a minute.' })]);
    await screen.findByText('No tips from the model: The assistant is too busy. Please try again in a minute.');
  });
});
