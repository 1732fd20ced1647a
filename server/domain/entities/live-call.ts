import { LIVE_CALL_STATUSES } from '#contract/live-call.ts';
import { type LiveCall, Prisma } from '#prisma/generated/client.ts';
import { choice, id, key, moment, optional, text, whole } from './column-types.ts';
import { type EntitySchema, fieldsOf } from './entity-schema.ts';

/** A stored call without its text, which may be long. */
export type StoredLiveCall = Omit<LiveCall, 'currentTranscript'>;

const { currentTranscript: _text, ...FIELDS } = Prisma.LiveCallScalarFieldEnum;

export const liveCall: EntitySchema<StoredLiveCall> = {
  name: 'liveCall',
  type: 'LiveCall',
  plural: 'live calls',
  table: 'real_time_insights',
  fields: fieldsOf(FIELDS),
  columns: {
    id: key('Its id.'),
    repId: id('The id of the rep whose call it is.', { column: 'user_id' }),
    callId: text('The id its client made; unique per rep.'),
    status: choice('LiveCallStatus', LIVE_CALL_STATUSES, 'Whether it still runs.', 'text'),
    customerId: optional(id('The id of the customer on the line.')),
    leadId: optional(id('The id of the lead it is about.')),
    callerPhone: optional(text('The other party’s number, as it came.')),
    plannedSeconds: optional(whole('How long it was meant to last, in seconds.')),
    attention: whole('How much it needs a coach, from 0.'),
    duration: whole('Seconds.'),
    lastUpdate: optional(moment('When something was last told of it.')),
    startedAt: moment('When it began.', { column: 'created_at' }),
    completedAt: optional(moment('When it was over.')),
    transcriptionId: optional(id('The id of the recorded call it became.')),
  },
  excluded: {
    revision: 'counts changes, for clients that follow it',
    inputMode: 'whether the client sends one text or segments',
    currentTranscript: 'grows while the call runs; the recorded call has it',
    textSequence: 'of the client that tells it',
    insights: 'JSON of the prompter',
    recommendations: 'JSON of the model',
    metrics: 'JSON of what was counted',
    prompting: 'JSON of the prompter',
  },
  one: {
    rep: { noun: 'user', from: 'repId', to: 'id', description: 'The rep whose call it is.' },
    customer: { noun: 'customer', from: 'customerId', to: 'id', description: 'The customer on the line.' },
    lead: { noun: 'lead', from: 'leadId', to: 'id', description: 'The lead it is about.' },
    transcription: { noun: 'transcription', from: 'transcriptionId', to: 'id', description: 'The recorded call it became.' },
  },
  many: {},
  visible: [],
  key: 'id',
};
