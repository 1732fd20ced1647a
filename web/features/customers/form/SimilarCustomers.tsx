import { useQuery } from '@apollo/client/react';
import { Box, Link } from '@mui/material';
import { Info } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import type { SimilarCustomersQuery } from '#web/gql/graphql.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { useCustomerDrawer } from '../use-customer-drawer.ts';

const SimilarCustomersDocument = graphql(`
  query SimilarCustomers($email: String, $phone: String, $exceptId: ID) {
    similarCustomers(email: $email, phone: $phone, exceptId: $exceptId) {
      sameEmail
      samePhone
      customer {
        id
        name
      }
    }
  }
`);

type Similar = SimilarCustomersQuery['similarCustomers'][number];

/** How long typing has to rest before it is looked up, in milliseconds. */
const REST = 250;

function shared({ sameEmail, samePhone }: Similar): string {
  if (sameEmail && samePhone) return 'This email address and phone number are already ';
  return sameEmail ? 'This email address is already ' : 'This phone number is already ';
}

type SimilarCustomersProps = { email: string; phone: string; exceptId?: string; onLeave: () => void };

/** Points out whose email address or phone number it is already. Saving stays possible: two people may share a desk. */
export function SimilarCustomers({ email, phone, exceptId, onLeave }: SimilarCustomersProps) {
  const { wayTo } = useCustomerDrawer();
  const asked = { email: useDebounced(email.trim(), REST), phone: useDebounced(phone.trim(), REST) };
  const nothing = asked.email === '' && asked.phone === '';
  const { data } = useQuery(SimilarCustomersDocument, {
    variables: { ...asked, exceptId },
    skip: nothing,
    fetchPolicy: 'network-only',
    // What is typed is found out about quietly; where that fails, nothing is known.
    errorPolicy: 'ignore',
  });
  const known = nothing ? [] : (data?.similarCustomers ?? []);
  return (
    <Box role="status" sx={{ display: known.length > 0 ? 'grid' : 'none', gap: 0.5 }}>
      {known.map((similar) => (
        <Box
          key={similar.customer.id}
          sx={(theme) => ({
            display: 'flex',
            gap: 1,
            px: 1.5,
            py: 1,
            borderRadius: 1,
            fontSize: 13,
            lineHeight: '20px',
            color: theme.vars.palette.tone.warning.ink,
            bgcolor: theme.vars.palette.tone.warning.surface,
          })}
        >
          <Info size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {shared(similar)}
            <Link
              component={RouterLink}
              {...wayTo(similar.customer.id)}
              onClick={onLeave}
              color="inherit"
              underline="always"
              sx={{ fontWeight: 600 }}
            >
              {similar.customer.name}
            </Link>
            ’s.
          </Box>
        </Box>
      ))}
    </Box>
  );
}
