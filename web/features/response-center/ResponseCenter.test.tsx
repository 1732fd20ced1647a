import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import {
  call,
  generateReplyMock,
  markUsedMock,
  openCenter,
  order,
  proposeTemplateMock,
  recipientMock,
  storedReply,
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
    for (const text of ['Confidence: 87%', 'Key Points', 'Asks about delivery', 'Offline assistant', 'Delivery times', 'Response ready.']) {
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

describe('a finished reply', () => {
  const finished = async () => {
    const center = openCenter({ mocks: [markUsedMock()] });
    await center.user.type(messageBox(), 'When do you deliver?');
    await center.user.click(generate());
    center.emitReply(storedReply);
    await screen.findByText('Confidence: 87%');
    return center;
  };

  it('says Copying... while it is copied', async () => {
    const { user } = await finished();
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
    emitReply({ ...storedReply, id: 'reply-2', response: 'On Monday.', confidence: 0.5, keyPoints: [] });
    await screen.findByText('On Monday.');
    expect(screen.queryByText('Hi Ada,')).toBeNull();
    expect(screen.getByText('Confidence: 50%')).toBeTruthy();
    // Key points are shown only where there are any.
    expect(screen.queryByText('Key Points')).toBeNull();
  });

  it('is copied and marked as used', async () => {
    const { user } = await finished();
    await user.click(screen.getByRole('button', { name: 'Copy Response' }));
    expect(await screen.findByText('Used')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(storedReply.response);
    expect(toast()).toEqual({ title: 'Success', description: 'Response copied to clipboard and marked as used.', tone: 'success' });
  });

  it('is copied as edited: a placeholder is selected for typing', async () => {
    const { user } = await finished();
    await user.click(screen.getByRole('button', { name: 'Fill in 1 detail' }));
    await user.keyboard('Friday{Escape}');
    expect(screen.getByText('We deliver on Friday.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Copy Response' }));
    expect(await navigator.clipboard.readText()).toBe('Hi Ada,\n\nWe deliver on Friday.');
  });

  it('shows an error when it could not be copied', async () => {
    const { user } = await finished();
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
  emitReply(storedReply);
  await user.click(await screen.findByRole('button', { name: 'Copy Response' }));
  await vi.waitFor(() => expect(toast()).toEqual(error('Failed to copy response.')));
});

describe('a reply saved as a template', () => {
  const EDITED = 'Hi Ada,\n\nWe deliver on Friday.';
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
    expect((await body()).value).toBe('Hi {{first_name}},\n\nWe deliver on [confirm delivery date].');
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
    expect((await body()).value).toMatch(/ Soon\.$/);
    await user.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Fill in 1 detail' }));
    await user.keyboard('Friday{Escape}');
    await save(user);
    expect((await body()).value).toBe('Hi {{first_name}},\n\nWe deliver on Friday.');
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
