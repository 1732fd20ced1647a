import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { type LeadStage, STAGE_LABELS } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import { callPath, leadPath, orderPath } from '#web/lib/paths.ts';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import type { AnalyticsParams, DrilldownTarget } from '../analytics-params.ts';
import { RowList, useRowPages } from './RowList.tsx';

type RowsDialogProps = { title: string; behind: DrilldownTarget; asked: AnalyticsParams; onClose: () => void };

/** The rows behind a number. */
export function RowsDialog({ title, behind, asked, onClose }: RowsDialogProps) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent dividers sx={{ height: 480 }}>
        <Rows behind={behind} asked={asked} />
      </DialogContent>
      <DialogActions sx={{ pt: 2 }}>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Rows({ behind, asked }: Pick<RowsDialogProps, 'behind' | 'asked'>) {
  switch (behind.of) {
    case 'leads':
      return <LeadRows asked={asked} stage={behind.stage} />;
    case 'won':
      return <WonRows asked={asked} />;
    case 'orders':
      return <OrderRows asked={asked} currency={behind.currency} />;
    case 'calls':
      return <CallRows asked={asked} type={behind.type} sentiment={behind.sentiment} />;
    case 'replies':
      return <ReplyRows asked={asked} used={behind.used} />;
  }
}

const LeadRowsDocument = graphql(`
  query AnalyticsLeads($range: AnalyticsRangeInput, $timeZone: String!, $stage: LeadStage, $after: String) {
    analytics(range: $range, timeZone: $timeZone) {
      id
      leads {
        rows(stage: $stage, after: $after) {
          nodes {
            id
            name
            company
            stage
            value
            createdAt
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

/** Leads that came in. */
function LeadRows({ asked, stage }: { asked: AnalyticsParams; stage?: LeadStage }) {
  const pages = useRowPages(LeadRowsDocument, { ...asked, stage }, ({ analytics }) => analytics.leads.rows.pageInfo);
  return (
    <RowList
      pages={pages}
      rowsOf={({ analytics }) =>
        analytics.leads.rows.nodes.map(({ id, name, company, stage: now, value, createdAt }) => ({
          id,
          title: name,
          to: leadPath(id),
          detail: [company, STAGE_LABELS[now]].filter(Boolean).join(' · '),
          figure: value && <MoneyText value={value} />,
          at: createdAt,
        }))
      }
    />
  );
}

const WonRowsDocument = graphql(`
  query AnalyticsWon($range: AnalyticsRangeInput, $timeZone: String!, $after: String) {
    analytics(range: $range, timeZone: $timeZone) {
      id
      sales {
        wonRows(after: $after) {
          nodes {
            id
            name
            company
            value
            stageChangedAt
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

/** Leads that were won, with when they were. */
function WonRows({ asked }: { asked: AnalyticsParams }) {
  const pages = useRowPages(WonRowsDocument, asked, ({ analytics }) => analytics.sales.wonRows.pageInfo);
  return (
    <RowList
      pages={pages}
      rowsOf={({ analytics }) =>
        analytics.sales.wonRows.nodes.map(({ id, name, company, value, stageChangedAt }) => ({
          id,
          title: name,
          to: leadPath(id),
          detail: company,
          figure: value && <MoneyText value={value} />,
          at: stageChangedAt,
        }))
      }
    />
  );
}

const OrderRowsDocument = graphql(`
  query AnalyticsOrders($range: AnalyticsRangeInput, $timeZone: String!, $currency: String, $after: String) {
    analytics(range: $range, timeZone: $timeZone) {
      id
      sales {
        rows(currency: $currency, after: $after) {
          nodes {
            id
            orderNumber
            status
            totalPrice
            currency
            createdAt
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

/** Orders that count. */
function OrderRows({ asked, currency }: { asked: AnalyticsParams; currency?: string }) {
  const pages = useRowPages(OrderRowsDocument, { ...asked, currency }, ({ analytics }) => analytics.sales.rows.pageInfo);
  return (
    <RowList
      pages={pages}
      rowsOf={({ analytics }) =>
        analytics.sales.rows.nodes.map((order) => ({
          id: order.id,
          title: `Order ${order.orderNumber}`,
          to: orderPath(order.id),
          detail: order.status,
          figure: <MoneyText value={order.totalPrice} currency={order.currency} />,
          at: order.createdAt,
        }))
      }
    />
  );
}

const CallRowsDocument = graphql(`
  query AnalyticsCalls($range: AnalyticsRangeInput, $timeZone: String!, $type: String, $sentiment: String, $after: String) {
    analytics(range: $range, timeZone: $timeZone) {
      id
      calls {
        rows(type: $type, sentiment: $sentiment, after: $after) {
          nodes {
            id
            title
            type
            sentiment
            createdAt
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

/** Recorded calls. */
function CallRows({ asked, type, sentiment }: { asked: AnalyticsParams; type?: string; sentiment?: string }) {
  const pages = useRowPages(CallRowsDocument, { ...asked, type, sentiment }, ({ analytics }) => analytics.calls.rows.pageInfo);
  return (
    <RowList
      pages={pages}
      rowsOf={({ analytics }) =>
        analytics.calls.rows.nodes.map((call) => ({
          id: call.id,
          title: call.title || `Call ${call.id.slice(-6)}`,
          to: callPath(call.id),
          detail: [call.type, call.sentiment].filter(Boolean).join(' · '),
          at: call.createdAt,
        }))
      }
    />
  );
}

const ReplyRowsDocument = graphql(`
  query AnalyticsReplies($range: AnalyticsRangeInput, $timeZone: String!, $used: Boolean, $after: String) {
    analytics(range: $range, timeZone: $timeZone) {
      id
      assistant {
        rows(used: $used, after: $after) {
          nodes {
            id
            customerRequest
            responseType
            used
            createdAt
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

/** What the assistant answered, by what it was asked. */
function ReplyRows({ asked, used }: { asked: AnalyticsParams; used?: boolean }) {
  const pages = useRowPages(ReplyRowsDocument, { ...asked, used }, ({ analytics }) => analytics.assistant.rows.pageInfo);
  return (
    <RowList
      pages={pages}
      rowsOf={({ analytics }) =>
        analytics.assistant.rows.nodes.map((reply) => ({
          id: reply.id,
          title: reply.customerRequest,
          detail: `${reply.responseType === 'sales' ? 'Sales Response' : 'Tech Support'} · ${reply.used ? 'Used' : 'Not used'}`,
          at: reply.createdAt,
        }))
      }
    />
  );
}
