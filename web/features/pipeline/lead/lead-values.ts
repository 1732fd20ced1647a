import type { LeadSource } from '#contract/lead.ts';

/** What stands in the fields of a lead's form. */
export type LeadValues = {
  name: string;
  company: string;
  email: string;
  phone: string;
  value: string;
  source: LeadSource;
  notes: string;
};

type LeadRecord = { [Field in keyof LeadValues]?: LeadValues[Field] | null | (Field extends 'value' ? number : never) };

/** A lead's record as it stands in the fields. */
export const leadValuesOf = ({ name, company, email, phone, value, source, notes }: LeadRecord): LeadValues => ({
  name: name ?? '',
  company: company ?? '',
  email: email ?? '',
  phone: phone ?? '',
  value: String(value ?? ''),
  source: source ?? 'website',
  notes: notes ?? '',
});
