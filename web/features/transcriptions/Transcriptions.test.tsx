import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { aCall, card, openCalls, shownTitles } from './transcriptions.fixtures.tsx';

const address = () => screen.getByTestId('address').textContent;

describe('the list of calls', () => {
  it('shows the details of each call', async () => {
    openCalls([
      aCall('1', {
        title: 'Milk locked',
        summary: 'It is locked.',
        tags: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
        source: 'callrail',
        callValue: '1250.00',
        priority: 'high',
        sentiment: 'negative',
        customer: { id: 'c1', name: 'Dana Whitfield', company: null },
      }),
    ]);
    const call = await card('Milk locked');
    for (const words of ['2:05', 'sales', 'negative', 'It is locked.', 'Rep: Hello. Customer: Hi.', 'e', '+2 more', '$1,250', 'High']) {
      expect(call.getByText(words)).toBeTruthy();
    }
    expect(call.queryByText('f')).toBeNull();
    expect(call.getByText(/^Added/).textContent).toMatch(/^Added .* · From CallRail · Dana Whitfield$/);
    expect(call.getByRole('link', { name: 'Dana Whitfield' }).getAttribute('href')).toBe('/customers?customer=c1');
  });

  it('shows fallbacks for missing fields', async () => {
    openCalls([aCall('01a1f84a-abc123', { title: null, summary: null, sentiment: null, callValue: null, duration: null, engine: null })]);
    const call = await card('Call abc123');
    expect(call.getByText('$0')).toBeTruthy();
    expect(call.getByText('Medium')).toBeTruthy();
  });

  it('shows HTML as text', async () => {
    const html = '<img src=x onerror="alert(1)">';
    openCalls([aCall('1', { title: html, summary: html, preview: html, tags: [html], type: html, sentiment: html })]);
    const call = await card(html);
    expect(call.getAllByText(html)).toHaveLength(6);
    expect(document.querySelector('img')).toBeNull();
  });

  it('shows an empty state with a button to add the first call', async () => {
    const { user } = openCalls([]);
    await screen.findByText('No transcriptions found');
    await user.click(screen.getByRole('button', { name: 'Add First Transcription' }));
    await screen.findByRole('dialog', { name: 'Add Transcription' });
  });

  it('searches by the URL, and highlights matches', async () => {
    const matches = [
      {
        field: 'title',
        parts: [
          { text: 'Heron', hit: true },
          { text: ' leaks', hit: false },
        ],
      },
      {
        field: 'content',
        parts: [
          { text: 'my ', hit: false },
          { text: 'Heron', hit: true },
          { text: ' <b>', hit: false },
        ],
      },
    ];
    const { user, requests } = openCalls([aCall('1', { title: 'Heron leaks', matches }), aCall('2', { title: 'Wren' })], {
      at: '/transcriptions?search=Heron',
    });
    const call = await card('Heron leaks');
    expect(call.getAllByText('Heron').map(({ tagName }) => tagName)).toEqual(['MARK', 'MARK']);
    expect(call.getByText(/ <b>/)).toBeTruthy();
    const box = screen.getByRole('searchbox', { name: 'Search calls' });
    await user.clear(box);
    await user.type(box, 'Nobody');
    await screen.findByText('No transcriptions match your search criteria.');
    expect(address()).toBe('/transcriptions?search=Nobody');
    expect(requests.map(({ search }) => search)).toEqual(['Heron', 'Nobody']);
  });

  it('shows the error and retries', async () => {
    const refuse = vi.fn(() => {
      throw new Error('The index is away');
    });
    const { user } = openCalls([], { transcriptions: refuse });
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', expect.stringContaining('The index is away'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(refuse).toHaveBeenCalledTimes(2));
  });

  it('is filtered by type and priority', async () => {
    const { user } = openCalls([aCall('1', { type: 'support', priority: 'high' }), aCall('2'), aCall('3', { type: 'support' })]);
    await card('Call 2');
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(screen.getByRole('option', { name: 'Support' }));
    await waitFor(() => expect(shownTitles()).toEqual(['Call 1', 'Call 3']));
    await user.click(screen.getByRole('combobox', { name: 'Priority' }));
    await user.click(screen.getByRole('option', { name: 'High' }));
    await waitFor(() => expect(shownTitles()).toEqual(['Call 1']));
    expect(address()).toBe('/transcriptions?type=support&priority=high');
  });

  it('updates live', async () => {
    const { publish } = openCalls([aCall('1')]);
    await card('Call 1');
    await publish('created', aCall('2', { title: 'Fresh' }));
    await waitFor(() => expect(shownTitles()).toEqual(['Fresh', 'Call 1']));
    await publish('updated', aCall('1', { title: 'Renamed' }));
    await waitFor(() => expect(shownTitles()).toEqual(['Fresh', 'Renamed']));
  });
});

