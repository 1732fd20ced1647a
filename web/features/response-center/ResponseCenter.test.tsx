import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { trimCache } from '#web/apollo/trim-cache.ts';
import { currentToast } from '#web/ui/toasts/toast.ts';
import {
  call,
  discardMock,
  generateReplyMock,
  markUsedMock,
  openCenter,
  order,
  proposeTemplateMock,
  recipientMock,
  source,
  storedReply,
  storedReplyMock,
} from './test-utils.tsx';

const messageBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Customer Request/Question' });
const generate = () => screen.getByRole('button', { name: 'Generate AI Response' });
const toast = () => ({ title: currentToast()?.title, description: currentToast()?.description, tone: currentToast()?.tone });
const error = (description: string) => ({ title: 'Error', description, tone: 'error' });

it('has the specified texts, and Sales Response is the default', async () => {
  openCenter();
  expect(messageBox().placeholder).toBe('Paste customer message or question here...');
  expect(screen.getByRole('radio', { name: 'Sales Response' })).toHaveProperty('checked', true);
  expect(screen.getByRole('radio', { name: 'Tech Support' })).toHaveProperty('checked', false);
  const texts = ['Customer Request Analysis', 'AI Generated Response', 'Recent Transcriptions', 'Latest call recordings and analysis'];
  for (const text of [
    ...texts,
    'Shopify Integration',
    'Recent orders and customer sync',
    'Recent Orders',
    'Orders This Week',
    'Total Revenue',
  ]) {
    expect(await screen.findByText(text), text).toBeTruthy();
  }
});

