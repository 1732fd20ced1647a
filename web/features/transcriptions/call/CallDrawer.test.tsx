import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aCall, card, openCalls } from '../transcriptions.fixtures.tsx';

const TURNS = [
  { index: 0, speaker: 'rep', name: null, text: 'Good morning.', start: 0 },
  { index: 1, speaker: 'customer', name: 'Dana Whitfield', text: 'My <b>Heron</b> leaks.', start: 65_000 },
  { index: 2, speaker: null, name: null, text: 'Somebody laughs.', start: null },
];

const FULL = aCall('1', {
  title: 'A leak',
  turns: TURNS,
  keyMoments: [{ kind: 'problem', speaker: 'customer', quote: 'My <b>Heron</b> leaks.', turn: 1 }],
  nextSteps: [{ text: 'Send a technician.', owner: 'rep', due: 'tomorrow' }],
  callerPhone: '614-555-0131',
  metrics: {
    wordCount: 1_250,
    talkShare: { rep: 0.62, basis: 'words', ofCall: null },
    questions: { rep: { count: 3, open: 1, perHour: 12 }, customer: { count: 1, open: 0, perHour: null } },
    topics: [{ topic: 'decision_maker', speaker: 'customer', turn: 1 }],
  },
});

const drawer = async (name = 'A leak') => within(await screen.findByRole('dialog', { name }));
const address = () => screen.getByTestId('address').textContent;

