import { useQuery } from '@apollo/client/react';
import { Box, Button, Paper, Typography } from '@mui/material';
import { Layers, type LucideIcon, Users, Waypoints } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { FLOW_TYPE_LABELS } from '#contract/flow.ts';
import { useResumable } from '#web/apollo/use-resumable.ts';
import { graphql } from '#web/gql/gql.ts';
import { soon } from '#web/lib/soon.ts';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';

const FlowSummaryDocument = graphql(`
  query FlowSummary {
    interactionFlowSummary {
      total
      customers
      eventCursor
      types {
        flowType
        count
      }
    }
  }
`);

const FlowsCounted = graphql(`
  subscription FlowsCounted($after: EventCursor) {
    interactionFlowChanged(after: $after) {
      cursor
      kind
    }
  }
`);

/** At most this often, in milliseconds, the flows are counted again, however many are made. */
const AGAIN = 200;

/** On a phone the two numbers share a row, and the types come below. */
const cards = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
  '& > :nth-of-type(2)': { order: { xs: 1, sm: 0 }, gridColumn: { xs: 'span 2', sm: 'auto' } },
} as const;

/** The three summary cards; they count again when a flow is made, by whomever. */
export function FlowSummary() {
  const { data, error, refetch } = useQuery(FlowSummaryDocument, { fetchPolicy: 'cache-and-network' });
  const summary = data?.interactionFlowSummary;
  const again = useEffectEvent(() => refetch().catch(() => undefined));
  const recount = useMemo(() => soon(AGAIN, () => again()), []);
  useEffect(() => recount.drop, [recount]);
  useResumable(FlowsCounted, {
    cursorOf: ({ interactionFlowChanged }) => interactionFlowChanged.cursor,
    from: summary?.eventCursor ?? null,
    onChange: ({ interactionFlowChanged: { kind } }) => kind === 'created' && recount.ask(),
    onResync: recount.ask,
  });
  if (!summary && error) return <NotCounted onRetry={() => void again()} />;
  return (
    <Box component="section" aria-label="Summary" sx={cards}>
      <SummaryCard label="Total Flows" icon={Waypoints}>
        <Figure>{summary?.total ?? <SkeletonBlock width={48} height={28} />}</Figure>
      </SummaryCard>
      <SummaryCard label="Flow Types" icon={Layers}>
        {summary ? <TypeCounts types={summary.types} /> : <SkeletonBlock height={64} />}
      </SummaryCard>
      <SummaryCard label="Active Customers" icon={Users}>
        <Figure>{summary?.customers ?? <SkeletonBlock width={48} height={28} />}</Figure>
      </SummaryCard>
    </Box>
  );
}

function NotCounted({ onRetry }: { onRetry: () => void }) {
  return (
    <Paper role="alert" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, p: 2 }}>
      <Typography sx={{ flex: 1, minWidth: 200, color: 'text.secondary' }}>The flows could not be counted.</Typography>
      <Button variant="outlined" onClick={onRetry}>
        Count again
      </Button>
    </Paper>
  );
}

function SummaryCard({ label, icon: Icon, children }: { label: string; icon: LucideIcon; children: ReactNode }) {
  return (
    <Paper component="article" aria-label={label} sx={{ display: 'flex', flexDirection: 'column', gap: 1, p: 2, minHeight: { sm: 126 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Box component={Icon} size={16} aria-hidden sx={{ display: { xs: 'none', sm: 'block' } }} />
        <Typography variant="h3" component="h2">
          {label}
        </Typography>
      </Box>
      {children}
    </Paper>
  );
}

const Figure = ({ children }: { children: ReactNode }) => (
  <Typography variant="h4" component="div">
    {children}
  </Typography>
);

function TypeCounts({ types }: { types: ReadonlyArray<{ flowType: keyof typeof FLOW_TYPE_LABELS; count: number }> }) {
  return (
    <Box component="dl" sx={{ display: 'grid', gap: 0.25, m: 0 }}>
      {types.map(({ flowType, count }) => (
        <Box key={flowType} sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, typography: 'body2' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {FLOW_TYPE_LABELS[flowType]}
          </Box>
          <Box component="dd" className="tabular" sx={{ m: 0, fontWeight: 500 }}>
            {count}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
