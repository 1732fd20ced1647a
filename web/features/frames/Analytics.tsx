import { useSuspenseQuery } from '@apollo/client/react';
import { Box, LinearProgress } from '@mui/material';
import type { LeadStage } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import { MoneyText } from '#web/ui/MoneyText.tsx';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Row, Rows } from './Rows.tsx';

const AnalyticsDocument = graphql(`
  query Analytics {
    pipeline {
      columns {
        stage
        label
        count
        value
      }
    }
  }
`);

/** How the pipeline is spread over its stages. */
export function Analytics() {
  const { columns } = useSuspenseQuery(AnalyticsDocument).data.pipeline;
  const total = columns.reduce((sum, { count }) => sum + count, 0);
  return (
    <PageFrame title="Analytics &amp; Insights" hint="Leads, orders and calls in numbers">
      <Panel flush title="Pipeline Distribution" hint={`${total} leads`}>
        <Rows label="Stages">
          {columns.map(({ stage, label, count, value }) => {
            const share = total === 0 ? 0 : Math.round((count / total) * 100);
            return (
              <Row
                key={stage}
                title={stage === 'leads' ? 'New Leads' : label}
                detail={<Share of={share} stage={stage} label={label} />}
                figure={`${count} (${share}%)`}
                aside={<MoneyText value={value} whole />}
              />
            );
          })}
        </Rows>
      </Panel>
    </PageFrame>
  );
}

type ShareProps = { of: number; stage: LeadStage; label: string };

function Share({ of, stage, label }: ShareProps) {
  return (
    <Box component="span" sx={{ display: 'block', py: 0.75 }}>
      <LinearProgress
        variant="determinate"
        value={of}
        aria-label={label}
        sx={(theme) => ({
          height: 6,
          borderRadius: 3,
          bgcolor: theme.vars.palette.surface.hover,
          '& .MuiLinearProgress-bar': { bgcolor: theme.vars.palette.stage[stage].main, borderRadius: 3 },
        })}
      />
    </Box>
  );
}
