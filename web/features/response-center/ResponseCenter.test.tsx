import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { answer, call, generates, knows, marksUsed, openCenter, order, proposesTemplate } from './test-utils.tsx';

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Customer Request/Question' });
const generate = () => screen.getByRole('button', { name: 'Generate AI Response' });
const toast = () => ({ title: currentToast()?.title, description: currentToast()?.description, tone: currentToast()?.tone });
const error = (description: string) => ({ title: 'Error', description, tone: 'error' });

it('is worded as specified, and answers as sales unless told otherwise', async () => {
  openCenter();
  expect(box().placeholder).toBe('Paste customer message or question here...');
  expect(screen.getByRole('radio', { name: 'Sales Response' })).toHaveProperty('checked', true);
  expect(screen.getByRole('radio', { name: 'Tech Support' })).toHaveProperty('checked', false);
  const words = ['Customer Request Analysis', 'AI Generated Response', 'Recent Transcriptions', 'Latest call recordings and analysis'];
  for (const said of [
    ...words,
    'Shopify Integration',
    'Recent orders and customer sync',
    'Recent Orders',
    'Orders This Week',
    'Total Revenue',
  ]) {
    expect(await screen.findByText(said), said).toBeTruthy();
  }
});

describe('generating a reply', () => {
  it('asks for a message when there is none', async () => {
    const { user } = openCenter();
    await user.type(box(), '   ');
    await user.click(generate());
    await waitFor(() => expect(toast()).toEqual(error('Please enter a customer request.')));
    expect(screen.getByText('Generated response will appear here...')).toBeTruthy();
    for (const name of ['Copy Response', 'Save as Template']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('takes the complaint back as soon as there is a message', async () => {
    const { user } = openCenter();
    await user.click(generate());
    await waitFor(() => expect(toast()).toEqual(error('Please enter a customer request.')));
    await user.type(box(), ' ');
    expect(currentToast()?.open).toBe(true);
    await user.type(box(), 'W');
    expect(currentToast()?.open).toBe(false);
  });

  it('shows the reply growing, then whole', async () => {
    const { user, hear } = openCenter();
    await user.type(box(), 'When do you deliver?');
    await user.click(generate());
    expect(await screen.findByRole('button', { name: 'Generating...' })).toBeTruthy();

    hear({ __typename: 'ReplyDraft', text: 'Hi Ada,\n\nWe de' });
    expect(await screen.findByText('We de')).toBeTruthy();

    hear(answer);
    expect(await screen.findByText('[confirm delivery date]')).toBeTruthy();
    for (const words of [
      'Confidence: 87%',
      'Key Points',
      'Asks about delivery',
      'Offline assistant',
      'Delivery times',
      'The response is ready.',
    ]) {
      expect(await screen.findByText(words)).toBeTruthy();
    }
    expect(generate()).toBeTruthy();
  });

  it('is started by Ctrl+Enter and stopped by Stop, with what was there before', async () => {
    const { user, hear } = openCenter();
    await user.type(box(), 'When do you deliver?{Control>}{Enter}{/Control}');
    hear({ __typename: 'ReplyDraft', text: 'Hi Ada' });
    await screen.findByText('Hi Ada');
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.getByText('Generated response will appear here...')).toBeTruthy();
    expect(box().value).toBe('When do you deliver?');
  });

  it('keeps the message when it fails, and says why', async () => {
    const { user, hear } = openCenter();
    await user.type(box(), 'When do you deliver?');
    await user.click(generate());
    hear({ __typename: 'AssistantUnavailable', message: 'The assistant did not answer in time.' });
    expect(await screen.findByText('The assistant did not answer in time.')).toBeTruthy();
    expect(toast()).toEqual(error('Failed to generate response. Please try again.'));
    expect(box().value).toBe('When do you deliver?');
  });

  it('asks over HTTP when no socket is to be had', async () => {
    const { user, socket } = openCenter({ mocks: [generates('When do you deliver?', answer)] });
    await user.type(box(), 'When do you deliver?');
    await user.click(generate());
    socket.simulateResult({ error: new Error('Socket closed') });
    expect(await screen.findByText('Confidence: 87%')).toBeTruthy();
  });
});

describe('a finished reply', () => {
  const finished = async () => {
    const world = openCenter({ mocks: [marksUsed()] });
    await world.user.type(box(), 'When do you deliver?');
    await world.user.click(generate());
    world.hear(answer);
    await screen.findByText('Confidence: 87%');
    return world;
  };

  it('says Copying... while it is', async () => {
    const { user } = await finished();
    let copied = () => {};
    vi.spyOn(navigator.clipboard, 'writeText').mockReturnValueOnce(new Promise((resolve) => (copied = resolve)));
    await user.click(screen.getByRole('button', { name: 'Copy Response' }));
    expect(screen.getByRole('button', { name: 'Copying...' }).getAttribute('aria-disabled')).toBe('true');
    copied();
    expect(await screen.findByRole('button', { name: 'Copy Response' })).toBeTruthy();
  });

  it('gives way to a new one', async () => {
    const { user, hear } = await finished();
    await user.click(generate());
    hear({ ...answer, id: 'reply-2', response: 'On Monday.', confidence: 0.5, keyPoints: [] });
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
    expect(await navigator.clipboard.readText()).toBe(answer.response);
    expect(toast()).toEqual({ title: 'Success', description: 'Response copied to clipboard and marked as used.', tone: 'success' });
  });

  it('is copied as edited: a placeholder is selected to be typed over', async () => {
    const { user } = await finished();
    await user.click(screen.getByRole('button', { name: 'Fill in 1 detail' }));
    await user.keyboard('Friday{Escape}');
    expect(screen.getByText('We deliver on Friday.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Copy Response' }));
    expect(await navigator.clipboard.readText()).toBe('Hi Ada,\n\nWe deliver on Friday.');
  });

  it('says when it could not be copied', async () => {
    const { user } = await finished();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Copy Response' }));
    await vi.waitFor(() => expect(toast()).toEqual(error('Failed to copy response.')));
    expect(screen.queryByText('Used')).toBeNull();
  });
});

it('a reply that could not be marked as used says so, too', async () => {
  const { user, hear } = openCenter();
  await user.type(box(), 'When do you deliver?');
  await user.click(generate());
  hear(answer);
  await user.click(await screen.findByRole('button', { name: 'Copy Response' }));
  await vi.waitFor(() => expect(toast()).toEqual(error('Failed to copy response.')));
});

describe('a reply kept as a template', () => {
  const EDITED = 'Hi Ada,\n\nWe deliver on Friday.';
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Create Template' }));
  const body = async () => (await dialog()).getByLabelText<HTMLTextAreaElement>('Body');
  const save = (user: ReturnType<typeof openCenter>['user']) => user.click(screen.getByRole('button', { name: 'Save as Template' }));
  const finished = async (mocks = [proposesTemplate(answer.response), proposesTemplate(EDITED)]) => {
    const { user, hear } = openCenter({ mocks });
    await user.type(box(), 'When do you deliver?');
    await user.click(generate());
    hear(answer);
    await screen.findByText('Confidence: 87%');
    return user;
  };

  it('is shown filled in, without the customer’s name, and the reply stays', async () => {
    const user = await finished();
    await save(user);
    expect((await body()).value).toBe('Hi {{first_name}},\n\nWe deliver on [confirm delivery date].');
    expect((await dialog()).getByLabelText<HTMLInputElement>('Name').value).toBe('Delivery');
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Confidence: 87%')).toBeTruthy();
  });

  it('keeps what was typed until the reply itself is edited', async () => {
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

  it('says when it cannot be prepared', async () => {
    const user = await finished([]);
    await save(user);
    await vi.waitFor(() => expect(toast()).toEqual(error('Failed to save template')));
  });
});

describe('the cards beside it', () => {
  it('say what is missing when there is nothing', async () => {
    openCenter({ shop: 'not_configured' });
    expect(await screen.findByText('No transcriptions available. Upload call recordings to get started.')).toBeTruthy();
    expect(await screen.findByText('No recent orders found. Check your Shopify connection.')).toBeTruthy();
    expect(await screen.findByText('Shopify is not connected')).toBeTruthy();
    expect(await screen.findByText('$0.00')).toBeTruthy();
  });

  it('show the latest calls with how they went', async () => {
    openCenter({ calls: [call({ id: '1', title: 'Renewal', sentiment: 'positive' }), call({ id: '2' })] });
    const [first, second] = await within(screen.getByRole('region', { name: 'Recent Transcriptions' })).findAllByRole('listitem');
    expect(first?.textContent).toMatch(/^Renewal2:05Good morning, this is about the renewal\.\.\.\.?sales.+ ago$/);
    expect(second?.textContent).toContain('Untitled Call');
    expect(screen.getByRole('img', { name: 'Sentiment: positive' })).toBeTruthy();
  });

  it('say what could not be loaded, and offer to try again', async () => {
    openCenter({ down: true });
    for (const list of ['Transcriptions', 'Orders']) expect(await screen.findByText(`${list} could not be loaded.`)).toBeTruthy();
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

  it('lead to a call, and follow what happens to it', async () => {
    const { user, changes } = openCenter({ calls: [call({ id: '1', title: 'Renewal' })] });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Renewal' });
    expect(link.getAttribute('href')).toBe('/transcriptions?call=1');
    changes(call({ id: '1', title: 'Renewed' }));
    expect(await screen.findByRole('link', { name: 'Renewed' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'View All Transcriptions' }));
    expect(screen.getByTestId('address').textContent).toBe('/transcriptions');
  });

  it('show the latest orders and their exact sum', async () => {
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

  it('show an order that comes in, and add it up', async () => {
    const { sells } = openCenter({ orders: [order({ id: '1', shopifyOrderId: '5821334471', orderNumber: '#1001', totalPrice: '0.10' })] });
    await screen.findByText('Customer #4471');
    sells(order({ id: '2', shopifyOrderId: '5821334472', orderNumber: '#1002', totalPrice: '1250.20' }));
    const arrived = (await screen.findByRole('link', { name: 'Order #1002' })).closest('li');
    await waitFor(() => expect(arrived?.hasAttribute('data-changed')).toBe(true));
    expect(screen.getByText('$1,250.30')).toBeTruthy();
  });

  it('follow the connection: a sync that runs, and why it failed', async () => {
    const { connects } = openCenter({ shop: 'connected' });
    await screen.findByText('Connected to Shopify');
    const sync = { __typename: 'Sync', id: 's1', state: 'running', done: 10, total: null, made: null, message: null };
    connects({ sync });
    expect(await screen.findByText(/Syncing\.\.\./)).toBeTruthy();
    connects({ sync: { ...sync, state: 'failed', message: 'The store is closed.' }, lastError: 'The store is closed.' });
    expect(await screen.findByText('The last sync failed: The store is closed.')).toBeTruthy();
  });
});

describe('what another screen hands over', () => {
  const customer = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer (optional)' });
  const support = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Tech Support' });
  const state = { request: 'My Heron leaks.', responseType: 'support', customerId: 'c1' };

  it('is filled in, and then forgotten: a reload does not bring it back', async () => {
    openCenter({ state, mocks: [knows({ id: 'c1', name: 'Dana Whitfield' })] });
    await waitFor(() => expect(customer().value).toBe('Dana Whitfield'));
    expect(box().value).toBe('My Heron leaks.');
    expect(support().checked).toBe(true);
    expect(screen.getByTestId('state').textContent).toBe('null');
  });

  it('may be a customer alone', async () => {
    openCenter({ state: { customerId: 'c1' }, mocks: [knows({ id: 'c1', name: 'Dana Whitfield' })] });
    await waitFor(() => expect(customer().value).toBe('Dana Whitfield'));
    expect(box().value).toBe('');
    expect(support().checked).toBe(false);
  });

  it('may name a customer who is gone', async () => {
    openCenter({ state, mocks: [knows(null)] });
    await waitFor(() => expect(box().value).toBe('My Heron leaks.'));
    expect(customer().value).toBe('');
  });

  it.each([[null], ['opened here'], [{ elsewhere: true }], [{ request: 5 }]])('is none of our business when it is %j', (other) => {
    openCenter({ state: other });
    expect(box().value).toBe('');
  });
});
