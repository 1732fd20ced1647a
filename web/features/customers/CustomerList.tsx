import { Box, Button } from '@mui/material';
import { Users } from 'lucide-react';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { CustomerCard, CustomerCardSkeleton } from './CustomerCard.tsx';
import { useCustomers } from './use-customers.ts';

/** How many cards stand for those on their way (specification, section 9). */
const SKELETONS = ['1', '2', '3', '4', '5'];

type CustomerListProps = {
  search: string;
  onAdd: () => void;
  onView: (id: string) => void;
  onEdit: (id: string) => void;
};

/** The cards of all customers, or of those a search finds. */
export function CustomerList({ search, onAdd, onView, onEdit }: CustomerListProps) {
  const { customers, searching, error, retry, hasMore, loadingMore, more } = useCustomers(search);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!customers) return <Loading />;
  if (customers.length === 0) return <Nobody searched={search !== '' || searching} onAdd={onAdd} />;
  return (
    <>
      <CardGrid label="Customers" fading={searching}>
        {customers.map((customer) => (
          <CustomerCard
            key={customer.id}
            customer={customer}
            search={search}
            onView={() => onView(customer.id)}
            onEdit={() => onEdit(customer.id)}
          />
        ))}
      </CardGrid>
      <LoadMore hasMore={hasMore && !searching} loading={loadingMore} onMore={more} />
    </>
  );
}

function Loading() {
  return (
    <Box role="status" aria-label="Loading customers">
      <CardGrid label="Customers">
        {SKELETONS.map((key) => (
          <CustomerCardSkeleton key={key} />
        ))}
      </CardGrid>
    </Box>
  );
}

function Nobody({ searched, onAdd }: { searched: boolean; onAdd: () => void }) {
  const first = (
    <Button variant="contained" onClick={onAdd}>
      Add First Customer
    </Button>
  );
  return (
    <Panel>
      <EmptyState
        icon={<Users size={18} />}
        title="No customers found"
        hint={searched ? 'No customers match your search criteria.' : 'Get started by adding your first customer'}
        action={searched ? undefined : first}
      />
    </Panel>
  );
}
