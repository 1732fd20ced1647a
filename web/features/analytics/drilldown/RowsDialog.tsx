import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { type LeadStage, STAGE_LABELS } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import { callPath, leadPath, orderPath } from '#web/lib/paths.ts';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import type { AnalyticsParams, DrilldownTarget } from '../analytics-params.ts';
import { RowList, useRowPages } from './RowList.tsx';

type RowsDialogProps = { title: string; target: DrilldownTarget; params: AnalyticsParams; onClose: () => void };

/** The rows target a number. */
export function RowsDialog({ title, target, params, onClose }: RowsDialogProps) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent dividers sx={{ height: 480 }}>
        <Rows target={target} params={params} />
      </DialogContent>
      <DialogActions sx={{ pt: 2 }}>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Rows({ target, params }: Pick<RowsDialogProps, 'target' | 'params'>) {
  switch (target.of) {
    case 'leads':
      return <LeadRows params={params} stage={target.stage} />;
    case 'won':
      return <WonRows params={params} />;
    case 'orders':
      return <OrderRows params={params} currency={target.currency} />;
    case 'calls':
      return <CallRows params={params} type={target.type} sentiment={target.sentiment} />;
    case 'replies':
      return <ReplyRows params={params} used={target.used} />;
  }
}

const LeadRowsDocument = graphql(`
  query AnalyticsLeads($range: AnalyticsRangeInput, $timeZone: String!, $owners: Owners, $stage: LeadStage, $after: String) {
    analytics(range: $range, timeZone: $timeZone, owners: $owners) {
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
function LeadRows({ params, stage }: { params: AnalyticsParams; stage?: LeadStage }) {
  const pages = useRowPages(LeadRowsDocument, { ...params, stage }, ({ analytics }) => analytics.leads.rows.pageInfo);
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
  query AnalyticsWon($range: AnalyticsRangeInput, $timeZone: String!, $owners: Owners, $after: String) {
    analytics(range: $range, timeZone: $timeZone, owners: $owners) {
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
function WonRows({ params }: { params: AnalyticsParams }) {
  const pages = useRowPages(WonRowsDocument, params, ({ analytics }) => analytics.sales.wonRows.pageInfo);
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
  query AnalyticsOrders($range: AnalyticsRangeInput, $timeZone: String!, $owners: Owners, $currency: String, $after: String) {
    analytics(range: $range, timeZone: $timeZone, owners: $owners) {
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
function OrderRows({ params, currency }: { params: AnalyticsParams; currency?: string }) {
  const pages = useRowPages(OrderRowsDocument, { ...params, currency }, ({ analytics }) => analytics.sales.rows.pageInfo);
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
  query AnalyticsCalls($range: AnalyticsRangeInput, $timeZone: String!, $owners: Owners, $type: String, $sentiment: String, $after: String) {
    analytics(range: $range, timeZone: $timeZone, owners: $owners) {
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
function CallRows({ params, type, sentiment }: { params: AnalyticsParams; type?: string; sentiment?: string }) {
  const pages = useRowPages(CallRowsDocument, { ...params, type, sentiment }, ({ analytics }) => analytics.calls.rows.pageInfo);
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
  query AnalyticsReplies($range: AnalyticsRangeInput, $timeZone: String!, $owners: Owners, $used: Boolean, $after: String) {
    analytics(range: $range, timeZone: $timeZone, owners: $owners) {
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

/** Assistant responses, labelled by their requests. */
function ReplyRows({ params, used }: { params: AnalyticsParams; used?: boolean }) {
  const pages = useRowPages(ReplyRowsDocument, { ...params, used }, ({ analytics }) => analytics.assistant.rows.pageInfo);
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
