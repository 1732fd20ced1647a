import { useQuery } from '@apollo/client/react';
import { Box, Link } from '@mui/material';
import { Info } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { CustomerChanges } from '#contract/customer.ts';
import { graphql } from '#web/gql/gql.ts';
import type { SimilarCustomersQuery } from '#web/gql/graphql.ts';
import { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { useDebounced } from '#web/lib/use-throttled.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { OwnerField } from '#web/ui/fields/OwnerPicker.tsx';

type CustomerFieldsProps = {
  /** The customer being edited; none for a new one. */
  id?: string;
  /** The link to a similar customer was followed. */
  onLeave: () => void;
};

/** The fields of a customer, with a warning about customers who share the email address or phone number. */
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
      <OwnerField />
      <Field label="Shopify Customer ID" {...field('shopifyCustomerId')} hint="Only if they already shop in your online store" />
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

const DEBOUNCE_MS = 250;

function duplicateWarning({ sameEmail, samePhone }: Similar): string {
  if (sameEmail && samePhone) return 'This email address and phone number already belong to ';
  return sameEmail ? 'This email address already belongs to ' : 'This phone number already belongs to ';
}

type SimilarCustomersProps = { email: string; phone: string; exceptId?: string; onLeave: () => void };

/** Warns about customers with the same email address or phone number. Saving stays possible: two people may share a desk. */
function SimilarCustomers({ email, phone, exceptId, onLeave }: SimilarCustomersProps) {
  const { linkTo } = useDrawerParam('customer');
  const lookup = { email: useDebounced(email.trim(), DEBOUNCE_MS), phone: useDebounced(phone.trim(), DEBOUNCE_MS) };
  const isEmpty = lookup.email === '' && lookup.phone === '';
  const { data } = useQuery(SimilarCustomersDocument, {
    variables: { ...lookup, exceptId },
    skip: isEmpty,
    fetchPolicy: 'network-only',
    // The warning is optional; if the lookup fails, none is shown.
    errorPolicy: 'ignore',
  });
  const similarCustomers = isEmpty ? [] : (data?.similarCustomers ?? []);
  return (
    <Box role="status" sx={{ display: similarCustomers.length > 0 ? 'grid' : 'none', gap: 0.5 }}>
      {similarCustomers.map((similar) => (
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
            {duplicateWarning(similar)}
            <Link
              component={RouterLink}
              {...linkTo(similar.customer.id)}
              onClick={onLeave}
              color="inherit"
              underline="always"
              sx={{ fontWeight: 600 }}
            >
              {similar.customer.name}
            </Link>
            .
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** The form values of a customer; without an owner it is nobody’s. */
export type CustomerValues = { name: string; company: string; email: string; phone: string; shopifyCustomerId: string; ownerId: string };

export const EMPTY_VALUES: CustomerValues = { name: '', company: '', email: '', phone: '', shopifyCustomerId: '', ownerId: '' };

type CustomerRecord = { [Field in keyof CustomerValues]?: string | null } & { owner?: { id?: string } | null };

/** A customer as form values. */
export const toValues = ({ name, company, email, phone, shopifyCustomerId, ownerId, owner }: CustomerRecord): CustomerValues => ({
  name: name ?? '',
  company: company ?? '',
  email: email ?? '',
  phone: phone ?? '',
  shopifyCustomerId: shopifyCustomerId ?? '',
  ownerId: ownerId ?? owner?.id ?? '',
});

/** The values that differ from the saved ones. */
function dirtyValues(before: CustomerValues, typed: CustomerValues): Partial<CustomerValues> {
  const saved = new Map(Object.entries(before));
  return Object.fromEntries(Object.entries(typed).filter(([field, text]) => saved.get(field) !== text.trim()));
}

/** The changed values as the mutation's input. */
export const toChanges = (before: CustomerValues, typed: CustomerValues): CustomerChanges =>
  CustomerChanges.parse(dirtyValues(before, typed));
