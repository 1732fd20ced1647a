import { useFragment, useQuery } from '@apollo/client/react';
import { Box } from '@mui/material';
import { daysBetween, type LeadStage, lastContactLabel, STAGE_LABELS, winBand, winProbability } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import { formatMoney } from '#web/lib/format/money.ts';
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

const LeadMetricsOf = graphql(`
  query LeadMetricsOf($id: ID!) {
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

/** The numbers of a lead: at once what its card knows, a moment later what the server counts. */
export function LeadMetrics({ id }: { id: string }) {
  const { data: lead, complete } = useFragment({ fragment: LeadMetrics_lead, from: { __typename: 'Lead', id } });
  const { data, error } = useQuery(LeadMetricsOf, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const now = useNow();
  if (!complete) return null;
  const counting = !data && !error;
  return <MetricLines lines={metricLines(lead, counting ? 'counting' : (data?.lead?.metrics ?? null), new Date(now))} />;
}

const toneOf = ({ tone }: MetricLine) => (tone ? `tone.${tone}.ink` : 'text.primary');

/** Labels and numbers in two columns; a probability has a bar besides. */
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
            {line.shown}
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

type MetricLine = { label: string; shown: string; tone?: 'success' | 'info' | 'warning' | 'error'; percent?: number };

type Facts = { stage: LeadStage; value: string | null; createdAt: string; stageChangedAt: string; lastContactAt: string | null };
type Counted = {
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
const number = (n: number) => n.toLocaleString();
const percent = (n: number) => `${n.toLocaleString(undefined, { maximumFractionDigits: 1 })}%`;
const growth = (n: number) => (n > 0 ? `+${percent(n)}` : percent(n));

const COUNTS = [
  ['Contacts', 'contactCount'],
  ['Emails Sent', 'emailsSent'],
  ['Calls Made', 'callsMade'],
] as const satisfies readonly (readonly [string, keyof Counted])[];

const line = <T,>(label: string, value: T | null | undefined, show: (value: T) => string, tone?: MetricLine['tone']): MetricLine[] =>
  value === null || value === undefined ? [] : [{ label, shown: show(value), tone }];

function growthTone(monthly: number | null | undefined): MetricLine['tone'] {
  if (!monthly) return undefined;
  return monthly > 0 ? 'success' : 'error';
}

/** What the metrics card says of a lead, line by line; a number nobody has leaves no line. Those every lead has keep their place while they are counted. */
export function metricLines(lead: Facts, counts: Counted | 'counting' | null, now: Date): MetricLine[] {
  const counted = counts === 'counting' ? null : counts;
  const age = daysBetween(new Date(lead.createdAt), now);
  const chance = winProbability(lead.stage, age);
  return [
    ...line('Total Value', lead.value, formatMoney),
    ...line('Revenue', counted?.revenue, formatMoney),
    ...line('Avg Deal Size', counted?.avgDealSize, formatMoney),
    ...line('Orders', counted?.orders, number),
    ...line('Monthly Growth', counted?.monthlyGrowth, growth, growthTone(counted?.monthlyGrowth)),
    ...line('Conversion Rate', counted?.conversionRate, percent),
    ...COUNTS.flatMap(([label, count]) => (counts === 'counting' ? [{ label, shown: '…' }] : line(label, counted?.[count], number))),
    ...line('Days in Stage', age, days),
    ...line(`In ${STAGE_LABELS[lead.stage]} for`, lead.stageChangedAt, (at) => days(daysBetween(new Date(at), now))),
    ...line('Last Contact', lead.lastContactAt, (at) => lastContactLabel(new Date(at), now)),
    { label: 'Win Probability', shown: `${chance}%`, tone: BANDS[winBand(chance)], percent: chance },
  ];
}
