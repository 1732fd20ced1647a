import { Box, Button } from '@mui/material';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ImportButton } from '#web/import/ImportButton.tsx';
import { ahead } from '#web/lib/ahead.ts';
import { later } from '#web/lib/later.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { usePart } from '#web/ui/on-demand/use-part.ts';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { CustomerList } from './CustomerList.tsx';
import type { CustomerValues } from './form/customer-values.ts';
import { customerDrawer } from './story/customer-drawer.ts';
import { useCustomerDrawer } from './use-customer-drawer.ts';

const addCustomer = later(() => import('./form/AddCustomer.tsx').then((m) => m.AddCustomer));
const editCustomer = later(() => import('./form/EditCustomer.tsx').then((m) => m.EditCustomer));

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
  const AddCustomer = usePart(addCustomer, adding, stopAdding);
  const EditCustomer = usePart(editCustomer, editing !== null, stopEditing);
  const CustomerDrawer = usePart(customerDrawer, opened !== null, close);

  return (
    <PageLayout
      title="Customer Management"
      hint="Manage customer profiles and order history"
      actions={
        <>
          <ImportButton noun="customer" />
          <ExportMenu noun="customer" where={search ? { matches: search } : null} />
          <Button {...ahead(addCustomer)} variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={add}>
            Add Customer
          </Button>
        </>
      }
    >
      <Box sx={{ maxWidth: 480, mb: 3 }}>
        <SearchField label="Search customers" placeholder="Search customers by name, email, or company..." value={words} onChange={type} />
      </Box>
      <CustomerList search={search} onAdd={add} onView={open} onEdit={setEditing} />
      {opened !== null && CustomerDrawer && (
        <CustomerDrawer key={`view ${opened}`} id={opened} onEdit={() => setEditing(opened)} onClose={close} />
      )}
      {AddCustomer && <AddCustomer open={adding} onClose={stopAdding} />}
      {editing !== null && EditCustomer && <EditCustomer key={`edit ${editing}`} id={editing} unsaved={unsaved} onClose={stopEditing} />}
    </PageLayout>
  );
}
