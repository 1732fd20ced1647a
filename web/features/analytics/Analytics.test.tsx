import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { AT, openAnalytics } from './analytics.fixtures.tsx';

const card = (name: string) => screen.findByRole('article', { name });
const part = (name: string) => screen.findByRole('region', { name });
const address = () => screen.getByTestId('address').textContent;
const numbers = {
  newLeads: 5,
  won: 1,
  thisWeek: 2,
  revenue: [
    { currency: 'USD', total: '123456789012.34', thisMonth: '10.10', orders: 3, averageOrderValue: '41152263004.11' },
    { currency: 'EUR', total: '5.00', thisMonth: '0.00', orders: 1, averageOrderValue: '5.00' },
  ],
  undone: 2,
  wonDeals: 1,
  sales: 2,
  support: 1,
  positive: 2,
  negative: 1,
  responses: 3,
  used: 2,
};

describe('the numbers', () => {
  it('are on stat cards and in sections with the specified titles', async () => {
    openAnalytics(numbers);
    expect((await card('Total Leads')).textContent).toBe('Total Leads6+2 this week');
    expect((await card('Conversion Rate')).textContent).toBe('Conversion Rate16.7%1 of 6 leads');
    expect((await card('Total Revenue')).textContent).toBe('Total Revenue$123,456,789,012.34+$10.10 this month€5.00 in EUR');
    expect((await card('AI Usage Rate')).textContent).toBe('AI Usage Rate66.7%2 of 3 responses');
    const stages = within(await part('Pipeline Distribution')).getAllByRole('listitem');
    expect(stages.map(({ textContent }) => textContent)).toEqual([
      'New Leads583.3%',
      'Needs Quote00.0%',
      'Quoted00.0%',
      'Follow Up00.0%',
      'Waiting00.0%',
      'Won116.7%',
    ]);
    const moods = within(await part('Customer Sentiment')).getAllByRole('listitem');
    expect(moods.map(({ textContent }) => textContent)).toEqual(['Positive266.7%', 'Neutral00.0%', 'Negative133.3%']);
    const definitions = async (name: string) =>
      within(await part(name))
        .getAllByRole('term')
        .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    expect(await definitions('Sales Performance')).toEqual([
      'Average Order Value: $41,152,263,004.11€5.00 in EUR',
      'Total Orders: 4Excludes 2 cancelled or refunded',
      'Won Deals: 1',
    ]);
    expect(await definitions('AI Assistant Usage')).toEqual(['Total Responses: 3', 'Used Responses: 2', 'Usage Rate: 66.7%']);
    expect(await definitions('Communication')).toEqual(['Total Transcriptions: 3', 'Sales Calls: 2', 'Support Calls: 1']);
  });

  it('show empty states when there is no data', async () => {
    openAnalytics({});
    await screen.findByText('No transcription data available yet');
    await screen.findByText('No recent activity to display');
    await screen.findByText('No leads yet');
    await screen.findByText('No responses in these weeks');
    await screen.findByText('No recent activity to display');
    expect((await card('Conversion Rate')).textContent).toContain('0.0%0 of 0 leads');
  });

  it('update live', async () => {
    const { publish } = openAnalytics({ newLeads: 1 });
    await screen.findByRole('button', { name: 'Conversion Rate: 0.0%' });
    await publish({ newLeads: 0, won: 1, wonDeals: 1 });
    await screen.findByRole('button', { name: 'Conversion Rate: 100.0%' });
  });

  it('can be retried after an error', async () => {
    const { user, recover } = openAnalytics({ newLeads: 1 }, { at: '/analytics?broken' });
    await screen.findByText('The database is away');
    recover();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await card('Total Leads');
  });
});