describe('the call drawer', () => {
  it('opens from its card and from its URL, and closes', async () => {
    const { user } = openCalls([FULL], { at: '/transcriptions?search=leak' });
    await user.click((await card('A leak')).getByRole('button', { name: 'View Full' }));
    await drawer();
    expect(address()).toBe('/transcriptions?search=leak&call=1');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/transcriptions?search=leak');
  });

  it('makes a promise of the rep a task with one click, once', async () => {
    const createTask = vi.fn((_args: object) => ({ __typename: 'Task', id: 'task', lead: null }));
    const { user } = openCalls([FULL], { at: '/transcriptions?call=1', createTask });
    const call = await drawer();
    await user.click(call.getByRole('button', { name: 'Add task: Send a technician.' }));
    await call.findByText('Task added');
    const [given] = createTask.mock.calls[0] ?? [];
    expect(given).toMatchObject({
      input: { title: 'Send a technician.', transcriptionId: '1', dueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
    expect(call.queryByRole('button', { name: /^Add task/ })).toBeNull();
  });

  it('offers no task for what was added before, or for what the customer does', async () => {
    const steps = [
      { text: 'Send a technician.', owner: 'rep', due: null },
      { text: 'Send photos.', owner: 'customer', due: null },
    ];
    openCalls([{ ...FULL, nextSteps: steps, tasks: { nodes: [{ __typename: 'Task', id: 't', title: 'Send a technician.' }] } }], {
      at: '/transcriptions?call=1',
    });
    const call = await drawer();
    call.getByText('Task added');
    expect(call.queryByRole('button', { name: /^Add task/ })).toBeNull();
  });

  it('opens at once with a skeleton', async () => {
    const answer = Promise.withResolvers<unknown>();
    const { user } = openCalls([FULL], { transcription: () => answer.promise });
    await user.click((await card('A leak')).getByRole('button', { name: 'View Full' }));
    expect(within(screen.getByRole('dialog', { name: 'Call' })).getByRole('status', { name: 'Loading call' })).toBeTruthy();
    answer.resolve(FULL);
    await drawer();
  });

  it('explains its numbers without making each a stop of the keyboard', async () => {
    const { user } = openCalls([FULL], { at: '/transcriptions?call=1' });
    const call = await drawer();
    expect(call.getByText('62% rep · 38% customer').closest('[tabindex="0"]')).toBeNull();
    await user.click(call.getByRole('button', { name: 'Explain these numbers' }));
    call.getByText('Words in the transcript.');
    await user.click(call.getByRole('button', { name: 'Hide explanations' }));
    expect(call.queryByText('Words in the transcript.')).toBeNull();
  });

  it('shows notes, transcript and metrics, HTML as text', async () => {
    openCalls([FULL], { at: '/transcriptions?call=1' });
    const call = await drawer();
    for (const words of [
      'Summary of 1',
      'Send a technician.',
      'Good morning.',
      'My <b>Heron</b> leaks.',
      'Dana Whitfield',
      'Customer · 1:05',
      'Called from 614-555-0131',
    ]) {
      expect(call.getByText(words)).toBeTruthy();
    }
    expect(call.getByText('— Rep, tomorrow')).toBeTruthy();
    expect(call.getByText('62% rep · 38% customer')).toBeTruthy();
    expect(call.getByText('3 · 1 open · 12/h')).toBeTruthy();
    expect(call.getByText('decision maker')).toBeTruthy();
    expect(call.getByText(/^Not available for this transcript: longest monologue, .*silence/)).toBeTruthy();
    expect(call.getByText(/^Analyzed by the offline assistant/)).toBeTruthy();
    expect(document.querySelector('b')).toBeNull();
  });

  it('scrolls from a key moment to its turn, repeatedly', async () => {
    const led = vi.fn();
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      led(this.id);
    });
    const { user } = openCalls([FULL], { at: '/transcriptions?call=1' });
    const call = await drawer();
    const moment = call.getByRole('button', { name: /Heron.* leaks/ });
    await user.click(moment);
    await user.click(moment);
    expect(led.mock.calls).toEqual([['turn-1'], ['turn-1']]);
    expect(document.activeElement?.textContent).toContain('My <b>Heron</b> leaks.');
    expect(moment.getAttribute('aria-current')).toBe('true');
  });

  it('opens at the turn in its URL, highlighted, and closes without it', async () => {
    const led = vi.fn();
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      led(this.id);
    });
    const { user } = openCalls([FULL], { at: '/transcriptions?call=1&turn=1' });
    const call = await drawer();
    expect(led.mock.calls).toEqual([['turn-1']]);
    expect(call.getByText('My <b>Heron</b> leaks.').closest('li')?.dataset.marked).toBe('true');
    expect(document.activeElement?.textContent).toContain('My <b>Heron</b> leaks.');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/transcriptions'));
  });

  it('renders without analysis and metrics', async () => {
    openCalls([aCall('1', { title: 'Bare', summary: null, engine: null, analyzedAt: null, turns: [TURNS[2]] })], {
      at: '/transcriptions?call=1',
    });
    const call = await drawer('Bare');
    expect(call.getByRole('button', { name: 'Analyze' })).toBeTruthy();
    for (const missing of ['Summary', 'Next steps', 'Key moments']) expect(call.queryByRole('heading', { name: missing })).toBeNull();
    expect(call.getByText('Somebody laughs.')).toBeTruthy();
  });

  it('says to whom a rule gave the call', async () => {
    const assignment = { assignmentReason: 'Round robin of rule “Ohio”', rep: { id: 'ben', displayName: 'Ben Reed' } };
    openCalls([aCall('1', { title: 'Given', ...assignment })], { at: '/transcriptions?call=1' });
    await (await drawer('Given')).findByText('Assigned to Ben Reed: Round robin of rule “Ohio”.');
  });

  it('says where speakers were guessed, and swaps them with one click, as often as needed', async () => {
    const stored = aCall('1', { ...FULL, rolesGuessed: true });
    const swap = vi.fn(() => {
      const isSwapped = stored.rolesGuessed;
      return Object.assign(stored, {
        rolesGuessed: !isSwapped,
        summary: isSwapped ? 'Read the other way round.' : 'Read as before.',
        turns: [{ ...TURNS[0], speaker: isSwapped ? 'customer' : 'rep' }],
        metrics: { ...FULL.metrics, talkShare: { rep: isSwapped ? 0.38 : 0.62, basis: 'words', ofCall: null } },
      });
    });
    const { user } = openCalls([stored], { at: '/transcriptions?call=1', swapTranscriptionRoles: swap });
    const call = await drawer();
    expect(call.getByText(/guessed from how people talk/)).toBeTruthy();
    const button = call.getByRole('button', { name: 'Swap speakers' });
    await user.click(button);
    expect(await call.findByText('Read the other way round.')).toBeTruthy();
    expect(currentToast()?.description).toBe('Speakers swapped.');
    expect(call.getByText('38% rep · 62% customer')).toBeTruthy();
    expect(call.getByText('Good morning.').closest('li')?.dataset.speaker).toBe('customer');
    expect(call.queryByText(/guessed from how people talk/)).toBeNull();
    // Nothing that has the focus disappears.
    expect(document.activeElement).toBe(button);
    await user.click(button);
    expect(await call.findByText('Read as before.')).toBeTruthy();
    expect(call.getByText('Good morning.').closest('li')?.dataset.speaker).toBe('rep');
  });

  it('offers no swap where no speaker is known', async () => {
    openCalls([aCall('1', { title: 'Bare', turns: [TURNS[2]] })], { at: '/transcriptions?call=1' });
    expect((await drawer('Bare')).queryByRole('button', { name: 'Swap speakers' })).toBeNull();
  });

  it('says of an analyzed call without next steps that none were recognised', async () => {
    openCalls([aCall('1', { title: 'A leak' })], { at: '/transcriptions?call=1' });
    expect((await drawer()).getByText('None recognised')).toBeTruthy();
  });

  it('analyzes the call again', async () => {
    const analyze = vi.fn(() => ({ ...FULL, summary: 'Read anew.', engine: 'model-9' }));
    const { user } = openCalls([FULL], { at: '/transcriptions?call=1', analyzeTranscription: analyze });
    const call = await drawer();
    await user.click(call.getByRole('button', { name: 'Re-analyze' }));
    await waitFor(() => expect(currentToast()?.description).toBe('Call analyzed successfully.'));
    expect(call.getByText('Read anew.')).toBeTruthy();
    expect(call.getByText(/^Analyzed by model-9/)).toBeTruthy();
  });

  it('updates when others change it', async () => {
    const { publish } = openCalls([FULL], { at: '/transcriptions?call=1' });
    const call = await drawer();
    const swapped = TURNS.map((turn) => ({ ...turn, speaker: turn.speaker === 'rep' ? 'customer' : 'rep' }));
    await publish('updated', { ...FULL, summary: 'Somebody else read it.', turns: swapped });
    expect(await call.findByText('Somebody else read it.')).toBeTruthy();
    await waitFor(() => expect(call.getByText('Good morning.').closest('li')?.dataset.speaker).toBe('customer'));
  });

  it('shows when a call is not found', async () => {
    const { user } = openCalls([], { at: '/transcriptions?call=nothing' });
    const call = await drawer('Call');
    expect(await call.findByText('Call not found')).toBeTruthy();
    await user.click(call.getByRole('button', { name: 'Show all calls' }));
    await waitFor(() => expect(address()).toBe('/transcriptions'));
  });
});

