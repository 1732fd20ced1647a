import { Box, Button } from '@mui/material';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ImportButton } from '#web/import/ImportButton.tsx';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { CustomerList } from './CustomerList.tsx';
import type { CustomerValues } from './form/customer-values.ts';
import { useCustomerDrawer } from './use-customer-drawer.ts';

export const CustomerDrawer = lazyWithPreload(() => import('./story/CustomerDrawer.tsx').then((m) => m.CustomerDrawer));

const AddCustomer = lazyWithPreload(() => import('./form/AddCustomer.tsx').then((m) => m.AddCustomer));
const EditCustomer = lazyWithPreload(() => import('./form/EditCustomer.tsx').then((m) => m.EditCustomer));

/** The Customer Management screen. */
export function Customers() {
  const { search, words, type } = useSearchParam();
  const { id: opened, open, close } = useCustomerDrawer();
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  // What was typed about a customer and not saved; it is there again when one comes back to it.
  const [unsaved] = useState(() => new Map<string, Partial<CustomerValues>>());
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
          <ImportButton noun="customer" />
          <ExportMenu noun="customer" where={search ? { matches: search } : null} />
          <Button {...preloadOnIntent(AddCustomer)} variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={add}>
            Add Customer
          </Button>
        </>
      }
    >
      <Box sx={{ maxWidth: 480, mb: 3 }}>
        <SearchField label="Search customers" placeholder="Search customers by name, email, or company..." value={words} onChange={type} />
      </Box>
      <CustomerList search={search} onAdd={add} onView={open} onEdit={setEditing} />
      <LazyOverlay onError={close}>
        {opened !== null && <CustomerDrawer key={`view ${opened}`} id={opened} onEdit={() => setEditing(opened)} onClose={close} />}
      </LazyOverlay>
      <LazyOverlay open={adding} onError={stopAdding}>
        <AddCustomer open={adding} onClose={stopAdding} />
      </LazyOverlay>
      <LazyOverlay onError={stopEditing}>
        {editing !== null && <EditCustomer key={`edit ${editing}`} id={editing} unsaved={unsaved} onClose={stopEditing} />}
      </LazyOverlay>
    </PageLayout>
  );
}
