import { useQuery } from '@apollo/client/react';
import { Box, Link } from '@mui/material';
import { Info } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { CustomerChanges } from '#contract/customer.ts';
import { graphql } from '#web/gql/gql.ts';
import type { SimilarCustomersQuery } from '#web/gql/graphql.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { useCustomerDrawer } from '../use-customer-drawer.ts';

type CustomerFieldsProps = {
  /** The customer whose form it is; none for a new one. */
  id?: string;
  /** Somebody who has the same address or number was chosen to look at. */
  onLeave: () => void;
};

/** What one may write down of a customer, and whose address or number it is already; the form around it says what happens then. */
export function CustomerFields({ id, onLeave }: CustomerFieldsProps) {
  const { control, register, formState } = useFormContext<CustomerValues>();
  const [email, phone] = useWatch({ control, name: ['email', 'phone'] });
  const field = (name: keyof CustomerValues) => {
    const { ref, ...input } = register(name);
    return { ...input, inputRef: ref, error: formState.errors[name]?.message, autoComplete: 'off' };
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, '& > *': { gridColumn: { sm: '1 / -1' } } }}>
      <Field label="Name" {...field('name')} required autoFocus />
      <Field label="Company" {...field('company')} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <Field label="Email" {...field('email')} type="email" />
        <Field label="Phone" {...field('phone')} type="tel" />
      </Box>
      <SimilarCustomers email={email} phone={phone} exceptId={id} onLeave={onLeave} />
      <Field label="Shopify Customer ID" {...field('shopifyCustomerId')} hint="Only if they already buy in the online store" />
    </Box>
  );
}

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
function SimilarCustomers({ email, phone, exceptId, onLeave }: SimilarCustomersProps) {
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

/** What stands in the fields of a customer's form. */
export type CustomerValues = { name: string; company: string; email: string; phone: string; shopifyCustomerId: string };

export const NO_VALUES: CustomerValues = { name: '', company: '', email: '', phone: '', shopifyCustomerId: '' };

type Known = { [Field in keyof CustomerValues]?: string | null };

/** A customer's record as it stands in the fields. */
export const valuesOf = ({ name, company, email, phone, shopifyCustomerId }: Known): CustomerValues => ({
  name: name ?? '',
  company: company ?? '',
  email: email ?? '',
  phone: phone ?? '',
  shopifyCustomerId: shopifyCustomerId ?? '',
});

/** Of what stands in the fields, that which says something else than before. */
export function dirtyValues(before: CustomerValues, typed: CustomerValues): Partial<CustomerValues> {
  const old = new Map(Object.entries(before));
  return Object.fromEntries(Object.entries(typed).filter(([field, text]) => old.get(field) !== text.trim()));
}

/** The same, as it is sent. */
export const changesOf = (before: CustomerValues, typed: CustomerValues): CustomerChanges =>
  CustomerChanges.parse(dirtyValues(before, typed));
