import { PRIORITIES } from '#contract/call.ts';
import { Prisma, type Transcription } from '#prisma/generated/client.ts';
import { choice, id, key, longText, moment, money, openText, optional, text, whole } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

export const transcription: EntitySchema<Transcription> = {
  name: 'transcription',
  type: 'Transcription',
  plural: 'recorded calls',
  table: 'transcriptions',
  fields: fieldsOf(Prisma.TranscriptionScalarFieldEnum),
  columns: {
    id: key('Its id.'),
    customerId: optional(id('The id of the customer who called.')),
    leadId: optional(id('The id of the lead it is about.')),
    repId: optional(id('The id of the rep who held it, where that is known.')),
    title: optional(text('What it was about.')),
    content: longText('Everything that was said.'),
    summary: optional(longText('In two or three sentences.')),
    duration: optional(whole('Seconds.')),
    type: openText('`sales` or `support`; imports may bring others.'),
    sentiment: optional(openText('`positive`, `neutral` or `negative`; imports may bring others.')),
    callValue: optional(money('What it may be worth, US dollars.')),
    priority: choice('Priority', PRIORITIES, 'How urgent it is.'),
    callerPhone: optional(text('The other party’s number, as it came.')),
    createdAt: moment('When the call was.'),
    updatedAt: moment('When the record last changed, by a person or an analysis.'),
  },
  excluded: {
    tags: 'a JSON list; `matches` finds its words',
    metadata: 'JSON of ours',
    analysis: 'JSON of the assistant',
    externalId: 'the call tracker’s own id, which GraphQL does not show',
    words: 'what `matches` searches',
  },
  one: {
    customer: { noun: 'customer', from: 'customerId', to: 'id', description: 'The customer who called.' },
    lead: { noun: 'lead', from: 'leadId', to: 'id', description: 'The lead it is about.' },
    liveCall: { noun: 'liveCall', from: 'id', to: 'transcriptionId', description: 'The live call it was stored from.' },
    rep: { noun: 'user', from: 'repId', to: 'id', description: 'The rep who held it, where that is known.' },
  },
  many: {},
  visible: [],
  search: {
    by: 'words',
    expression: '$.words',
    about: 'Words in the title, summary, tags or what was said. `"a phrase"`, `-without`, `this or that`; the last word may be unfinished.',
  },
  key: 'id',
  newest: 'createdAt',
};
