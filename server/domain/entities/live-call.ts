import { LIVE_CALL_STATUSES } from '#contract/live-call.ts';
import { type LiveCall, Prisma } from '#prisma/generated/client.ts';
import { enumOf, id, int, nullable, primaryKey, text, timestamp } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

/** A stored call without its transcript, which may be long. */
export type StoredLiveCall = Omit<LiveCall, 'currentTranscript'>;

const { currentTranscript: _text, ...FIELDS } = Prisma.LiveCallScalarFieldEnum;

export const liveCall: EntitySchema<StoredLiveCall> = {
  name: 'liveCall',
  type: 'LiveCall',
  plural: 'live calls',
  table: 'real_time_insights',
  fields: fieldsOf(FIELDS),
  columns: {
    id: primaryKey('The live call’s id.'),
    repId: id('The id of the rep on the call.', { columnName: 'user_id' }),
    callId: text('The id the client gave the call, such as `call_1732180000000`; unique per rep. REST routes use it.'),
    status: enumOf('LiveCallStatus', LIVE_CALL_STATUSES, 'Whether the call is in progress.', { storedAs: 'text' }),
    customerId: nullable(id('The id of the customer on the line.')),
    leadId: nullable(id('The id of the lead the call is about.')),
    callerPhone: nullable(text('The other party’s phone number, as the telephony system sent it; null when unknown.')),
    plannedSeconds: nullable(int('Planned length in seconds; null when unknown.')),
    attention: int(
      'How much the call needs a coach, from 0: 100 per urgent prompt, 10 per tip, 1 per card, up to 50 for an unhappy customer and up to 35 for a rep who talks too much.',
    ),
    duration: int('Length in seconds at the last update.'),
    lastUpdate: nullable(timestamp('When the last update came in, UTC.')),
    startedAt: timestamp('When the call started, UTC.', { columnName: 'created_at' }),
    completedAt: nullable(timestamp('When the call ended, UTC; null while it is in progress.')),
    transcriptionId: nullable(id('The id of the recorded call it was saved as.')),
  },
  excluded: {
    revision: 'a counter for clients that follow the call',
    inputMode: 'whether the client sends one text or segments',
    currentTranscript: 'grows while the call runs; the recorded call has it',
    textSequence: 'a counter of the client',
    insights: 'JSON of the coaching prompts',
    recommendations: 'JSON of the model',
    tipsFailure: 'shown beside the tips while the call runs',
    metrics: 'JSON of what was counted',
    promptState: 'JSON of the coaching prompts',
  },
  toOne: {
    rep: { entity: 'user', from: 'repId', to: 'id', description: 'The rep on the call.' },
    customer: {
      entity: 'customer',
      from: 'customerId',
      to: 'id',
      description: 'The customer on the line.',
      inverse: { name: 'liveCalls', description: 'The customer’s live calls, running and ended.' },
    },
    lead: {
      entity: 'lead',
      from: 'leadId',
      to: 'id',
      description: 'The lead the call is about.',
      inverse: { name: 'liveCalls', description: 'Live calls about the lead, running and ended.' },
    },
    transcription: { entity: 'transcription', from: 'transcriptionId', to: 'id', description: 'The recorded call it was saved as.' },
  },
  rowVisibility: [],
  access: { noun: 'liveCall', owner: 'user_id' },
  primaryKey: 'id',
  oldCursorName: 'live-calls',
};