describe('value and priority', () => {
  const edit = async (updateTranscription: unknown) => {
    const { user } = openCalls([aCall('1'), aCall('2')], { updateTranscription });
    await user.click((await card('Call 1')).getByRole('button', { name: 'Edit Value' }));
    return { user, call: await card('Call 1') };
  };

  it('are edited on the card, one card at a time', async () => {
    const update = vi.fn(({ id, input }) => ({ ...aCall(id), ...input }));
    const { user, call } = await edit(update);
    await user.click((await card('Call 2')).getByRole('button', { name: 'Edit Value' }));
    expect(await screen.findAllByRole('button', { name: 'Save' })).toHaveLength(1);
    await user.click(call.getByRole('button', { name: 'Edit Value' }));
    await user.clear(call.getByLabelText('Call Value'));
    await user.type(call.getByLabelText('Call Value'), '2500.5');
    await user.click(call.getByRole('combobox', { name: /Priority/ }));
    await user.click(screen.getByRole('option', { name: 'High' }));
    await user.click(call.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentToast()).toMatchObject({ description: 'Call updated successfully.', tone: 'success' }));
    expect(update.mock.calls[0]?.[0]).toMatchObject({ id: '1', input: { callValue: '2500.50', priority: 'high' } });
    expect(call.getByText('$2,500.50')).toBeTruthy();
    expect(document.activeElement).toBe(call.getByRole('button', { name: 'Edit Value' }));
    expect(call.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('do not overwrite a colleague’s changes until one is chosen', async () => {
    const current = { ...aCall('1', { priority: 'low', callValue: '900.00' }), updatedAt: '2026-11-21T09:30:00.000Z' };
    const update = vi.fn(({ input, ifUpdatedAt }) =>
      ifUpdatedAt === current.updatedAt
        ? { ...current, ...input }
        : { __typename: 'TranscriptionEditConflict', message: '', updatedAt: current.updatedAt, updatedBy: null, current },
    );
    const { user, call } = await edit(update);
    await user.clear(call.getByLabelText('Call Value'));
    await user.type(call.getByLabelText('Call Value'), '2500');
    await user.click(call.getByRole('button', { name: 'Save' }));
    const alert = within(await call.findByRole('alert'));
    expect(alert.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Yours: $2500Theirs: $900.00',
      'Yours: Not changedTheirs: Low',
    ]);
    await user.click(alert.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(call.queryByRole('button', { name: 'Save' })).toBeNull());
    expect(update.mock.lastCall?.[0]).toMatchObject({ input: { callValue: '2500.00' }, ifUpdatedAt: current.updatedAt });
  });

  it('are sent only if changed; an emptied value is sent as null', async () => {
    const update = vi.fn(({ id, input }) => ({ ...aCall(id), ...input }));
    const { user, call } = await edit(update);
    await user.clear(call.getByLabelText('Call Value'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(call.getByText('$0')).toBeTruthy());
    expect(call.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(update.mock.calls[0]?.[0].input).toEqual({ callValue: null });
  });

  it('keep the input when the server rejects it', async () => {
    const { user, call } = await edit(() => {
      throw new Error('No');
    });
    await user.clear(call.getByLabelText('Call Value'));
    await user.type(call.getByLabelText('Call Value'), '-1');
    await user.click(call.getByRole('button', { name: 'Save' }));
    expect(await call.findByText('Must be an amount from 0 to 99999999.99, such as 1,250.50')).toBeTruthy();
    await user.clear(call.getByLabelText('Call Value'));
    await user.type(call.getByLabelText('Call Value'), '5');
    await user.click(call.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Error', description: 'Failed to update call.' }));
    expect(call.getByLabelText<HTMLInputElement>('Call Value').value).toBe('5');
  });

  it('are unchanged after Cancel', async () => {
    const { user, call } = await edit(undefined);
    await user.type(call.getByLabelText('Call Value'), '9');
    await user.click(call.getByRole('button', { name: 'Cancel' }));
    expect(call.getByText('$100')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
