import type { FragmentType } from '@apollo/client';
import { useQuery, useSuspenseFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { DISCARD_REASON_LABELS } from '#contract/discard-reasons.ts';
import { graphql } from '#web/gql/gql.ts';
import type { ReplyQuality_AnalyticsFragment } from '#web/gql/graphql.ts';
import { numberFormat } from '#web/lib/format/formats.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { CountList, CountRow } from './CountList.tsx';
import { Tile, Tiles } from './Tiles.tsx';

const ReplyQuality_analytics = graphql(`
  fragment ReplyQuality_analytics on Analytics {
    id
    from
    to
  }
`);

const ReplyQualityDocument = graphql(`
  query ReplyQuality($sent: AiResponseWhere!, $discarded: AiResponseWhere!) {
    sent: aiResponseGroups(by: [], where: $sent) {
      nodes {
        count
        avg {
          editedShare
        }
      }
    }
    discarded: aiResponseGroups(by: [{ field: discardReason }], where: $discarded) {
      nodes {
        key {
          discardReason
        }
        count
      }
    }
  }
`);

const numbers = numberFormat();
const percent = numberFormat({ style: 'percent', maximumFractionDigits: 1 });

/** How far replies were edited before they were sent, and why others were discarded; nothing where neither is known. */
export function ReplyQuality({ analytics }: { analytics: FragmentType<ReplyQuality_AnalyticsFragment> }) {
  const { from, to } = useSuspenseFragment({ fragment: ReplyQuality_analytics, from: analytics }).data;
  const inRange = from || to ? { createdAt: { ...(from && { gte: from }), ...(to && { lt: to }) } } : {};
  const { data } = useQuery(ReplyQualityDocument, {
    variables: {
      sent: { ...inRange, editedShare: { isNull: false } },
      discarded: { ...inRange, discardReason: { isNull: false } },
    },
    fetchPolicy: 'cache-and-network',
  });
  const [sent] = data?.sent.nodes ?? [];
  const reasons = (data?.discarded.nodes ?? []).toSorted((a, b) => b.count - a.count);
  const discarded = reasons.reduce((sum, { count }) => sum + count, 0);
  const count = sent?.count ?? 0;
  if (count + discarded === 0) return null;
  return (
    <Panel title="Reply Quality" hint="What became of the assistant’s replies in this range.">
      <Tiles label="Reply Quality">
        <Tile label="Average edited share">{count === 0 ? 'Unknown' : percent.format(sent?.avg.editedShare ?? 0)}</Tile>
        <Tile label="Sent replies compared">{numbers.format(count)}</Tile>
        <Tile label="Discarded">{numbers.format(discarded)}</Tile>
      </Tiles>
      {discarded > 0 && (
        <Box sx={{ mt: 2 }}>
          <Typography variant="body2" component="h3" sx={{ color: 'text.secondary' }}>
            Replies discarded by reason
          </Typography>
          <CountList label="Replies discarded by reason" rowHeight={36}>
            {reasons.map(({ key, count: replies }) => (
              <CountRow
                key={key.discardReason}
                label={key.discardReason ? DISCARD_REASON_LABELS[key.discardReason] : 'No reason'}
                share={(100 * replies) / discarded}
              >
                {numbers.format(replies)}
              </CountRow>
            ))}
          </CountList>
        </Box>
      )}
    </Panel>
  );
}
