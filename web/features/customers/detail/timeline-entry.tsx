import { Link } from '@mui/material';
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
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { type LeadStage, STAGE_LABELS } from '#contract/lead.ts';
import type { TimelineItem_EntryFragment } from '#web/gql/graphql.ts';
import { minutesAndSeconds } from '#web/lib/format/duration.ts';
import { callPath, leadPath, orderPath, PATHS } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { OrderStatus } from '#web/ui/values/OrderStatus.tsx';
import { fieldNames, keyLabel } from './labels.ts';

/** How an entry of the time line is shown. */
export type TimelineEntryView = { Icon: LucideIcon; title: ReactNode; detail?: ReactNode };

const go = (to: string, text: ReactNode) => (
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

const leadLink = (lead: { id: string; name: string } | null) => lead && go(leadPath(lead.id), lead.name);

const stage = (key: LeadStage | null) => key && <Badge stage={key}>{STAGE_LABELS[key]}</Badge>;

/** What happened, in plain words, with a way to the thing itself. */
export function timelineEntryView(entry: TimelineItem_EntryFragment): TimelineEntryView {
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
            Lead {leadLink(entry.lead)} moved from {stage(entry.from)} to {stage(entry.to)}
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
            Call {go(callPath(call.id), call.title || 'Untitled Call')}
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
            {go(orderPath(order.id), `Order ${order.orderNumber}`)} for <MoneyText value={order.totalPrice} currency={order.currency} />{' '}
            <OrderStatus status={order.status} />
          </>
        ),
      };
    }
    case 'ReplyWrittenEntry': {
      const { reply } = entry;
      return {
        Icon: Sparkles,
        title: reply?.responseType === 'support' ? 'Support reply written' : 'Sales reply written',
        detail: reply && `“${reply.customerRequest}”`,
      };
    }
    case 'ReplyUsedEntry':
      return { Icon: Send, title: 'Reply copied to be sent', detail: entry.reply?.response };
    case 'EmailPersonalizedEntry':
      return { Icon: Mail, title: <>Email {go(PATHS.emailTemplates, entry.templateName)} personalized</> };
    case 'FlowStageEntry':
      return {
        Icon: Flag,
        title: (
          <>
            {go(PATHS.interactionFlows, keyLabel(entry.flowType))} {entry.started ? 'started with' : 'reached'}{' '}
            <Badge>{keyLabel(entry.stage)}</Badge>
          </>
        ),
      };
  }
}
