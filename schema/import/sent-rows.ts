import type { CUSTOMER_KEYS, ImportOutcome, LEAD_KEYS } from '#contract/import.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { Conflict, Invalid } from '#domain/failures.ts';
import type { UpsertRow as StoredRow, UpsertResult } from '#domain/import/upsert-rows.ts';
import { builder } from '../builder.ts';
import { LeadSource, LeadStage } from '../lead.ts';
import { inputFields } from '../query/entity-fields.ts';
import { Import } from './import.ts';

const Outcome = builder.enumType('ImportOutcome', {
  description: 'What became of a row.',
  values: {
    created: { description: 'It was new.' },
    updated: { description: 'It was known and something changed.' },
    unchanged: { description: 'It was known and said nothing new.' },
    skipped: { description: 'It has a problem and was left out.' },
  } satisfies Record<ImportOutcome, { description: string }>,
});

const CustomerKey = builder.enumType('CustomerKey', {
  description: 'What customers are known by.',
  values: {
    shopifyCustomerId: { description: 'Their id in the online store.' },
    email: { description: 'Their email address, in upper or lower case.' },
    phone: { description: 'The last ten digits of their phone number.' },
  } satisfies Record<(typeof CUSTOMER_KEYS)[number], { description: string }>,
});

const LeadKey = builder.enumType('LeadKey', {
  description: 'What leads are known by.',
  values: {
    email: { description: 'Their email address, in upper or lower case.' },
    phone: { description: 'The last ten digits of their phone number.' },
    emailAndName: { description: 'Their email address and their name, in upper or lower case.' },
  } satisfies Record<(typeof LEAD_KEYS)[number], { description: string }>,
});

const CustomerRow = builder.inputType('ImportCustomerRow', {
  description: 'A customer to bring in. What is left out or empty changes nothing.',
  fields: (t) => inputFields(t, ENTITIES.customer, 'import'),
});

const LeadRow = builder.inputType('ImportLeadRow', {
  description: 'A lead to bring in. What is left out or empty changes nothing.',
  fields: (t) => inputFields(t, ENTITIES.lead, 'import', { LeadStage, LeadSource }),
});

const SentRow = builder.objectRef<StoredRow>('SentRow').implement({
  description: 'What became of a row that was sent.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Its place among the rows that were sent, from 1.' }),
    outcome: t.expose('outcome', { type: Outcome, description: 'What became of it.' }),
    id: t.exposeID('id', { nullable: true, description: 'The customer or lead it added or is; null where it was left out.' }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why it was left out; null where it was not.' }),
  }),
});

const SentRows = builder.objectRef<UpsertResult>('SentRows').implement({
  description: 'What became of rows that were sent.',
  fields: (t) => ({
    import: t.field({
      type: Import,
      // The rows are what counts; it is there once.
      complexity: { field: 0, multiplier: 0 },
      description: 'The import they were; `undoImport` takes it back.',
      resolve: (sent) => sent.import,
    }),
    rows: t.field({
      type: [SentRow],
      complexity: { field: 0, multiplier: 1 },
      description: 'Each row, in the order they were sent.',
      resolve: ({ rows }) => [...rows],
    }),
  }),
});

/** A point a row for storing it, and one a row for each field of the answer. */
const perSent = ({ rows }: { readonly rows: readonly unknown[] }) => ({ field: rows.length, multiplier: rows.length });

const HOW =
  'up to 1,000 in one transaction. Who is known is changed, who is not is new; a row with a problem is left out and the others are taken. A point a row, and one a row for each field of the answer.';

builder.mutationFields((t) => ({
  importCustomers: t.withAuth({ signedIn: true }).field({
    type: SentRows,
    errors: { types: [Conflict, Invalid] },
    complexity: perSent,
    description: `Bring customers in, ${HOW}`,
    args: {
      rows: t.arg({ type: [CustomerRow], required: true, description: 'The customers, at most 1,000.' }),
      upsertBy: t.arg({
        type: CustomerKey,
        description:
          'What they are known by; a row without it is left out. When this is left out, as in a file: the shop id, else the email, else the phone where one of the two has no email.',
      }),
    },
    resolve: (_root, { rows, upsertBy }, { services, viewer }) => services.imports.upsertRows(viewer, 'customer', rows, upsertBy ?? null),
  }),
  importLeads: t.withAuth({ signedIn: true }).field({
    type: SentRows,
    errors: { types: [Conflict, Invalid] },
    complexity: perSent,
    description: `Bring leads in, ${HOW}`,
    args: {
      rows: t.arg({ type: [LeadRow], required: true, description: 'The leads, at most 1,000.' }),
      upsertBy: t.arg({
        type: LeadKey,
        description: 'What they are known by; a row without it is left out. When this is left out, as in a file: by email and name.',
      }),
    },
    resolve: (_root, { rows, upsertBy }, { services, viewer }) => services.imports.upsertRows(viewer, 'lead', rows, upsertBy ?? null),
  }),
}));
