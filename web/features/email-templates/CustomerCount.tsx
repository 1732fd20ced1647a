import { useQuery } from '@apollo/client/react';
import { Button } from '@mui/material';
import { Users } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { soon } from '#web/lib/soon.ts';

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

/** At most this often, in milliseconds, customers are counted again. */
const AGAIN = 1_000;

/** The number of customers; opens the personalize dialog. */
export function CustomerCount({ onClick }: { onClick: () => void }) {
  const { data, error, refetch } = useQuery(CustomerCountDocument, { fetchPolicy: 'cache-and-network' });
  const count = useMemo(() => soon(AGAIN, () => refetch().catch(() => undefined)), [refetch]);
  useEffect(() => count.drop, [count]);
  useResumableSubscription(CustomerCountChanged, {
    cursorOf: ({ customersChanged }) => customersChanged.cursor,
    from: data?.customers.eventCursor ?? null,
    onChange: ({ customersChanged }) => {
      if (customersChanged.kind !== 'updated') count.ask();
    },
    onResync: count.ask,
  });
  const known = data?.customers.totalCount;
  return (
    <Button variant="outlined" startIcon={<Users size={16} aria-hidden />} onClick={onClick} className="tabular">
      {[known?.toLocaleString() ?? (error ? null : '…'), known === 1 ? 'Customer' : 'Customers', 'for Personalization']
        .filter(Boolean)
        .join(' ')}
    </Button>
  );
}
