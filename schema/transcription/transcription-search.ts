import type { LinkSuggestion, LinkReason as Reason } from '#domain/transcription/link-suggestions.ts';
import type { Match, MatchField, MatchPart } from '#domain/transcription/queries.ts';
import { NOBODY } from '#domain/viewer.ts';
import type { Customer as CustomerRow, Lead as LeadRow } from '#prisma/generated/client.ts';
import { builder } from '../builder.ts';
import { Customer } from '../customer.ts';
import { Lead } from '../lead.ts';
import { Transcription } from './transcription.ts';

const MatchedField = builder.enumType('TranscriptionField', {
  description: 'A searched field of a transcription.',
  values: {
    title: { description: 'Found in the title.' },
    summary: { description: 'Found in the summary.' },
    tags: { description: 'Found in a tag.' },
    content: { description: 'Found in the transcript.' },
  } satisfies Record<MatchField, { description: string }>,
});

const Part = builder.objectRef<MatchPart>('TranscriptionMatchPart').implement({
  description: 'Part of a text and whether it matches the search.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'Plain text.' }),
    hit: t.exposeBoolean('hit', { description: 'Whether it matches the search.' }),
  }),
});

const TranscriptionMatch = builder.objectRef<Match>('TranscriptionMatch').implement({
  description: 'A match: a field, one of the tags, or an excerpt of the transcript.',
  fields: (t) => ({
    field: t.expose('field', { type: MatchedField, description: 'The field that matched.' }),
    parts: t.field({ type: [Part], description: 'Its text, split where matches begin and end.', resolve: ({ parts }) => [...parts] }),
  }),
});

builder.objectField(Transcription, 'matches', (t) =>
  t.field({
    type: [TranscriptionMatch],
    description: 'Where a search matches this call; empty when it does not.',
    args: { search: t.arg.string({ description: 'The search. Omitted: no matches.' }) },
    complexity: { field: 3, multiplier: 2 },
    resolve: async ({ id }, { search }, { loaders }) => [...(await loaders.matches(search, id))],
  }),
);

const LinkReason = builder.enumType('LinkReason', {
  description: 'Why a call may belong to a customer or lead.',
  values: {
    phone: { description: 'The caller’s phone number matches.' },
    name: { description: 'Their name is mentioned in the call.' },
  } satisfies Record<Reason, { description: string }>,
});

interface Suggested<Owner> extends LinkSuggestion {
  readonly owner: Owner;
}

const CustomerSuggestion = builder.objectRef<Suggested<CustomerRow>>('CustomerSuggestion').implement({
  description: 'A customer that a call without one may belong to.',
  fields: (t) => ({
    customer: t.expose('owner', { type: Customer, description: 'The customer.' }),
    reason: t.expose('reason', { type: LinkReason, description: 'Whether the phone number or a name matched.' }),
    said: t.exposeString('said', { description: 'The number or name that matched.' }),
  }),
});

const LeadSuggestion = builder.objectRef<Suggested<LeadRow>>('LeadSuggestion').implement({
  description: 'A lead that a call without one may be about.',
  fields: (t) => ({
    lead: t.expose('owner', { type: Lead, description: 'The lead.' }),
    reason: t.expose('reason', { type: LinkReason, description: 'Whether the phone number or a name matched.' }),
    said: t.exposeString('said', { description: 'The number or name that matched.' }),
  }),
});

const SEARCHED = { field: 10, multiplier: 3 };

builder.objectFields(Transcription, (t) => ({
  suggestedCustomers: t.field({
    type: [CustomerSuggestion],
    description: 'Customers that a call without one may belong to, at most 3. Costs 10 points per call.',
    complexity: SEARCHED,
    resolve: async (call, _args, { services, loaders, viewer }) =>
      owned(await services.transcriptions.suggestions(viewer ?? NOBODY, 'customers', call), loaders.customer),
  }),
  suggestedLeads: t.field({
    type: [LeadSuggestion],
    description: 'Leads that a call without one may be about, at most 3. Costs 10 points per call.',
    complexity: SEARCHED,
    resolve: async (call, _args, { services, loaders, viewer }) =>
      owned(await services.transcriptions.suggestions(viewer ?? NOBODY, 'leads', call), loaders.lead),
  }),
}));

/** The suggestions with their customer or lead; one that was deleted meanwhile is left out. */
async function owned<Owner>(
  suggestions: readonly LinkSuggestion[],
  read: (id: string) => Promise<Owner | null>,
): Promise<Array<Suggested<Owner>>> {
  const owners = await Promise.all(suggestions.map(({ id }) => read(id)));
  return suggestions.flatMap((suggestion, at) => {
    const owner = owners[at];
    return owner ? [{ ...suggestion, owner }] : [];
  });
}
