import { skipToken, useQuery } from '@apollo/client/react';
import { Autocomplete, Box, TextField } from '@mui/material';
import { useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { FieldLabel } from '#web/ui/fields/FieldLabel.tsx';

const FindFlowCustomers = graphql(`
  query FindFlowCustomers($search: String) {
    customers(search: $search, first: 50) {
      nodes {
        id
        name
        email
      }
    }
  }
`);

const DEBOUNCE_MS = 250;

const nameAndEmail = ({ name, email }: { name: string; email: string | null }) => (email ? `${name} - ${email}` : name);

/** Selects the customer whose flow is shown, with a server-side search. */
export function CustomerSelect({ id, onChange }: { id: string | null; onChange: (id: string | null) => void }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { customer: chosen, exists, failed } = useFlowCustomer(id);
  const label = chosen ? nameAndEmail(chosen) : '';
  const search = useDebounced(typed === label ? '' : typed.trim(), DEBOUNCE_MS);
  const { data, previousData, loading, error } = useQuery(
    FindFlowCustomers,
    open ? { variables: { search: search || null }, fetchPolicy: 'cache-and-network' } : skipToken,
  );
  const found = (data ?? previousData)?.customers.nodes ?? [];

  return (
    <Autocomplete
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      value={chosen}
      onChange={(_event, customer) => onChange(customer?.id ?? null)}
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      options={[...found]}
      loading={loading}
      filterOptions={(customers) => customers}
      getOptionKey={(customer) => customer.id}
      getOptionLabel={nameAndEmail}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      noOptionsText={error ? 'Couldn’t load customers' : search ? 'No customers found' : 'No customers yet. Add one on the Customers page.'}
      loadingText="Searching..."
      renderInput={(params) => (
        <Box>
          <FieldLabel htmlFor={params.id}>Customer</FieldLabel>
          <TextField {...params} placeholder={id && exists === null && !failed ? 'Loading...' : 'Choose a customer'} />
        </Box>
      )}
    />
  );
}

const FlowCustomer = graphql(`
  query FlowCustomer($id: ID!) {
    customer(id: $id) {
      id
      name
      email
    }
  }
`);

/** The selected customer; `exists` is null until the server has answered. */
export function useFlowCustomer(id: string | null) {
  const { data, error } = useQuery(FlowCustomer, id ? { variables: { id } } : skipToken);
  const customer = data?.customer ?? null;
  return { customer, exists: data ? customer !== null : null, failed: error !== undefined };
}
