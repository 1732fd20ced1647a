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

/** Milliseconds a search rests before it is asked. */
const REST = 250;

const nameAndEmail = ({ name, email }: { name: string; email: string | null }) => (email ? `${name} - ${email}` : name);

/** Chooses the customer whose flow is shown; what is typed is searched for among all of them. */
export function CustomerChoice({ id, onChoose }: { id: string | null; onChoose: (id: string | null) => void }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { customer: chosen, isThere, failed } = useChosenCustomer(id);
  const label = chosen ? nameAndEmail(chosen) : '';
  const search = useDebounced(typed === label ? '' : typed.trim(), REST);
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
      onChange={(_event, customer) => onChoose(customer?.id ?? null)}
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      options={[...found]}
      loading={loading}
      filterOptions={(customers) => customers}
      getOptionKey={(customer) => customer.id}
      getOptionLabel={nameAndEmail}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      noOptionsText={
        error ? 'The customers could not be loaded' : search ? 'No customers found' : 'There are no customers yet. Add them on Customers.'
      }
      loadingText="Searching..."
      renderInput={(params) => (
        <Box>
          <FieldLabel htmlFor={params.id}>Customer</FieldLabel>
          <TextField {...params} placeholder={id && isThere === null && !failed ? 'Loading...' : 'Choose a customer'} />
        </Box>
      )}
    />
  );
}

const ChosenCustomer = graphql(`
  query ChosenCustomer($id: ID!) {
    customer(id: $id) {
      id
      name
      email
    }
  }
`);

/** The customer whose flow is looked at, and whether there is one of this id; null while that is not known. */
export function useChosenCustomer(id: string | null) {
  const { data, error } = useQuery(ChosenCustomer, id ? { variables: { id } } : skipToken);
  const customer = data?.customer ?? null;
  return { customer, isThere: data ? customer !== null : null, failed: error !== undefined };
}
