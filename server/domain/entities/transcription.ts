import { PRIORITIES } from '#contract/call.ts';
import { Prisma, type Transcription } from '#prisma/generated/client.ts';
import { enumOf, id, int, longText, money, nullable, openEnum, primaryKey, text, timestamp } from './column-types.ts';
import { type EntityEvents, type EntitySchema, fieldsOf } from './entity-schema.ts';

export const transcription: EntitySchema<Transcription> & EntityEvents<'updated'> = {
  name: 'transcription',
  type: 'Transcription',
  plural: 'recorded calls',
  table: 'transcriptions',
  fields: fieldsOf(Prisma.TranscriptionScalarFieldEnum),
  columns: {
    id: primaryKey('The call’s id, the same in REST and exports.'),
    customerId: nullable(id('The id of the customer on the call.')),
    leadId: nullable(id('The id of the lead the call is about.')),
    repId: nullable(id('The id of the rep on the call; null if unknown.')),
    title: nullable(text('What the call was about, in a few words.')),
    content: longText('The full transcript, one line per turn.'),
    summary: nullable(longText('Two or three sentences by the analysis; null when not analysed.')),
    duration: nullable(int('Length in seconds; null when unknown.')),
    type: openEnum('`sales`, `support` or another value of an import.'),
    sentiment: nullable(openEnum('`positive`, `neutral`, `negative` or another value of an import; null when not analysed.')),
    callValue: nullable(money('Value of the deal, US dollars; null when no amount was mentioned.')),
    priority: enumOf('Priority', PRIORITIES, 'How urgent the call is.'),
    callerPhone: nullable(text('The other party’s phone number, as the telephony system sent it; null when unknown.')),
    assignmentRuleId: nullable(id('The id of the assignment rule that gave the call to its owner; null where none did.')),
    assignmentReason: nullable(longText('Why the call has its owner, in a sentence; null where a person chose.')),
    createdAt: timestamp('When the call took place, UTC.'),
    updatedAt: timestamp('When a person or an analysis last changed the record, UTC.'),
  },
  excluded: {
    tags: 'a JSON list; `matches` searches its words',
    metadata: 'internal JSON',
    analysis: 'JSON written by the assistant',
    externalId: 'the call tracker’s own id, which GraphQL does not show',
    words: 'the search index of `matches`',
  },
  toOne: {
    customer: {
      entity: 'customer',
      from: 'customerId',
      to: 'id',
      description: 'The customer on the call.',
      inverse: { name: 'transcriptions', description: 'The customer’s recorded calls.' },
    },
    lead: {
      entity: 'lead',
      from: 'leadId',
      to: 'id',
      description: 'The lead the call is about.',
      inverse: { name: 'transcriptions', description: 'The lead’s recorded calls.' },
    },
    liveCall: { entity: 'liveCall', from: 'id', to: 'transcriptionId', description: 'The live call it was saved from.' },
    rep: { entity: 'user', from: 'repId', to: 'id', description: 'The rep on the call, if known.' },
  },
  rowVisibility: [],
  access: { noun: 'transcription', owner: 'rep_id' },
  events: ['updated'],
  search: {
    method: 'fullText',
    expression: '$.words',
    columns: ['words'],
    recentRows: 500,
    description:
      'Words in the title, summary, tags or transcript. Supports `"a phrase"`, `-without` and `this or that`; the last word may be incomplete.',
  },
  primaryKey: 'id',
  defaultSort: 'createdAt',
  oldCursorName: 'transcriptions',
};