describe('the customer of a call', () => {
  const suggested = (more: object = {}) =>
    aCall('1', {
      title: 'A leak',
      suggestedCustomers: [{ reason: 'phone', said: '614-555-0131', customer: { id: 'c1', name: 'Dana Whitfield' } }],
      suggestedLeads: [{ reason: 'name', said: 'Whitfield Ltd', lead: { id: 'l1', name: 'Whitfield' } }],
      ...more,
    });
  const linking = () =>
    vi.fn(({ input }) => suggested({ customer: input.customerId && { id: input.customerId, name: 'Dana Whitfield', company: null } }));

  it('is suggested, and linked with one click', async () => {
    const update = linking();
    const { user } = openCalls([suggested()], { at: '/transcriptions?call=1', updateTranscription: update });
    const call = await drawer();
    expect(await call.findByText('Same phone number:')).toBeTruthy();
    expect(call.getByText('Mentioned “Whitfield Ltd”:')).toBeTruthy();
    await user.click(call.getByRole('button', { name: 'Link customer Dana Whitfield' }));
    expect(await call.findByRole('link', { name: 'Dana Whitfield' })).toHaveProperty('pathname', '/customers');
    expect(update.mock.calls[0]?.[0]).toMatchObject({ id: '1', input: { customerId: 'c1' } });
  });

  it('is selected by hand', async () => {
    const update = linking();
    const { user } = openCalls([suggested()], { at: '/transcriptions?call=1', updateTranscription: update });
    const call = await drawer();
    await user.click(call.getByRole('combobox', { name: 'Customer' }));
    await user.click(await screen.findByRole('option', { name: /Dana Whitfield/ }));
    expect(await call.findByRole('link', { name: 'Dana Whitfield' })).toBeTruthy();
  });

  it('is unlinked', async () => {
    const update = linking();
    const customer = { id: 'c1', name: 'Dana Whitfield', company: null };
    const { user } = openCalls([suggested({ customer })], { at: '/transcriptions?call=1', updateTranscription: update });
    const call = await drawer();
    await user.click(call.getByRole('button', { name: 'Unlink Dana Whitfield' }));
    expect(await call.findByRole('combobox', { name: 'Customer' })).toBeTruthy();
    // The button that was pressed went with the link.
    await waitFor(() => expect(call.getByRole('region', { name: 'People' }).contains(document.activeElement)).toBe(true));
    expect(update.mock.calls[0]?.[0]).toMatchObject({ input: { customerId: null } });
  });
});

it('passes the request, response type and customer to the Response Center', async () => {
  const { user } = openCalls([
    aCall('1', { type: 'support', need: 'My Heron leaks.', customer: { id: 'c1', name: 'Dana', company: null } }),
  ]);
  await user.click((await card('Call 1')).getByRole('button', { name: 'Generate Response' }));
  expect(address()).toBe('/');
  expect(screen.getByTestId('state').textContent).toBe('{"request":"My Heron leaks.","responseType":"support","customerId":"c1"}');
});
