import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import type { TimelineItem_EntryFragment } from '#web/gql/graphql.ts';
import { exactTime } from '#web/lib/format/relative-time.ts';
import { timelineEntryView } from '../detail/timeline-entry.tsx';

const TimelineItem_entry = graphql(`
  fragment TimelineItem_entry on TimelineEntry {
    id
    at
    actor {
      id
      displayName
    }
    ... on CustomerChangedEntry {
      changed
    }
    ... on LeadAddedEntry {
      lead {
        id
        name
        value
      }
    }
    ... on LeadMovedEntry {
      from
      to
      lead {
        id
        name
      }
    }
    ... on ReplyWrittenEntry {
      reply {
        id
        customerRequest
        responseType
      }
    }
    ... on ReplyUsedEntry {
      reply {
        id
        response
      }
    }
    ... on EmailPersonalizedEntry {
      templateName
    }
    ... on CallEntry {
      call {
        id
        title
        summary
        duration
      }
    }
    ... on OrderEntry {
      order {
        id
        orderNumber
        totalPrice
        currency
        status
      }
    }
    ... on FlowStageEntry {
      flowType
      stage
      started
    }
  }
`);

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

const twoLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const;

/** One thing that happened: what, in plain words, who did it and when. */
export function TimelineItem(props: { entry: FragmentType<TimelineItem_EntryFragment> }) {
  const { data: entry } = useSuspenseFragment({ fragment: TimelineItem_entry, from: props.entry });
  const { Icon, title, detail } = timelineEntryView(entry);
  const { at, actor } = entry;
  return (
    <Box
      component="li"
      sx={(theme) => ({
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: '28px minmax(0, 1fr)',
        columnGap: 1.5,
        pb: 2,
        '&:last-of-type': { pb: 0 },
        // The line from one icon to the next.
        '&:not(:last-of-type)::before': {
          content: '""',
          position: 'absolute',
          left: 13.5,
          top: 28,
          bottom: 0,
          borderLeft: `1px solid ${theme.vars.palette.divider}`,
        },
      })}
    >
      <Box
        aria-hidden
        sx={(theme) => ({
          display: 'grid',
          placeItems: 'center',
          width: 28,
          height: 28,
          borderRadius: '50%',
          border: `1px solid ${theme.vars.palette.divider}`,
          color: 'text.secondary',
          bgcolor: theme.vars.palette.surface.raised,
        })}
      >
        <Icon size={14} />
      </Box>
      <Box sx={{ minWidth: 0, pt: 0.5 }}>
        <Typography component="div" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {detail && (
          <Typography variant="body2" component="div" sx={{ color: 'text.secondary', mt: 0.25, ...twoLines }}>
            {detail}
          </Typography>
        )}
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary', mt: 0.25 }}>
          {actor && `${actor.displayName} · `}
          <time dateTime={at} title={exactTime(at)}>
            {clock.format(new Date(at))}
          </time>
        </Typography>
      </Box>
    </Box>
  );
}