describe('the date range', () => {
  it('is selected, kept in the URL and compared with the previous period', async () => {
    const { user, requests } = openAnalytics(numbers, { previous: { newLeads: 6, won: 2, responses: 3, used: 2, wonDeals: 1 } });
    await card('Total Leads');
    await user.click(screen.getByRole('combobox', { name: 'Date range: All time' }));
    await user.click(screen.getByRole('option', { name: 'This month' }));
    await waitFor(() => expect(address()).toBe('/analytics?range=this_month'));
    const change = async (name: string) => {
      const line = (await card(name)).querySelector<HTMLElement>('[data-change]');
      return [line?.dataset.change, line?.textContent];
    };
    await waitFor(async () => expect(await change('Total Leads')).toEqual(['down', '−2 vs 8 previous']));
    expect(await change('Conversion Rate')).toEqual(['down', '−8.3 points vs 25.0% previous']);
    expect(await change('Total Revenue')).toEqual(['up', '+$123,456,789,012.34 vs $0.00 previous']);
    expect(await change('AI Usage Rate')).toEqual(['same', 'No change']);
    expect(requests.at(-1)).toMatchObject({ range: { period: 'this_month' }, timeZone: expect.stringMatching(/\w/) });
  });

  it('needs a start date and a later end date when it is custom', async () => {
    const { user, requests } = openAnalytics(numbers);
    await card('Total Leads');
    await user.click(screen.getByRole('combobox', { name: 'Date range: All time' }));
    await user.click(screen.getByRole('option', { name: 'Custom…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Custom range' }));
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    dialog.getByText('Enter a start and an end date.');
    await user.type(dialog.getByLabelText('Start date'), '2020-03-10');
    await user.type(dialog.getByLabelText('End date'), '2020-03-01');
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    dialog.getByText('A range ends on the day it begins, or later.');
    await user.clear(dialog.getByLabelText('End date'));
    await user.type(dialog.getByLabelText('End date'), '2020-03-20');
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(address()).toBe('/analytics?range=2020-03-10..2020-03-20'));
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ range: { from: '2020-03-10', to: '2020-03-20' } }));
    screen.getByRole('combobox', { name: /^Date range: Mar 10\s–\s20, 2020$/ });
  });

  it('is all time when the URL is invalid', async () => {
    const { requests } = openAnalytics(numbers, { at: '/analytics?range=2020-03-20..2020-03-10' });
    await card('Total Leads');
    expect(requests[0]).toMatchObject({ range: { period: 'all_time' } });
  });
});

describe('the drilldown of a number', () => {
  it('lists the rows it was counted from', async () => {
    const { user } = openAnalytics(numbers);
    await user.click(await screen.findByRole('button', { name: 'Total Leads: 6' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Total Leads · All time' }));
    expect((await dialog.findByRole('link', { name: '<b>Jo</b> March' })).getAttribute('href')).toBe('/pipeline?lead=l1');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Waiting: 0' }));
    await screen.findByText('Nothing to show');
  });

  it.each([
    ['Total Orders: 4', 'Order #7'],
    ['Won Deals: 1', '<b>Jo</b> March'],
    ['Positive: 2', 'Call 123456'],
    ['Used Responses: 2', 'How much?'],
  ])('%s lists %s', async (number, row) => {
    const { user } = openAnalytics(numbers);
    await user.click(await screen.findByRole('button', { name: number }));
    await within(await screen.findByRole('dialog')).findByText(row);
  });

  it('of calls is a link to the filtered call list', async () => {
    openAnalytics(numbers);
    const link = await screen.findByRole('link', { name: 'Support Calls: 1' });
    expect(link.getAttribute('href')).toBe('/transcriptions?type=support');
  });

  it('shows a query that can be copied', async () => {
    const { user } = openAnalytics(numbers, { at: '/analytics?range=this_year' });
    await user.click(await screen.findByRole('button', { name: 'Show query for Conversion Rate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Conversion Rate in GraphQL' }));
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(currentToast()?.description).toBe('Query copied to clipboard'));
    const copied = await navigator.clipboard.readText();
    expect(copied).toMatch(/range: \{ period: this_year \}/);
    expect(copied).toMatch(/conversionRate/);
  });
});

it('a chart is also available as a table', async () => {
  const { user } = openAnalytics(numbers);
  await user.click(await screen.findByRole('button', { name: 'Revenue by week as a table' }));
  const table = within(screen.getByRole('region', { name: 'Table: Revenue by week' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual(['Week ofOrdersRevenue', 'Mar 91$10.00']);
  await user.click(screen.getByRole('button', { name: 'Revenue by week as a chart' }));
  const drawn = await screen.findByRole('img', { name: /^Revenue by week, chart/ });
  await waitFor(() => expect(drawn.querySelectorAll('.recharts-bar-rectangle')).toHaveLength(1));
  expect(drawn.textContent).toContain('$10');
});

it('recent activity shows the ten newest of the latest leads, orders and calls', async () => {
  const hours = (count: number) => new Date(Date.parse(AT) - count * 3_600_000).toISOString();
  const five = <Row,>(row: (index: number) => Row) => [0, 1, 2, 3, 4].map(row);
  openAnalytics(numbers, {
    lists: {
      leads: () => ({ nodes: five((index) => ({ id: `l${index}`, name: `<i>Lead</i> ${index}`, createdAt: hours(index * 3) })) }),
      orders: () => ({
        nodes: five((index) => ({
          id: `o${index}`,
          orderNumber: `#${index}`,
          totalPrice: '9.50',
          currency: 'USD',
          createdAt: hours(index * 3 + 1),
        })),
      }),
      transcriptions: () => ({ nodes: five((index) => ({ id: `c${index}`, createdAt: hours(index * 3 + 2) })) }),
    },
  });
  const recent = within(await screen.findByRole('list', { name: 'Recent Activity' }));
  expect(recent.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
    [0, 1, 2]
      .flatMap((index) => [`New lead: <i>Lead</i> ${index}`, `Order #${index} - $9.50`, 'Call transcription added'])
      .concat('New lead: <i>Lead</i> 3'),
  );
});
