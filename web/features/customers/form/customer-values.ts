import { CustomerChanges } from '#contract/customer.ts';

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
