import { RESPONSE_TYPES } from '#contract/call.ts';
import { type AiResponse, Prisma } from '#prisma/generated/client.ts';
import { choice, flag, float, id, key, longText, moment, openText, optional, whole } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

export const aiResponse: EntitySchema<AiResponse> = {
  name: 'aiResponse',
  type: 'AiResponse',
  plural: 'answers of the assistant',
  table: 'ai_responses',
  fields: fieldsOf(Prisma.AiResponseScalarFieldEnum),
  columns: {
    id: key('Its id.'),
    customerRequest: longText('The customer’s message.'),
    response: longText('The answer.', { column: 'generated_response' }),
    responseType: choice('ResponseType', RESPONSE_TYPES, 'In whose voice: a salesperson’s or support’s.'),
    customerId: optional(id('The id of the customer it answers.')),
    leadId: optional(id('The id of the lead it is about.')),
    userId: optional(id('The id of the person who asked for it.')),
    confidence: float('How sure the assistant was, 0 to 1.'),
    engine: openText('Who wrote it: `offline`, or the name of the model.'),
    promptTokens: optional(whole('Tokens read, as the model’s server counted them.')),
    completionTokens: optional(whole('Tokens written, as the model’s server counted them.')),
    used: flag('Whether someone copied it to send it.'),
    usedAt: optional(moment('When it was copied.')),
    createdAt: moment('When it was written.'),
  },
  excluded: { keyPoints: 'a JSON list' },
  one: {
    customer: { noun: 'customer', from: 'customerId', to: 'id', description: 'The customer it answers.' },
    lead: { noun: 'lead', from: 'leadId', to: 'id', description: 'The lead it is about.' },
    user: { noun: 'user', from: 'userId', to: 'id', description: 'The person who asked for it.' },
  },
  many: {},
  visible: [],
  key: 'id',
};
