import { RESPONSE_TYPES } from '#contract/call.ts';
import { DISCARD_REASONS } from '#contract/discard-reasons.ts';
import { type AiResponse, Prisma } from '#prisma/generated/client.ts';
import { boolean, enumOf, float, id, int, longText, nullable, openEnum, primaryKey, timestamp } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

export const aiResponse: EntitySchema<AiResponse> = {
  name: 'aiResponse',
  type: 'AiResponse',
  plural: 'assistant replies',
  table: 'ai_responses',
  fields: fieldsOf(Prisma.AiResponseScalarFieldEnum),
  columns: {
    id: primaryKey('The reply’s id, the same in REST and exports.'),
    customerRequest: longText('The customer’s message.'),
    response: longText('The reply: plain text, paragraphs separated by line breaks.', { columnName: 'generated_response' }),
    responseType: enumOf('ResponseType', RESPONSE_TYPES, 'Role the reply is written in.'),
    customerId: nullable(id('The id of the customer it is for.')),
    leadId: nullable(id('The id of the lead it is about.')),
    userId: nullable(id('The id of the user who requested it.')),
    confidence: float('How well the training items cover the questions, 0 to 1.'),
    engine: openEnum('What wrote it: `offline`, or the name of the model.'),
    fallbackReason: nullable(longText('Why the offline assistant wrote it in place of the model; null where nothing failed.')),
    promptTokens: nullable(int('Prompt tokens, as the model’s server counted them.')),
    completionTokens: nullable(int('Completion tokens, as the model’s server counted them.')),
    used: boolean('Whether someone copied it to send it.'),
    usedAt: nullable(timestamp('When it was first copied, UTC; null when it was not.')),
    sentText: nullable(longText('What was sent, with the edits of the sender; null when unknown.')),
    editDistance: nullable(int('Words added, removed or replaced between the generated text and the sent one; null when that is unknown.')),
    editedShare: nullable(float('`editDistance` as a share of the words of the longer text, 0 to 1; null when unknown.')),
    discardedAt: nullable(timestamp('When it was discarded, UTC; null when it was not.')),
    discardReason: nullable(enumOf('ReplyDiscardReason', DISCARD_REASONS, 'Why it was discarded; null when it was not.')),
    discardNote: nullable(longText('What the person who discarded it adds to the reason, at most 500 characters; null for nothing.')),
    createdAt: timestamp('When it was written, UTC.'),
  },
  excluded: { keyPoints: 'a JSON list' },
  toOne: {
    customer: {
      entity: 'customer',
      from: 'customerId',
      to: 'id',
      description: 'The customer it is for.',
      inverse: { name: 'responses', description: 'The assistant’s replies to the customer.' },
    },
    lead: {
      entity: 'lead',
      from: 'leadId',
      to: 'id',
      description: 'The lead it is about.',
      inverse: { name: 'responses', description: 'The assistant’s replies about the lead.' },
    },
    user: { entity: 'user', from: 'userId', to: 'id', description: 'The user who requested it.' },
  },
  rowVisibility: [],
  access: { noun: 'aiResponse', owner: 'user_id' },
  primaryKey: 'id',
  oldCursorName: 'replies',
};
