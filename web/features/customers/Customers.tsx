import { Box, Button } from '@mui/material';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import type { Owners } from '#contract/owners.ts';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import { ImportButton } from '#web/import/ImportButton.tsx';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { useOwners } from '#web/lib/use-owners.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';
import { Permitted } from '#web/session/session.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { OwnersSwitch } from '#web/ui/fields/OwnersSwitch.tsx';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { CardsSkeleton } from '#web/ui/lists/CardsSkeleton.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { CustomerCard } from './CustomerCard.tsx';

export const CustomerDrawer = lazyWithPreload(() => import('./detail/CustomerDrawer.tsx').then((m) => m.CustomerDrawer));

const AddCustomer = lazyWithPreload(() => import('./form/AddCustomer.tsx').then((m) => m.AddCustomer));
const EditCustomer = lazyWithPreload(() => import('./form/EditCustomer.tsx').then((m) => m.EditCustomer));

/** The Customer Management screen. */
export function Customers() {
  const { search, text, setText } = useSearchParam();
  const { opened, open, close } = useDrawerParam('customer');
  const choice = useOwners('customer');
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  const add = () => setAdding(true);
  const stopAdding = () => setAdding(false);
  const stopEditing = () => setEditing(null);
  usePreloadWhenIdle(AddCustomer, EditCustomer, CustomerDrawer);

  return (
    <PageLayout
      title="Customer Management"
      hint="Manage customer profiles and order history"
      actions={
        <>
          <OwnersSwitch {...choice} />
          <ImportButton entity="customer" />
          <ExportMenu entity="customer" where={search ? { matches: search } : null} owners={choice.owners} />
          <Permitted to="customer.change">
            <Button {...preloadOnIntent(AddCustomer)} variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={add}>
              Add Customer
            </Button>
          </Permitted>
        </>
      }
    >
      <Box sx={{ maxWidth: 480, mb: 3 }}>
        <SearchField
          label="Search customers"
          placeholder="Search customers by name, email, or company..."
          value={text}
          onChange={setText}
        />
      </Box>
      <CustomerList search={search} owners={choice.owners} onAdd={add} onView={open} onEdit={setEditing} />
      <LazyOverlay onError={close}>
        {opened !== null && <CustomerDrawer key={`view ${opened}`} id={opened} onEdit={() => setEditing(opened)} onClose={close} />}
      </LazyOverlay>
      <LazyOverlay onError={stopAdding}>{adding && <AddCustomer onClose={stopAdding} />}</LazyOverlay>
      <LazyOverlay onError={stopEditing}>
        {editing !== null && <EditCustomer key={`edit ${editing}`} id={editing} onClose={stopEditing} />}
      </LazyOverlay>
    </PageLayout>
  );
}

type CustomerListProps = {
  search: string;
  owners: Owners;
  onAdd: () => void;
  onView: (id: string) => void;
  onEdit: (id: string) => void;
};

/** The cards of all customers, or of those that match a search. */
function CustomerList({ search, owners, onAdd, onView, onEdit }: CustomerListProps) {
  const { customers, searching, error, retry, hasMore, more } = useCustomers(search, owners);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!customers) return <CardsSkeleton label="Loading customers" cards={5} height={180} />;
  if (customers.length === 0) return <NoCustomers isSearch={search !== '' || owners !== 'EVERYONE' || searching} onAdd={onAdd} />;
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
      <LoadMore hasMore={hasMore && !searching} onMore={more} />
    </>
  );
}

function NoCustomers({ isSearch, onAdd }: { isSearch: boolean; onAdd: () => void }) {
  const addFirst = (
    <Permitted to="customer.change">
      <Button variant="contained" onClick={onAdd}>
        Add First Customer
      </Button>
    </Permitted>
  );
  return (
    <Panel>
      <EmptyState
        icon={<Users size={18} />}
        title="No customers found"
        hint={isSearch ? 'No customers match your search criteria.' : 'Get started by adding your first customer'}
        action={isSearch ? undefined : addFirst}
      />
    </Panel>
  );
}

const PAGE_SIZE = 30;

const CustomersDocument = graphql(`
  query Customers($first: Int, $after: String, $search: String, $owners: Owners) {
    customers(first: $first, after: $after, search: $search, owners: $owners) {
      eventCursor
      nodes {
        id
        ...CustomerCard_customer
        ...EditCustomer_customer
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const CustomersChanged = graphql(`
  subscription CustomersChanged($after: EventCursor) {
    customersChanged(after: $after) {
      cursor
      kind
      id
      customer {
        id
        ...CustomerCard_customer
        ...EditCustomer_customer
      }
    }
  }
`);

/** The customers that match a search, newest first, updated live. */
function useCustomers(search: string, owners: Owners) {
  const { data, ...list } = useLiveList({
    query: CustomersDocument,
    variables: { first: PAGE_SIZE, search: search || null, owners },
    field: 'customers',
    typename: 'Customer',
    selectConnection: ({ customers }) => customers,
    changes: CustomersChanged,
    changeOf: ({ customersChanged }) => customersChanged,
    filtered: search !== '' || owners !== 'EVERYONE',
  });
  return { customers: data?.customers.nodes, ...list };
}
