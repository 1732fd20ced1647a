import { useQuery } from '@apollo/client/react';
import { Autocomplete, Box, FormLabel, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { FindRecipientQuery } from '#web/gql/graphql.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';

const FindRecipient = graphql(`
  query FindRecipient($search: String) {
    customers(search: $search, first: 8) {
      nodes {
        id
        name
        email
        phone
        company
      }
    }
  }
`);

/** The customer an email is made out to. */
export type Recipient = FindRecipientQuery['customers']['nodes'][number];

/** Milliseconds without a keystroke after which is searched. A search that is still on its way is given up. */
const REST = 250;

type CustomerSearchProps = { value: Recipient | null; onChange: (customer: Recipient | null) => void; autoFocus: boolean };

/** Finds the customer an email is for. */
export function CustomerSearch({ value, onChange, autoFocus }: CustomerSearchProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDebounced(value?.name === typed ? '' : typed.trim(), REST);
  const { data, previousData, loading, error } = useQuery(FindRecipient, { variables: { search: search || null }, skip: !open });
  const found = (data ?? previousData)?.customers.nodes.slice(0, 8) ?? [];

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
          <FormLabel htmlFor={params.id} sx={{ display: 'block', typography: 'subtitle2', color: 'text.primary', mb: 0.5 }}>
            Customer
          </FormLabel>
          <TextField
            {...params}
            autoFocus={autoFocus}
            placeholder="Search by name, email or company"
            sx={{ '& .MuiOutlinedInput-root': { minHeight: 40 } }}
          />
        </Box>
      )}
    />
  );
}
