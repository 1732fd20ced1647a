import { useQuery } from '@apollo/client/react';
import { Autocomplete, Box, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { FindAddresseeQuery } from '#web/gql/graphql.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { FieldLabel } from '#web/ui/FieldLabel.tsx';

const FindAddressee = graphql(`
  query FindAddressee($search: String) {
    customers(search: $search, first: 8) {
      nodes {
        id
        name
        email
        company
      }
    }
  }
`);

/** The customer a reply is for. */
export type Addressee = FindAddresseeQuery['customers']['nodes'][number];

const SUGGESTIONS = 8;

type CustomerPickerProps = { value: Addressee | null; onChange: (customer: Addressee | null) => void };

/** Finds the customer to answer; the reply greets them and is kept with them. */
export function CustomerPicker({ value, onChange }: CustomerPickerProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDebounced(value?.name === typed ? '' : typed.trim(), 250);
  const { data, previousData, loading, error } = useQuery(FindAddressee, { variables: { search: search || null }, skip: !open });
  const found = (data ?? previousData)?.customers.nodes.slice(0, SUGGESTIONS) ?? [];

  return (
    <Autocomplete
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      value={value}
      onChange={(_event, customer) => onChange(customer)}
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      options={found}
      loading={loading}
      filterOptions={(customers) => customers}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      noOptionsText={error ? 'Customers could not be loaded' : 'No customers found'}
      loadingText="Searching..."
      renderOption={({ key, ...props }, { name, company, email }) => (
        <Box component="li" key={key} {...props}>
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap>{name}</Typography>
            <Typography variant="caption" noWrap component="p" sx={{ color: 'text.secondary' }}>
              {[company, email].filter(Boolean).join(' · ')}
            </Typography>
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <Box>
          <FieldLabel htmlFor={params.id}>Customer (optional)</FieldLabel>
          <TextField {...params} placeholder="Find a customer" sx={{ '& .MuiOutlinedInput-root': { minHeight: 40 } }} />
        </Box>
      )}
    />
  );
}
