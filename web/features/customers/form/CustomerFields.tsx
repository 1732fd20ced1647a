import { Box } from '@mui/material';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '#web/ui/fields/Field.tsx';
import type { CustomerValues } from './customer-values.ts';
import { SimilarCustomers } from './SimilarCustomers.tsx';

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
