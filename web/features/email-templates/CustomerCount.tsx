import { Button } from '@mui/material';
import { Users } from 'lucide-react';
import { useLiveQuery } from '#web/apollo/use-live-query.ts';
import { graphql } from '#web/gql/gql.ts';
import { formatCount } from '#web/lib/format/formats.ts';

const CustomerCountDocument = graphql(`
  query CustomerCount {
    customers(first: 0) {
      totalCount
      eventCursor
    }
  }
`);

const CustomerCountChanged = graphql(`
  subscription CustomerCountChanged($after: EventCursor) {
    customersChanged(after: $after) {
      cursor
      kind
    }
  }
`);

/** An import adds many at a time. */
const REFETCH_INTERVAL_MS = 1_000;

/** The number of customers; opens the personalize dialog. */
export function CustomerCount({ onClick }: { onClick: () => void }) {
  const { data, error } = useLiveQuery({
    query: CustomerCountDocument,
    eventCursorOf: ({ customers }) => customers.eventCursor,
    changes: CustomerCountChanged,
    cursorOf: ({ customersChanged }) => customersChanged.cursor,
    isRelevant: ({ customersChanged }) => customersChanged.kind !== 'updated',
    interval: REFETCH_INTERVAL_MS,
  });
  const known = data?.customers.totalCount;
  return (
    <Button variant="outlined" startIcon={<Users size={16} aria-hidden />} onClick={onClick} className="tabular">
      {[
        (known === undefined ? null : formatCount(known)) ?? (error ? null : '…'),
        known === 1 ? 'Customer' : 'Customers',
        'for Personalization',
      ]
        .filter(Boolean)
        .join(' ')}
    </Button>
  );
}
