import type { LinkSuggestion, LinkReason as Reason } from '#domain/transcription/link-suggestions.ts';
import type { Match, MatchField, MatchPart } from '#domain/transcription/queries.ts';
import type { Customer as CustomerRow, Lead as LeadRow } from '#prisma/generated/client.ts';
import { builder } from '../builder.ts';
import { Customer } from '../customer.ts';
import { Lead } from '../lead.ts';
import { Transcription } from './transcription.ts';

const MatchedField = builder.enumType('TranscriptionField', {
  description: 'Where in a call something was found.',
  values: {
    title: { description: 'In the title.' },
    summary: { description: 'In the summary.' },
    tags: { description: 'In a tag.' },
    content: { description: 'In what was said.' },
  } satisfies Record<MatchField, { description: string }>,
});

const Part = builder.objectRef<MatchPart>('TranscriptionMatchPart').implement({
  description: 'A piece of text, and whether it is what was searched for.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The text, plain.' }),
    hit: t.exposeBoolean('hit', { description: 'Whether it was searched for.' }),
  }),
});

const TranscriptionMatch = builder.objectRef<Match>('TranscriptionMatch').implement({
  description: 'Where a search was found: a field, one of its tags, or an excerpt of it.',
  fields: (t) => ({
    field: t.expose('field', { type: MatchedField, description: 'Which field.' }),
    parts: t.field({ type: [Part], description: 'Its text in pieces, in order.', resolve: ({ parts }) => [...parts] }),
  }),
});

builder.objectField(Transcription, 'matches', (t) =>
  t.field({
    type: [TranscriptionMatch],
    description: 'Where the words of a search stand in this call; empty where they do not.',
    args: { search: t.arg.string({ description: 'As it was searched for; left out, there are no matches.' }) },
    complexity: { field: 3, multiplier: 2 },
    resolve: async ({ id }, { search }, { loaders: load }) => [...(await load.matches(search, id))],
  }),
);

const LinkReason = builder.enumType('LinkReason', {
  description: 'Why a call may be somebody’s.',
  values: {
    phone: { description: 'The caller’s number is theirs.' },
    name: { description: 'Their name is said in the call.' },
  } satisfies Record<Reason, { description: string }>,
});

interface Suggested<Owner> extends LinkSuggestion {
  readonly owner: Owner;
}

const CustomerSuggestion = builder.objectRef<Suggested<CustomerRow>>('CustomerSuggestion').implement({
  description: 'A customer an unlinked call may belong to.',
  fields: (t) => ({
    customer: t.expose('owner', { type: Customer, description: 'The customer.' }),
    reason: t.expose('reason', { type: LinkReason, description: 'What tells: the caller’s number, or a name said in the call.' }),
    said: t.exposeString('said', { description: 'That number or name.' }),
  }),
});

const LeadSuggestion = builder.objectRef<Suggested<LeadRow>>('LeadSuggestion').implement({
  description: 'A lead an unlinked call may be about.',
  fields: (t) => ({
    lead: t.expose('owner', { type: Lead, description: 'The lead.' }),
    reason: t.expose('reason', { type: LinkReason, description: 'What tells: the caller’s number, or a name said in the call.' }),
    said: t.exposeString('said', { description: 'That number or name.' }),
  }),
});

const SEARCHED = { field: 10, multiplier: 3 };

builder.objectFields(Transcription, (t) => ({
  suggestedCustomers: t.field({
    type: [CustomerSuggestion],
    description: 'Whom a call without a customer may belong to; three at most. Searched for each call by itself, which costs 10 points.',
    complexity: SEARCHED,
    resolve: async (call, _args, { services, loaders: load }) =>
      owned(await services.transcriptions.suggestions('customers', call), load.customer),
  }),
  suggestedLeads: t.field({
    type: [LeadSuggestion],
    description: 'Which lead a call without one may be about; three at most. Searched for each call by itself, which costs 10 points.',
    complexity: SEARCHED,
    resolve: async (call, _args, { services, loaders: load }) => owned(await services.transcriptions.suggestions('leads', call), load.lead),
  }),
}));

/** The suggestions with whom they suggest; one that is gone meanwhile suggests nobody. */
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
