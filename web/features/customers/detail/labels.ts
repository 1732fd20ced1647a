const FIELDS = new Map([
  ['name', 'name'],
  ['email', 'email address'],
  ['phone', 'phone number'],
  ['company', 'company'],
  ['shopifyCustomerId', 'Shopify customer ID'],
]);

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** The fields of a customer as one says them: email address and phone number. */
export const fieldNames = (fields: readonly string[]): string =>
  list.format(fields.map((field) => FIELDS.get(field) ?? field)) || 'the record';

/** A key such as `first_interaction` in words: First Interaction. */
export const keyLabel = (key: string): string =>
  key
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
