import type { CUSTOMER_KEYS, ImportOutcome, LEAD_KEYS } from '#contract/import.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { Conflict, Invalid } from '#domain/failures.ts';
import type { UpsertRow as StoredRow, UpsertResult } from '#domain/import/upsert-rows.ts';
import { builder } from '../builder.ts';
import { LeadSource, LeadStage } from '../lead.ts';
import { inputFields } from '../query/entity-fields.ts';
import { Import } from './import.ts';

const Outcome = builder.enumType('ImportOutcome', {
  description: 'The outcome of a row.',
  values: {
    created: { description: 'A record was created.' },
    updated: { description: 'An existing record was changed.' },
    unchanged: { description: 'An existing record matched and nothing changed.' },
    skipped: { description: 'The row has a problem and was not imported.' },
  } satisfies Record<ImportOutcome, { description: string }>,
});

const CustomerKey = builder.enumType('CustomerKey', {
  description: 'The match key of customers.',
  values: {
    shopifyCustomerId: { description: 'Id in the online store.' },
    email: { description: 'Email address, ignoring case.' },
    phone: { description: 'The last ten digits of the phone number.' },
  } satisfies Record<(typeof CUSTOMER_KEYS)[number], { description: string }>,
});

const LeadKey = builder.enumType('LeadKey', {
  description: 'The match key of leads.',
  values: {
    email: { description: 'Email address, ignoring case.' },
    phone: { description: 'The last ten digits of the phone number.' },
    emailAndName: { description: 'Email address and name, ignoring case.' },
  } satisfies Record<(typeof LEAD_KEYS)[number], { description: string }>,
});

const CustomerRow = builder.inputType('ImportCustomerRow', {
  description: 'A customer to import. Missing and empty fields change nothing.',
  fields: (t) => inputFields(t, ENTITIES.customer, 'import'),
});

const LeadRow = builder.inputType('ImportLeadRow', {
  description: 'A lead to import. Missing and empty fields change nothing.',
  fields: (t) => inputFields(t, ENTITIES.lead, 'import', { LeadStage, LeadSource }),
});

const SentRow = builder.objectRef<StoredRow>('SentRow').implement({
  description: 'The outcome of a row that was sent.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Position of the row in the request, from 1.' }),
    outcome: t.expose('outcome', { type: Outcome, description: 'The outcome.' }),
    id: t.exposeID('id', { nullable: true, description: 'Id of the created or matching record; null for a skipped row.' }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why the row was skipped; null otherwise.' }),
  }),
});

const SentRows = builder.objectRef<UpsertResult>('SentRows').implement({
  description: 'The outcomes of rows that were sent.',
  fields: (t) => ({
    import: t.field({
      type: Import,
      // The rows are charged; this is one object.
      complexity: { field: 0, multiplier: 0 },
      description: 'The import that holds these rows; `undoImport` reverts it.',
      resolve: (sent) => sent.import,
    }),
    rows: t.field({
      type: [SentRow],
      complexity: { field: 0, multiplier: 1 },
      description: 'The outcome of each row, in the order they were sent.',
      resolve: ({ rows }) => [...rows],
    }),
  }),
});

/** One point per row, and one per row for each field of the response. */
const perSent = ({ rows }: { readonly rows: readonly unknown[] }) => ({ field: rows.length, multiplier: rows.length });

const HOW =
  'up to 1,000 rows in one transaction. Matching records are updated, others are created; rows with a problem are skipped. Costs one point per row, and one per row for each field of the response.';

builder.mutationFields((t) => ({
  importCustomers: t.withAuth({ signedIn: true }).field({
    type: SentRows,
    errors: { types: [Conflict, Invalid] },
    complexity: perSent,
    description: `Create or update customers, ${HOW}`,
    args: {
      rows: t.arg({ type: [CustomerRow], required: true, description: 'The customers, at most 1,000.' }),
      upsertBy: t.arg({
        type: CustomerKey,
        description:
          'The match key; rows without it are skipped. Default: the shop id, else the email, else the phone where one of the two records has no email.',
      }),
    },
    resolve: (_root, { rows, upsertBy }, { services, viewer }) => services.imports.upsertRows(viewer, 'customer', rows, upsertBy ?? null),
  }),
  importLeads: t.withAuth({ signedIn: true }).field({
    type: SentRows,
    errors: { types: [Conflict, Invalid] },
    complexity: perSent,
    description: `Create or update leads, ${HOW}`,
    args: {
      rows: t.arg({ type: [LeadRow], required: true, description: 'The leads, at most 1,000.' }),
      upsertBy: t.arg({
        type: LeadKey,
        description: 'The match key; rows without it are skipped. Default: email and name.',
      }),
    },
    resolve: (_root, { rows, upsertBy }, { services, viewer }) => services.imports.upsertRows(viewer, 'lead', rows, upsertBy ?? null),
  }),
}));
