import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, LinearProgress, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import type { SyncProgress_SyncFragment } from '#web/gql/graphql.ts';
import { numberFormat } from '#web/lib/format/formats.ts';

const SyncProgress_sync = graphql(`
  fragment SyncProgress_sync on Sync {
    id
    state
    done
    total
    message
  }
`);

const numbers = numberFormat();

type SyncProgressProps = {
  sync: FragmentType<SyncProgress_SyncFragment>;
  /** The service and what is read from it, such as Shopify and orders. */
  service: string;
  itemNamePlural: string;
};

/** The progress of a running sync, whoever started it. */
export function SyncProgress({ sync, service, itemNamePlural }: SyncProgressProps) {
  const { data } = useSuspenseFragment({ fragment: SyncProgress_sync, from: sync });
  const { state, done, total, message } = data;
  if (state === 'done' || state === 'failed') return null;
  const of = total === null ? '' : ` of ${numbers.format(total)}`;
  const far = done === null ? `Reading ${service}…` : `Reading ${service}: ${numbers.format(done)}${of} ${itemNamePlural} so far`;
  return (
    <Box>
      <LinearProgress
        aria-label={`Sync with ${service}`}
        {...(total && done !== null ? { variant: 'determinate', value: Math.min(100, (100 * done) / total) } : {})}
      />
      <Typography variant="body2" className="tabular" sx={{ mt: 0.75, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {state === 'waiting' ? `${message} Retrying automatically.` : far}
      </Typography>
    </Box>
  );
}
