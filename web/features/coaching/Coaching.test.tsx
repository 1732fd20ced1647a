import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { insight, openCoaching } from './coaching.fixtures.tsx';

const address = () => screen.getByTestId('address').textContent;
const card = (name: string) => within(screen.getByRole('listitem', { name }));
const stat = (name: string) => screen.getByRole('article', { name }).textContent;

describe('the coaching overview', () => {
  it('shows a loading state, then zeros and a link to the first analysis', async () => {
    const { user } = openCoaching();
    expect(screen.getByText('Loading coaching data...')).toBeTruthy();
    await screen.findByText('Learn from your calls');
    expect(stat('Progress')).toContain('0%');
    await user.click(screen.getByRole('button', { name: 'Choose calls to analyze' }));
    expect(await screen.findByRole('dialog', { name: 'New Analysis' })).toBeTruthy();
  });

  it('shows the four numbers and the three latest sessions', async () => {
    const insights = [insight({ id: 'a', isImplemented: true }), insight({ id: 'b' }), insight({ id: 'c' })];
    openCoaching({ sessions: ['June', 'Old May', 'April', 'March'], insights });
    await screen.findByRole('listitem', { name: 'June' });
    expect(stat('Total Sessions')).toContain('4');
    expect(stat('Active Insights')).toContain('2');
    expect(stat('Implemented')).toContain('1');
    expect(stat('Progress')).toContain('33%');
    expect(screen.getAllByRole('button', { name: /^Open / })).toHaveLength(3);
    expect(screen.queryByText('March')).toBeNull();
    card('June').getByText('Active');
    card('Old May').getByText('Completed');
    card('June').getByText('71%');
    card('June').getByText('Ask before you answer.');
    card('June').getByText('Talk share: 30% to 50%, now 71%');
  });

  it('opens a session from its URL, with its numbers and the calls they were counted from', async () => {
    const { user } = openCoaching({ sessions: ['June'], insights: [insight({ id: 'a' })] });
    await user.click(await screen.findByRole('button', { name: 'Open June' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'June' }));
    expect(address()).toBe('/coaching?session=June');
    drawer.getByText('Average of 3 calls: rep ÷ both.');
    drawer.getByText(/no speaker labels/);
    drawer.getByText('Insight a');
    await user.click(drawer.getByRole('button', { name: 'Close session' }));
    expect(address()).toBe('/coaching');
  });
});