describe('generating a reply', () => {
  it('requires a message', async () => {
    const { user } = openCenter();
    await user.type(messageBox(), '   ');
    await user.click(generate());
    await waitFor(() => expect(toast()).toEqual(error('Please enter a customer request.')));
    expect(screen.getByText('Generated response will appear here...')).toBeTruthy();
    for (const name of ['Copy Response', 'Save as Template']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('dismisses the error as soon as there is a message', async () => {
    const { user } = openCenter();
    await user.click(generate());
    await waitFor(() => expect(toast()).toEqual(error('Please enter a customer request.')));
    await user.type(messageBox(), ' ');
    expect(currentToast()?.open).toBe(true);
    await user.type(messageBox(), 'W');
    expect(currentToast()?.open).toBe(false);
  });

  it('shows the reply while it streams, then finished', async () => {
    const { user, emitReply } = openCenter();
    await user.type(messageBox(), 'When do you deliver?');
    await user.click(generate());
    expect(await screen.findByRole('button', { name: 'Generating...' })).toBeTruthy();

    emitReply({ __typename: 'ReplyDraft', text: 'Hi Ada,\n\nWe de' });
    expect(await screen.findByText('We de')).toBeTruthy();

    emitReply(storedReply);
    expect(await screen.findByText('[confirm delivery date]')).toBeTruthy();
    for (const text of [
      'Sure',
      'Confidence: 87%',
      'Key Points',
      'Asks about delivery',
      'Offline assistant',
      'Delivery times',
      'Response ready.',
    ]) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
    expect(generate()).toBeTruthy();
  });

  it('starts with Ctrl+Enter and stops with Stop, keeping the message', async () => {
    const { user, emitReply } = openCenter();
    await user.type(messageBox(), 'When do you deliver?{Control>}{Enter}{/Control}');
    emitReply({ __typename: 'ReplyDraft', text: 'Hi Ada' });
    await screen.findByText('Hi Ada');
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.getByText('Generated response will appear here...')).toBeTruthy();
    expect(messageBox().value).toBe('When do you deliver?');
  });

  it('keeps the message when it fails, and shows the reason', async () => {
    const { user, emitReply } = openCenter();
    await user.type(messageBox(), 'When do you deliver?');
    await user.click(generate());
    emitReply({ __typename: 'AssistantUnavailable', message: 'The assistant did not answer in time.' });
    expect(await screen.findByText('The assistant did not answer in time.')).toBeTruthy();
    expect(toast()).toEqual(error('Failed to generate response. Please try again.'));
    expect(messageBox().value).toBe('When do you deliver?');
  });

  it('falls back to HTTP when no socket is available', async () => {
    const { user, socket } = openCenter({ mocks: [generateReplyMock('When do you deliver?', storedReply)] });
    await user.type(messageBox(), 'When do you deliver?');
    await user.click(generate());
    socket.simulateResult({ error: new Error('Socket closed') });
    expect(await screen.findByText('Confidence: 87%')).toBeTruthy();
  });
});

describe('work on a reply', () => {
  const leave = (user: ReturnType<typeof openCenter>['user']) => user.click(screen.getByRole('button', { name: 'Leave' }));
  const comeBack = (user: ReturnType<typeof openCenter>['user']) => user.click(screen.getByRole('button', { name: 'Return' }));

  it('goes on while another screen is shown, which says when it is ready', async () => {
    const { user, emitReply } = openCenter();
    await user.type(messageBox(), 'When do you deliver?');
    await user.click(generate());
    emitReply({ __typename: 'ReplyDraft', text: 'Hi Ada,' });
    await leave(user);
    emitReply({ __typename: 'ReplyDraft', text: 'Hi Ada,\n\nWe deliver' });
    await comeBack(user);
    await screen.findByText('We deliver');
    expect(messageBox().value).toBe('When do you deliver?');
    await leave(user);
    emitReply(storedReply);
    await waitFor(() => expect(toast().description).toBe('Your response is ready in the AI Response Center.'));
    await comeBack(user);
    await screen.findByText('Confidence: 87%');
  });

  it('is there again after a reload, with the edits of the reply', async () => {
    const { user, emitReply } = openCenter();
    await user.type(messageBox(), 'When do you deliver?');
    await user.click(generate());
    emitReply(storedReply);
    await user.click(await screen.findByRole('button', { name: 'Next gap' }));
    await user.keyboard('Friday{Escape}');
    cleanup();
    openCenter({ mocks: [storedReplyMock()] });
    await screen.findByText('Confidence: 87%');
    expect(messageBox().value).toBe('When do you deliver?');
    expect(screen.getByText(/We deliver on Friday\./)).toBeTruthy();
  });

  it('is not shown any more when it is cleared before it has loaded', async () => {
    const { user, emitReply } = openCenter();
    await user.type(messageBox(), 'When do you deliver?');
    await user.click(generate());
    emitReply(storedReply);
    await screen.findByText('Confidence: 87%');
    cleanup();
    const answer = Promise.withResolvers<{ data: object }>();
    const query = vi.spyOn(openCenter().client, 'query').mockReturnValue(answer.promise);
    await waitFor(() => expect(query).toHaveBeenCalled());
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await act(async () => answer.resolve({ data: { aiResponse: storedReply } }));
    expect(screen.getByText('Generated response will appear here...')).toBeTruthy();
  });

  it('is cleared on request', async () => {
    const { user, emitReply } = openCenter();
    await user.type(messageBox(), 'When do you deliver?');
    await user.click(generate());
    emitReply(storedReply);
    await screen.findByText('Confidence: 87%');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(messageBox().value).toBe('');
    expect(screen.getByText('Generated response will appear here...')).toBeTruthy();
    expect(localStorage).toHaveLength(0);
  });
});

describe('a finished reply', () => {
  const FILLED = storedReply.response.replace('[confirm delivery date]', 'Friday');
  const finished = async (mocks = [markUsedMock()], fields: object = {}) => {
    const center = openCenter({ mocks });
    await center.user.type(messageBox(), 'When do you deliver?');
    await center.user.click(generate());
    center.emitReply({ ...storedReply, ...fields });
    await screen.findByText(/^Confidence: /);
    return center;
  };

  it('says Copying... while it is copied', async () => {
    const { user } = await finished([markUsedMock('Yes.')], { response: 'Yes.', sources: [] });
    let copied = () => {};
    vi.spyOn(navigator.clipboard, 'writeText').mockReturnValueOnce(new Promise((resolve) => (copied = resolve)));
    await user.click(screen.getByRole('button', { name: 'Copy Response' }));
    expect(screen.getByRole('button', { name: 'Copying...' }).getAttribute('aria-disabled')).toBe('true');
    copied();
    expect(await screen.findByRole('button', { name: 'Copy Response' })).toBeTruthy();
  });

  it('is replaced by a new one', async () => {
    const { user, emitReply } = await finished();
    await user.click(generate());
    emitReply({ ...storedReply, id: 'reply-2', response: 'On Monday.', confidence: 0.5, keyPoints: [], sources: [] });
    await screen.findByText('On Monday.');
    expect(screen.queryByText('Hi Ada,')).toBeNull();
    expect(screen.getByText('Confidence: 50%')).toBeTruthy();
    // Key points are shown only where there are any.
    expect(screen.queryByText('Key Points')).toBeNull();
  });

  it('asks before it is copied with gaps, then is marked as used', async () => {
    const { user } = await finished();
    await user.click(screen.getByRole('button', { name: 'Copy Response' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Copy with 1 gap?' }));
    expect(question.getByText('1 gap to fill in: [confirm delivery date]')).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Copy Anyway' }));
    expect(await screen.findByText('Used')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(storedReply.response);
    expect(toast()).toEqual({ title: 'Success', description: 'Response copied to clipboard and marked as used.', tone: 'success' });
  });

  it('is copied and stored as edited: the next gap is selected for typing', async () => {
    const { user } = await finished([markUsedMock(FILLED)]);
    expect(screen.getByText('1 gap to fill in')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next gap' }));
    await user.keyboard('Friday{Escape}');
    expect(screen.getByText(/We deliver on Friday\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Next gap' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy Response' }));
    expect(await screen.findByText('Used')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(FILLED);
  });

  it('goes from gap to gap while it is edited, and from the last to the first', async () => {
    const response = 'On [date] at [place].';
    const { user } = await finished([], { response, sources: [] });
    const selected = () => {
      const { value, selectionStart, selectionEnd } = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Response text' });
      return value.slice(selectionStart, selectionEnd);
    };
    expect(screen.getByText('2 gaps to fill in')).toBeTruthy();
    for (const gap of ['[date]', '[place]', '[date]']) {
      await user.click(screen.getByRole('button', { name: 'Next gap' }));
      expect(selected()).toBe(gap);
    }
    // From the keyboard too, wherever the focus is.
    await user.keyboard('{F2}');
    expect(selected()).toBe('[place]');
    await user.keyboard('the lobby{F2}tomorrow{Escape}{F2}');
    expect(screen.getByText(/^On tomorrow at the lobby/)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Response text' })).toBeNull();
  });

  it('shows the source of a sentence on hover, and highlights both', async () => {
    const { user } = await finished();
    const sentence = screen.getByText('We deliver in two to four days.');
    const row = screen.getByRole('link', { name: 'Delivery times' }).closest('li');
    const before = row && getComputedStyle(row).backgroundColor;
    await user.hover(sentence);
    const preview = await screen.findByRole('tooltip');
    expect(preview.textContent).toBe('Delivery timesCustomers get it in two to four days.');
    expect(row && getComputedStyle(row).backgroundColor).not.toBe(before);
  });

  it('shows the source of a sentence to the keyboard', async () => {
    const { user } = await finished();
    const sentence = screen.getByText('We deliver in two to four days.');
    screen.getByRole('button', { name: 'Edit' }).focus();
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(sentence);
    const preview = await screen.findByRole('tooltip');
    expect(preview.textContent).toContain('Customers get it in two to four days.');
    expect(sentence.getAttribute('aria-describedby')).toBe(preview.id);
  });

  it('highlights the sentences of a source on hover, and links to it', async () => {
    const { user } = await finished();
    const sentence = screen.getByText('We deliver in two to four days.');
    expect(getComputedStyle(sentence).textDecoration).toContain('dotted');
    const link = screen.getByRole('link', { name: 'Delivery times' });
    expect(link.getAttribute('href')).toBe('/ai-training?item=item-1');
    await user.hover(link);
    expect(getComputedStyle(sentence).textDecoration).toContain('solid');
    await user.unhover(link);
    expect(getComputedStyle(sentence).textDecoration).toContain('dotted');
  });

  it('links to sources of each kind, and to none that was deleted', async () => {
    const record = (title: string) => source({ title, passage: `About ${title}`, ranges: [] });
    await finished([], {
      sources: [
        { ...record('Order #7'), kind: 'order', order: { __typename: 'Order', id: 'o7' } },
        { ...record('Renewal'), kind: 'lead', lead: { __typename: 'Lead', id: 'l1' } },
        { ...record('Call of 3 May'), kind: 'transcription', transcription: { __typename: 'Transcription', id: 't1' } },
        record('Old prices'),
      ],
      citations: [],
    });
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect([href('Order #7'), href('Renewal'), href('Call of 3 May')]).toEqual([
      '/orders?order=o7',
      '/pipeline?lead=l1',
      '/transcriptions?call=t1',
    ]);
    expect(screen.queryByRole('link', { name: 'Old prices' })).toBeNull();
    expect(screen.getByText('Training data · deleted')).toBeTruthy();
  });

  it.each([
    [0.8, 'Sure'],
    [0.79, 'Check'],
    [0.5, 'Check'],
    [0.49, 'Unsure'],
  ])('with a confidence of %d says %s, and what to do', async (confidence, word) => {
    await finished([], { confidence });
    expect(screen.getByText(word)).toBeTruthy();
    expect(screen.getByText(/before you send|Compare the reply/)).toBeTruthy();
  });

  it('shows both sides of a contradiction, and takes the one that is chosen', async () => {
    const response = 'Hi,\n\n[check which is right: "It is 24 months." or "It is 36 months."]';
    const range = (text: string) => ({
      __typename: 'TextRange' as const,
      start: response.indexOf(text),
      end: response.indexOf(text) + text.length,
    });
    const side = (title: string, text: string) => ({
      ...source({ title, passage: text, ranges: [range(text)] }),
      trainingItem: { __typename: 'TrainingItem' as const, id: title },
    });
    const { user } = await finished([], { response, sources: [side('Old', 'It is 24 months.'), side('New', 'It is 36 months.')] });
    const warning = within(screen.getByRole('region', { name: 'Your sources contradict each other. Check which is right.' }));
    expect(warning.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'OldIt is 24 months.Use this',
      'NewIt is 36 months.Use this',
    ]);
    await user.click(warning.getByRole('button', { name: 'Use this: It is 36 months.' }));
    expect(screen.queryByRole('region', { name: /contradict/ })).toBeNull();
    // Its passage stays in the list of sources.
    expect(screen.getAllByText('It is 24 months.').map(({ tagName }) => tagName)).toEqual(['BLOCKQUOTE']);
    expect(screen.queryByText('1 gap to fill in')).toBeNull();
  });

  it('says that the model failed and why', async () => {
    await finished([], { fallbackReason: 'The AI service is out of credit. Ask your administrator.' });
    expect(
      screen.getByText(
        'The model did not answer (The AI service is out of credit. Ask your administrator). This is the offline assistant’s reply.',
      ),
    ).toBeTruthy();
  });

  it('is discarded with a reason, also after the cache was trimmed', async () => {
    const { user, client } = await finished([discardMock({ reason: 'outdated', note: 'Old prices' })]);
    trimCache(client.cache);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Why is this response no good?' }));
    const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Discard Response' });
    expect(submit.disabled).toBe(true);
    await user.click(dialog.getByRole('combobox', { name: 'Reason' }));
    await user.click(await screen.findByRole('option', { name: 'Outdated' }));
    await user.type(dialog.getByLabelText('Note (optional)'), 'Old prices');
    await user.click(submit);
    expect(await screen.findByText('Discarded: Outdated')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows an error when it could not be copied', async () => {
    const { user } = await finished([], { response: 'Yes.', sources: [] });
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Copy Response' }));
    await vi.waitFor(() => expect(toast()).toEqual(error('Failed to copy response.')));
    expect(screen.queryByText('Used')).toBeNull();
  });
});

it('shows an error when the reply could not be marked as used', async () => {
  const { user, emitReply } = openCenter();
  await user.type(messageBox(), 'When do you deliver?');
  await user.click(generate());
  emitReply({ ...storedReply, response: 'Yes.', sources: [] });
  await user.click(await screen.findByRole('button', { name: 'Copy Response' }));
  await vi.waitFor(() => expect(toast()).toEqual(error('Failed to copy response.')));
});

describe('a reply saved as a template', () => {
  const EDITED = storedReply.response.replace('[confirm delivery date]', 'Friday');
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Create Template' }));
  const body = async () => (await dialog()).getByLabelText<HTMLTextAreaElement>('Body');
  const save = (user: ReturnType<typeof openCenter>['user']) => user.click(screen.getByRole('button', { name: 'Save as Template' }));
  const finished = async (mocks = [proposeTemplateMock(storedReply.response), proposeTemplateMock(EDITED)]) => {
    const { user, emitReply } = openCenter({ mocks });
    await user.type(messageBox(), 'When do you deliver?');
    await user.click(generate());
    emitReply(storedReply);
    await screen.findByText('Confidence: 87%');
    return user;
  };

  it('is prefilled without the customer’s name, and the reply stays', async () => {
    const user = await finished();
    await save(user);
    expect((await body()).value).toBe(storedReply.response.replace('Ada', '{{first_name}}'));
    expect((await dialog()).getByLabelText<HTMLInputElement>('Name').value).toBe('Delivery');
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Confidence: 87%')).toBeTruthy();
  });

  it('keeps the input until the reply itself is edited', async () => {
    const user = await finished();
    await save(user);
    await user.type(await body(), ' Soon.');
    await user.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await save(user);
    await user.click((await dialog()).getByRole('button', { name: 'Restore draft' }));
    expect((await body()).value).toMatch(/ Soon\.$/);
    await user.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Next gap' }));
    await user.keyboard('Friday{Escape}');
    await save(user);
    expect((await body()).value).toBe(EDITED.replace('Ada', '{{first_name}}'));
  });

  it('shows an error when it cannot be prepared', async () => {
    const user = await finished([]);
    await save(user);
    await vi.waitFor(() => expect(toast()).toEqual(error('Failed to save template')));
  });
});

describe('the cards beside it', () => {
  it('show their empty states', async () => {
    openCenter({ shop: 'not_configured' });
    expect(await screen.findByText('No transcriptions available. Upload call recordings to get started.')).toBeTruthy();
    expect(await screen.findByText('No recent orders found. Check your Shopify connection.')).toBeTruthy();
    expect(await screen.findByText('Shopify is not connected')).toBeTruthy();
    expect(await screen.findByText('$0.00')).toBeTruthy();
  });

  it('show the latest calls with their sentiment', async () => {
    openCenter({ calls: [call({ id: '1', title: 'Renewal', sentiment: 'positive' }), call({ id: '2' })] });
    const [first, second] = await within(screen.getByRole('region', { name: 'Recent Transcriptions' })).findAllByRole('listitem');
    expect(first?.textContent).toMatch(/^Renewal2:05Good morning, this is about the renewal\.\.\.\.?sales.+ ago$/);
    expect(second?.textContent).toContain('Untitled Call');
    expect(screen.getByRole('img', { name: 'Sentiment: positive' })).toBeTruthy();
  });

  it('show what could not be loaded, with a retry button', async () => {
    openCenter({ down: true });
    for (const list of ['transcriptions', 'orders']) expect(await screen.findByText(`Couldn’t load ${list}.`)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Try again' }).length).toBeGreaterThanOrEqual(2);
  });

  it('show five calls and three orders', async () => {
    const numbers = ['1', '2', '3', '4', '5', '6'];
    openCenter({
      calls: numbers.map((id) => call({ id, title: `Call ${id}` })),
      orders: numbers.map((id) => order({ id, shopifyOrderId: `58213344${id}`, orderNumber: `#${id}`, totalPrice: '1.00' })),
    });
    const rows = async (name: string) => (await within(screen.getByRole('region', { name })).findAllByRole('listitem')).length;
    expect(await rows('Recent Transcriptions')).toBe(5);
    expect(await rows('Shopify Integration')).toBe(3);
    expect(screen.getByText('Orders This Week').parentElement?.textContent).toBe('Orders This Week3');
    expect(screen.getByText('Total Revenue').parentElement?.textContent).toBe('Total Revenue$3.00');
  });

  it('link to a call and update live', async () => {
    const { user, emitTranscription } = openCenter({ calls: [call({ id: '1', title: 'Renewal' })] });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Renewal' });
    expect(link.getAttribute('href')).toBe('/transcriptions?call=1');
    emitTranscription(call({ id: '1', title: 'Renewed' }));
    expect(await screen.findByRole('link', { name: 'Renewed' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'View All Transcriptions' }));
    expect(screen.getByTestId('address').textContent).toBe('/transcriptions');
  });

  it('show the latest orders and their exact total', async () => {
    openCenter({
      orders: [
        order({ id: '1', shopifyOrderId: '5821334471', orderNumber: '#1001', totalPrice: '0.10' }),
        order({ id: '2', shopifyOrderId: '5821334472', orderNumber: '#1002', totalPrice: '1250.20' }),
      ],
    });
    expect(await screen.findByText('Customer #4471')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Order #1001' }).getAttribute('href')).toBe('/orders?order=1');
    expect(screen.getByText('$1,250.30')).toBeTruthy();
    expect(screen.getByText('Customer #4472').closest('li')?.textContent).toMatch(/^Customer #4472Order #1002\$1,250\.20.+ ago$/);
    expect(await screen.findByText('Connected to Shopify')).toBeTruthy();
  });

  it('add a new order to the list and the total', async () => {
    const { emitOrder } = openCenter({
      orders: [order({ id: '1', shopifyOrderId: '5821334471', orderNumber: '#1001', totalPrice: '0.10' })],
    });
    await screen.findByText('Customer #4471');
    emitOrder(order({ id: '2', shopifyOrderId: '5821334472', orderNumber: '#1002', totalPrice: '1250.20' }));
    const arrived = (await screen.findByRole('link', { name: 'Order #1002' })).closest('li');
    await waitFor(() => expect(arrived?.hasAttribute('data-changed')).toBe(true));
    expect(screen.getByText('$1,250.30')).toBeTruthy();
  });

  it('show a running sync, and why one failed', async () => {
    const { emitIntegration } = openCenter({ shop: 'connected' });
    await screen.findByText('Connected to Shopify');
    const sync = { __typename: 'Sync', id: 's1', state: 'running', done: 10, total: null, made: null, message: null };
    emitIntegration({ sync });
    expect(await screen.findByText(/Syncing\.\.\./)).toBeTruthy();
    emitIntegration({ sync: { ...sync, state: 'failed', message: 'The store is closed.' }, lastError: 'The store is closed.' });
    expect(await screen.findByText('Last sync failed: The store is closed.')).toBeTruthy();
  });
});

describe('a prefill from another screen', () => {
  const customer = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer (optional)' });
  const support = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Tech Support' });
  const state = { request: 'My Heron leaks.', responseType: 'support', customerId: 'c1' };

  it('is applied and then cleared, so a reload does not repeat it', async () => {
    openCenter({ state, mocks: [recipientMock({ id: 'c1', name: 'Dana Whitfield' })] });
    await waitFor(() => expect(customer().value).toBe('Dana Whitfield'));
    expect(messageBox().value).toBe('My Heron leaks.');
    expect(support().checked).toBe(true);
    expect(screen.getByTestId('state').textContent).toBe('null');
  });

  it('may contain only a customer', async () => {
    openCenter({ state: { customerId: 'c1' }, mocks: [recipientMock({ id: 'c1', name: 'Dana Whitfield' })] });
    await waitFor(() => expect(customer().value).toBe('Dana Whitfield'));
    expect(messageBox().value).toBe('');
    expect(support().checked).toBe(false);
  });

  it('may name a deleted customer', async () => {
    openCenter({ state, mocks: [recipientMock(null)] });
    await waitFor(() => expect(messageBox().value).toBe('My Heron leaks.'));
    expect(customer().value).toBe('');
  });

  it.each([[null], ['opened here'], [{ elsewhere: true }], [{ request: 5 }]])('is ignored when it is %j', (other) => {
    openCenter({ state: other });
    expect(messageBox().value).toBe('');
  });
});
