import { useQuery } from '@apollo/client/react';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { CircleSlash } from 'lucide-react';
import { useId } from 'react';
import { LOST_REASON_LABELS } from '#contract/lost-reasons.ts';
import type { Owners } from '#contract/owners.ts';
import { graphql } from '#web/gql/gql.ts';
import { Permitted } from '#web/session/session.tsx';
import { DetailSkeleton } from '#web/ui/states/DetailSkeleton.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { useReopenLead } from './use-reopen-lead.ts';

const SHOWN = 50;

const LostLeadsDocument = graphql(`
  query LostLeads($owners: Owners, $first: Int) {
    leads(first: $first, owners: $owners, where: { lostAt: { isNull: false } }, orderBy: { field: lostAt, direction: DESC }) {
      pageInfo {
        hasNextPage
      }
      nodes {
        id
        name
        company
        value
        lostAt
        lostReason
        lostCompetitor
      }
    }
  }
`);

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
};

/** The leads that were lost, the latest first, with a button that reopens each. */
export function LostLeadsDialog({ owners, onClose }: { owners: Owners; onClose: () => void }) {
  const title = useId();
  const { data, error, refetch } = useQuery(LostLeadsDocument, {
    variables: { owners, first: SHOWN },
    fetchPolicy: 'cache-and-network',
  });
  const reopen = useReopenLead();
  // One that was reopened here goes at once.
  const leads = data?.leads.nodes.flatMap((lead) =>
    lead.lostAt && lead.lostReason ? [{ ...lead, at: lead.lostAt, reason: lead.lostReason }] : [],
  );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={title}>
      <DialogTitle id={title}>Lost leads</DialogTitle>
      <DialogContent>
        {!leads && !error && <DetailSkeleton label="Loading lost leads" blocks={[52, 52, 52]} />}
        {!leads && error && <ErrorPanel error={error} onRetry={() => void refetch().catch(() => undefined)} />}
        {leads?.length === 0 && (
          <EmptyState
            icon={<CircleSlash size={18} />}
            title="No lost leads"
            hint="Open a lead and choose “Close as lost” to take it off the board."
          />
        )}
        {leads && leads.length > 0 && (
          <Box component="ul" aria-label="Lost leads" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {leads.map(({ id, name, company, value, lostCompetitor, at, reason }) => (
              <Box component="li" key={id} sx={row}>
                <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Typography sx={{ fontWeight: 600 }} dir="auto">
                    {name}
                    {company && ` · ${company}`}
                  </Typography>
                  <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
                    {LOST_REASON_LABELS[reason]}
                    {lostCompetitor && ` (${lostCompetitor})`}
                    {' · '}
                    {value !== null && (
                      <>
                        <MoneyText value={value} />
                        {' · '}
                      </>
                    )}
                    <RelativeTime at={at} />
                  </Typography>
                </Box>
                <Permitted to="lead.change">
                  <Button variant="outlined" size="small" aria-label={`Reopen ${name}`} onClick={() => reopen(id)}>
                    Reopen
                  </Button>
                </Permitted>
              </Box>
            ))}
          </Box>
        )}
        {data?.leads.pageInfo.hasNextPage && (
          <Typography variant="caption" component="p" sx={{ mt: 1, color: 'text.secondary' }}>
            The {SHOWN} most recently lost leads. Export the leads to see all of them.
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