describe('the coaching of others', () => {
  it('names whose session it is and is filtered by person', async () => {
    const { user, sent } = openCoaching(
      { sessions: ['June'], insights: [insight({ id: 'a' })], people: ['Rita Mora'] },
      '/coaching?tab=sessions',
    );
    await screen.findByText(/· Rita Mora/);
    await user.click(await screen.findByRole('combobox', { name: 'Person' }));
    await user.click(await screen.findByRole('option', { name: 'Rita Mora' }));
    await waitFor(() => expect(sent).toContainEqual(['sessions', 'Rita Mora']));
    expect(address()).toBe('/coaching?tab=sessions&person=Rita+Mora');
  });

  it('is shared with one of them by a menu, and taken back by the chip', async () => {
    const { user, sent } = openCoaching({ sessions: ['June'], people: ['Carl', 'Rita Mora'] }, '/coaching?session=June');
    const drawer = within(await screen.findByRole('dialog', { name: 'June' }));
    await user.click(await drawer.findByRole('button', { name: 'Share' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rita Mora' }));
    await waitFor(() => expect(currentToast()?.description).toBe('Session shared with Rita Mora'));
    const chip = await drawer.findByText('Shared with Rita Mora');
    await user.click(within(chip.parentElement ?? document.body).getByTestId('CancelIcon'));
    await waitFor(() => expect(currentToast()?.description).toBe('Session is no longer shared'));
    expect(sent.filter(([name]) => name === 'share')).toEqual([
      ['share', 'Rita Mora'],
      ['share', null],
    ]);
  });

  it('is not offered to somebody who coaches nobody', async () => {
    openCoaching({ sessions: ['June'] }, '/coaching?session=June');
    const drawer = within(await screen.findByRole('dialog', { name: 'June' }));
    await drawer.findByText('Metrics');
    expect(drawer.queryByRole('button', { name: 'Share' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Person' })).toBeNull();
  });
});

describe('insights', () => {
  it('show their quotes as plain text with links to the calls, and how their metric changed', async () => {
    const followUp = { label: 'Talk share', thenText: '71%', nowText: '58%', good: '30% to 50%', calls: 4, verdict: 'better' };
    const insights = [
      insight({ id: 'a', followUp }),
      insight({ id: 'b', followUp: { ...followUp, nowText: null, calls: 0, verdict: 'unknown' } }),
    ];
    openCoaching({ insights }, '/coaching?tab=insights');
    const first = within(await screen.findByRole('listitem', { name: 'Insight a' }));
    first.getByText('“<b>So the thing is</b>”');
    expect(first.getByRole('link', { name: 'The quote' }).getAttribute('href')).toBe('/transcriptions?call=c1&turn=2');
    expect(first.getByRole('link', { name: 'An excerpt' }).getAttribute('href')).toBe('/ai-training?search=An+excerpt');
    first.getByText('Better');
    first.getByText(/Talk share 71% → 58% over 4 calls since/);
    card('Insight b').getByText(/Talk share 71%, no calls since/);
  });

  it('are filtered by category, priority and status', async () => {
    const insights = [insight({ id: 'a' }), insight({ id: 'b', category: 'closing', priority: 'low', isImplemented: true })];
    const { user } = openCoaching({ insights }, '/coaching?tab=insights&category=closing');
    await screen.findByText('Insight b');
    expect(screen.queryByText('Insight a')).toBeNull();
    await user.click(screen.getByRole('combobox', { name: /Status/ }));
    await user.click(await screen.findByRole('option', { name: 'Active' }));
    expect(await screen.findByText('No matching insights')).toBeTruthy();
    expect(address()).toBe('/coaching?tab=insights&category=closing&state=active');
  });

  it('are marked immediately, with a toast', async () => {
    const { user, sent } = openCoaching({ insights: [insight({ id: 'a' })] }, '/coaching?tab=insights');
    await user.click(await screen.findByRole('button', { name: 'Mark Complete' }));
    expect(await screen.findByRole('button', { name: 'Implemented' })).toBeTruthy();
    await waitFor(() => expect(currentToast()?.description).toBe('Insight status updated'));
    expect(sent.filter(([name]) => name === 'update')).toEqual([['update', true]]);
  });

  it('roll back when marking fails', async () => {
    const { user } = openCoaching({ insights: [insight({ id: 'a' })], refuses: true }, '/coaching?tab=insights');
    await user.click(await screen.findByRole('button', { name: 'Mark Complete' }));
    await waitFor(() =>
      expect(currentToast()).toMatchObject({
        title: 'Error',
        description: 'Failed to update insight. Gone. It may have been deleted.',
      }),
    );
    expect(await screen.findByRole('button', { name: 'Mark Complete' })).toBeTruthy();
  });
});

describe('the analysis dialog', () => {
  const LONG = `Rep: ${'How are you today? '.repeat(10)}`;

  it('analyzes the selected calls, and clears the selection on success', async () => {
    const { user, sent } = openCoaching({ calls: [LONG, 'Hello there'] });
    await user.click(await screen.findByRole('button', { name: 'New Analysis' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New Analysis' }));
    const start = dialog.getByRole('button', { name: 'Start Analysis' });
    expect(start).toHaveProperty('disabled', true);
    dialog.getByText('0 selected');
    await user.click(await dialog.findByRole('checkbox', { name: 'Call Rep: H' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Call Hello' }));
    dialog.getByText('2 selected');
    dialog.getByText(`${LONG.slice(0, 100)}...`);
    await user.click(start);
    await waitFor(() =>
      expect(currentToast()).toMatchObject({ title: 'Analysis Complete', description: 'Analyzed 2 calls with 5 insights generated' }),
    );
    expect(sent.filter(([name]) => name === 'analyze')).toEqual([['analyze', ['Rep: H', 'Hello ']]]);
    expect(sent.find(([name]) => name === 'calls')).toEqual(['calls', { category: 'transcription', search: null }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'New Analysis' }));
    expect(await screen.findByText('0 selected')).toBeTruthy();
  });

  it('keeps the selection on failure', async () => {
    const { user } = openCoaching({ calls: ['Hello there'], refuses: true });
    await user.click(await screen.findByRole('button', { name: 'New Analysis' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Call Hello' }));
    await user.click(screen.getByRole('button', { name: 'Start Analysis' }));
    await waitFor(() =>
      expect(currentToast()).toMatchObject({
        title: 'Error',
        description: 'Failed to analyze transcriptions. Gone. It may have been deleted.',
      }),
    );
    expect(screen.getByText('1 selected')).toBeTruthy();
  });

  it('finds calls by text, and shows an empty state', async () => {
    const { user } = openCoaching({ calls: ['Hello there', 'Good bye'] });
    await user.click(await screen.findByRole('button', { name: 'New Analysis' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Call Good b' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search calls' }), 'Hello');
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Call Good b' })).toBeNull());
    screen.getByText('1 selected');
    await user.type(screen.getByRole('searchbox', { name: 'Search calls' }), 'xyz');
    expect(await screen.findByText('No calls match your search.')).toBeTruthy();
  });
});

it('keeps the tab in the address', async () => {
  const { user } = openCoaching({ sessions: ['June'] });
  await screen.findByRole('tab', { name: 'Overview', selected: true });
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Overview', 'Real-Time', 'Insights', 'Sessions']);
  await user.click(await screen.findByRole('tab', { name: 'Sessions' }));
  expect(address()).toBe('/coaching?tab=sessions');
  await screen.findByRole('listitem', { name: 'June' });
  await user.click(screen.getByRole('tab', { name: 'Real-Time' }));
  expect(address()).toBe('/coaching?tab=real-time');
});
