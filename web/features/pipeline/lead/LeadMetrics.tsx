import { useFragment, useQuery } from '@apollo/client/react';
import { Box } from '@mui/material';
import { type LeadStage, lastContactLabel, STAGE_LABELS, winBand, winProbability } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import { formatCount, numberFormat } from '#web/lib/format/formats.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { calendarDays } from '#web/lib/format/time.ts';
import { useNow } from '#web/lib/use-now.ts';

const LeadMetrics_lead = graphql(`
  fragment LeadMetrics_lead on Lead {
    id
    stage
    value
    createdAt
    stageChangedAt
    lastContactAt
  }
`);

const LeadMetricsDocument = graphql(`
  query LeadMetrics($id: ID!) {
    lead(id: $id) {
      id
      metrics {
        revenue
        avgDealSize
        orders
        monthlyGrowth
        conversionRate
        contactCount
        emailsSent
        callsMade
      }
    }
  }
`);

/** The metrics of a lead: cached values immediately, then those the server computes. */
export function LeadMetrics({ id }: { id: string }) {
  const { data: lead, complete } = useFragment({ fragment: LeadMetrics_lead, from: { __typename: 'Lead', id } });
  const { data, error } = useQuery(LeadMetricsDocument, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const now = useNow();
  if (!complete) return null;
  const isLoading = !data && !error;
  return <MetricLines lines={metricLines(lead, isLoading ? 'loading' : (data?.lead?.metrics ?? null), now)} />;
}

const toneOf = ({ tone }: MetricLine) => (tone ? `tone.${tone}.ink` : 'text.primary');

/** Labels and values in two columns; a probability also has a bar. */
function MetricLines({ lines }: { lines: readonly MetricLine[] }) {
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 2, rowGap: 0.5, m: 0, fontSize: 12, lineHeight: '18px' }}
    >
      {lines.map((line) => (
        <Box key={line.label} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {line.label}
          </Box>
          <Box component="dd" className="tabular" sx={{ m: 0, textAlign: 'right', fontWeight: 500, color: toneOf(line) }}>
            {line.text}
          </Box>
          {line.percent !== undefined && (
            <Box aria-hidden sx={{ gridColumn: '1 / -1', height: 4, borderRadius: 2, bgcolor: 'surface.hover', overflow: 'hidden' }}>
              <Box sx={{ width: `${line.percent}%`, height: 1, borderRadius: 2, bgcolor: `tone.${line.tone}.main` }} />
            </Box>
          )}
        </Box>
      ))}
    </Box>
  );
}

type MetricLine = { label: string; text: string; tone?: 'success' | 'info' | 'warning' | 'error'; percent?: number };

type CachedMetrics = { stage: LeadStage; value: string | null; createdAt: string; stageChangedAt: string; lastContactAt: string | null };
type ServerMetrics = {
  revenue: string | null;
  avgDealSize: string | null;
  orders: number | null;
  monthlyGrowth: number | null;
  conversionRate: number | null;
  contactCount: number;
  emailsSent: number;
  callsMade: number;
};

const BANDS = { green: 'success', blue: 'info', yellow: 'warning', red: 'error' } as const;

const days = (n: number) => (n === 1 ? '1 day' : `${n} days`);
const oneDecimal = numberFormat({ maximumFractionDigits: 1 });
const percent = (n: number) => `${oneDecimal.format(n)}%`;
const growth = (n: number) => (n > 0 ? `+${percent(n)}` : percent(n));

const COUNTS = [
  ['Contacts', 'contactCount'],
  ['Emails Sent', 'emailsSent'],
  ['Calls Made', 'callsMade'],
] as const satisfies readonly (readonly [string, keyof ServerMetrics])[];

const line = <T,>(label: string, value: T | null | undefined, show: (value: T) => string, tone?: MetricLine['tone']): MetricLine[] =>
  value === null || value === undefined ? [] : [{ label, text: show(value), tone }];

function growthTone(monthly: number | null | undefined): MetricLine['tone'] {
  if (!monthly) return undefined;
  return monthly > 0 ? 'success' : 'error';
}

/** The lines of the metrics card. Missing values have no line; counts that every lead has keep theirs while loading, so the card does not jump. */
export function metricLines(lead: CachedMetrics, metrics: ServerMetrics | 'loading' | null, now: number): MetricLine[] {
  const loaded = metrics === 'loading' ? null : metrics;
  const age = calendarDays(lead.createdAt, now);
  const probability = winProbability(lead.stage, age);
  return [
    ...line('Total Value', lead.value, formatMoney),
    ...line('Revenue', loaded?.revenue, formatMoney),
    ...line('Avg Deal Size', loaded?.avgDealSize, formatMoney),
    ...line('Orders', loaded?.orders, formatCount),
    ...line('Monthly Growth', loaded?.monthlyGrowth, growth, growthTone(loaded?.monthlyGrowth)),
    ...line('Conversion Rate', loaded?.conversionRate, percent),
    ...COUNTS.flatMap(([label, count]) => (metrics === 'loading' ? [{ label, text: '…' }] : line(label, loaded?.[count], formatCount))),
    ...line('Days in Stage', age, days),
    ...line(`In ${STAGE_LABELS[lead.stage]} for`, lead.stageChangedAt, (at) => days(calendarDays(at, now))),
    ...line('Last Contact', lead.lastContactAt, (at) => lastContactLabel(calendarDays(at, now))),
    { label: 'Win Probability', text: `${probability}%`, tone: BANDS[winBand(probability)], percent: probability },
  ];
}
