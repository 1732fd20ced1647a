import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Chip, Link, Typography } from '@mui/material';
import {
  ArrowRightLeft,
  AudioLines,
  Flag,
  type LucideIcon,
  Mail,
  Pencil,
  Send,
  ShoppingBag,
  Sparkles,
  SquareKanban,
  UserPlus,
} from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { type LeadStage, STAGE_LABELS } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import type { TimelineItem_EntryFragment } from '#web/gql/graphql.ts';
import { dateFormat } from '#web/lib/format/formats.ts';
import { exactTime, minutesAndSeconds } from '#web/lib/format/time.ts';
import { callPath, leadPath, orderPath, PATHS } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { OrderStatus } from '#web/ui/values/chips.tsx';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { groupByDay } from './group-by-day.ts';

type Entry = { id: string; at: string } & FragmentType<TimelineItem_EntryFragment>;

/** Everything that happened with a customer, grouped by day, newest first. */
export function Timeline({ entries }: { entries: readonly Entry[] }) {
  const id = useId();
  const days = groupByDay(entries, new Date(useNow()));
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h2" component="h3" id={id} sx={{ mb: 1.5 }}>
        Timeline
      </Typography>
      {days.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No activity yet.</Typography>}
      {days.map(({ name, entries: ofDay }) => (
        <Box key={name} sx={{ '& + &': { mt: 2 } }}>
          <Typography variant="caption" component="h4" sx={{ m: 0, mb: 1, fontWeight: 500, color: 'text.secondary' }}>
            {name}
          </Typography>
          <Box component="ol" aria-label={name} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {ofDay.map((entry) => (
              <TimelineItem key={entry.id} entry={entry} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

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

const timeFormat = dateFormat({ timeStyle: 'short' });

const twoLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const;

/** One entry: what happened, who did it and when. */
function TimelineItem(props: { entry: FragmentType<TimelineItem_EntryFragment> }) {
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
        // The line that connects the icons.
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
            {timeFormat.format(new Date(at))}
          </time>
        </Typography>
      </Box>
    </Box>
  );
}

/** How a timeline entry is shown. */
type TimelineEntryView = { Icon: LucideIcon; title: ReactNode; detail?: ReactNode };

const linkTo = (to: string, text: ReactNode) => (
  <Link
    component={RouterLink}
    to={to}
    color="inherit"
    underline="always"
    sx={(theme) => ({ fontWeight: 500, textDecorationColor: theme.vars.palette.text.disabled, textUnderlineOffset: '3px' })}
  >
    {text}
  </Link>
);

const leadLink = (lead: { id: string; name: string } | null) => lead && linkTo(leadPath(lead.id), lead.name);

const stageBadge = (key: LeadStage | null) => key && <Chip color={key} label={STAGE_LABELS[key]} />;

/** The icon and text of an entry, with a link to the record it is about. */
function timelineEntryView(entry: TimelineItem_EntryFragment): TimelineEntryView {
  switch (entry.__typename) {
    case 'CustomerAddedEntry':
      return { Icon: UserPlus, title: 'Customer added' };
    case 'CustomerChangedEntry':
      return { Icon: Pencil, title: `Changed ${fieldNames(entry.changed)}` };
    case 'LeadAddedEntry': {
      const value = entry.lead?.value;
      return {
        Icon: SquareKanban,
        title: (
          <>
            New lead {leadLink(entry.lead)}
            {value && (
              <>
                {' '}
                worth <MoneyText value={value} />
              </>
            )}
          </>
        ),
      };
    }
    case 'LeadMovedEntry':
      return {
        Icon: ArrowRightLeft,
        title: (
          <>
            Lead {leadLink(entry.lead)} moved from {stageBadge(entry.from)} to {stageBadge(entry.to)}
          </>
        ),
      };
    case 'CallEntry': {
      const { call } = entry;
      if (!call) return { Icon: AudioLines, title: 'Call' };
      return {
        Icon: AudioLines,
        title: (
          <>
            Call {linkTo(callPath(call.id), call.title || 'Untitled Call')}
            {call.duration !== null && ` · ${minutesAndSeconds(call.duration)}`}
          </>
        ),
        detail: call.summary,
      };
    }
    case 'OrderEntry': {
      const { order } = entry;
      if (!order) return { Icon: ShoppingBag, title: 'Order' };
      return {
        Icon: ShoppingBag,
        title: (
          <>
            {linkTo(orderPath(order.id), `Order ${order.orderNumber}`)} for <MoneyText value={order.totalPrice} currency={order.currency} />{' '}
            <OrderStatus status={order.status} />
          </>
        ),
      };
    }
    case 'ReplyWrittenEntry': {
      const { reply } = entry;
      return {
        Icon: Sparkles,
        title: reply?.responseType === 'support' ? 'Support reply generated' : 'Sales reply generated',
        detail: reply && `“${reply.customerRequest}”`,
      };
    }
    case 'ReplyUsedEntry':
      return { Icon: Send, title: 'Reply copied', detail: entry.reply?.response };
    case 'EmailPersonalizedEntry':
      return { Icon: Mail, title: <>Email {linkTo(PATHS.emailTemplates, entry.templateName)} personalized</> };
    case 'FlowStageEntry':
      return {
        Icon: Flag,
        title: (
          <>
            {linkTo(PATHS.interactionFlows, titleCase(entry.flowType))} {entry.started ? 'started at' : 'reached'}{' '}
            <Chip label={titleCase(entry.stage)} />
          </>
        ),
      };
  }
}

const FIELDS = new Map([
  ['name', 'name'],
  ['email', 'email address'],
  ['phone', 'phone number'],
  ['company', 'company'],
  ['shopifyCustomerId', 'Shopify customer ID'],
]);

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

/** A list of field names: "email address and phone number". */
const fieldNames = (fields: readonly string[]): string =>
  listFormat.format(fields.map((field) => FIELDS.get(field) ?? field)) || 'customer details';

/** `first_interaction` as "First Interaction". */
const titleCase = (key: string): string =>
  key
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
