import { expect, it } from 'vitest';
import { metricLines } from './LeadMetrics.tsx';

const now = Date.parse('2026-03-11T12:00:00.000Z');
const lead = {
  stage: 'quoted',
  value: '1250.50',
  createdAt: '2026-03-01T12:00:00.000Z',
  stageChangedAt: '2026-03-10T12:00:00.000Z',
  lastContactAt: '2026-03-04T12:00:00.000Z',
} as const;
const metrics = {
  revenue: '48210.50',
  avgDealSize: '4017.54',
  orders: 12,
  monthlyGrowth: -3.42,
  conversionRate: 41.7,
  contactCount: 0,
  emailsSent: 3,
  callsMade: 1,
};

const lines = (...args: Parameters<typeof metricLines>) => metricLines(...args).map(({ label, text }) => `${label}: ${text}`);

it('shows every metric in order', () => {
  expect(lines(lead, metrics, now)).toEqual([
    'Total Value: $1,250.50',
    'Revenue: $48,210.50',
    'Avg Deal Size: $4,017.54',
    'Orders: 12',
    'Monthly Growth: -3.4%',
    'Conversion Rate: 41.7%',
    'Contacts: 0',
    'Emails Sent: 3',
    'Calls Made: 1',
    'Days in Stage: 10 days',
    'In Quoted for: 1 day',
    'Last Contact: 1 week ago',
    'Win Probability: 60%',
  ]);
});

it('omits missing values', () => {
  const unknown = { ...metrics, revenue: null, avgDealSize: null, orders: null, monthlyGrowth: null, conversionRate: null };
  expect(lines({ ...lead, value: null, lastContactAt: null }, unknown, now).map((line) => line.split(':')[0])).toEqual([
    'Contacts',
    'Emails Sent',
    'Calls Made',
    'Days in Stage',
    'In Quoted for',
    'Win Probability',
  ]);
});

it('shows cached values immediately and reserves lines for those every lead has', () => {
  expect(lines(lead, null, now)).toHaveLength(5);
  expect(lines(lead, 'loading', now)).toEqual([
    'Total Value: $1,250.50',
    'Contacts: …',
    'Emails Sent: …',
    'Calls Made: …',
    'Days in Stage: 10 days',
    'In Quoted for: 1 day',
    'Last Contact: 1 week ago',
    'Win Probability: 60%',
  ]);
});

it.each([
  ['won', 'success'],
  ['quoted', 'info'],
  ['waiting', 'warning'],
  ['leads', 'error'],
] as const)('colors the probability of a %s lead %s', (stage, tone) => {
  expect(metricLines({ ...lead, stage }, null, now).at(-1)?.tone).toBe(tone);
});

it('colors growth by its direction', () => {
  const toneOf = (monthlyGrowth: number) =>
    metricLines(lead, { ...metrics, monthlyGrowth }, now).find(({ label }) => label === 'Monthly Growth')?.tone;
  expect([toneOf(5), toneOf(-5), toneOf(0)]).toEqual(['success', 'error', undefined]);
});
