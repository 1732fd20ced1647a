import { z } from 'zod';
import { DURATION_LIMIT } from './call.ts';
import { LIVE_CALL_LIMITS } from './live-call.ts';
import { cleaned, isId, optionalId, optionalLine, required } from './text.ts';

const SECONDS = `Must be seconds from 0 to ${DURATION_LIMIT.toLocaleString('en-US')}`;
/** Clients measure with clocks of their own: fractions are cut off. */
const seconds = z.number(SECONDS).min(0, SECONDS).max(DURATION_LIMIT, SECONDS).transform(Math.floor);

const MILLISECONDS = 'Must be milliseconds from the beginning of the call';
const milliseconds = z
  .number(MILLISECONDS)
  .min(0, MILLISECONDS)
  .max(DURATION_LIMIT * 1_000, MILLISECONDS)
  .transform(Math.round)
  .nullish()
  .transform((at) => at ?? null);

/** The id a client makes for its call, such as `call_1732180000000`. */
export const CallId = required(100, 'A call needs an id').pipe(z.string().refine(isId, 'Must be an id'));

/** A call that begins. */
export const StartLiveCall = z.object({
  /** Left out, the server makes one. */
  callId: CallId.nullish().transform((id) => id ?? null),
  customerId: optionalId,
  leadId: optionalId,
  callerPhone: optionalLine,
  /** How long it is meant to last. */
  plannedSeconds: seconds.nullish().transform((planned) => planned ?? null),
});
export type StartLiveCall = z.output<typeof StartLiveCall>;

const LONG_SEGMENT = `A segment has at most ${LIVE_CALL_LIMITS.segment.toLocaleString('en-US')} characters`;
const REVISION = 'A revision is a whole number from 0';

/** A segment of speech. The same id with a higher revision replaces the earlier text. */
export const LiveSegment = z.object(
  {
    id: required(100, 'A segment needs an id').pipe(z.string().refine(isId, 'Must be an id')),
    revision: z.number(REVISION).int(REVISION).min(0, REVISION).max(1_000_000_000, REVISION).default(0),
    speaker: z.enum(['rep', 'customer'], 'A speaker is rep or customer'),
    text: z.string('A segment needs its text').transform(cleaned).pipe(z.string().max(LIVE_CALL_LIMITS.segment, LONG_SEGMENT)),
    startMs: milliseconds,
    endMs: milliseconds,
  },
  'A segment is an object',
);
export type LiveSegment = z.output<typeof LiveSegment>;

const LONG_TRANSCRIPT = `A call has at most ${LIVE_CALL_LIMITS.transcript.toLocaleString('en-US')} characters`;
const transcript = z.string('Must be text').transform(cleaned).pipe(z.string().max(LIVE_CALL_LIMITS.transcript, LONG_TRANSCRIPT));

const SEQUENCE = 'Must be a whole number from 0';

/** What is new in a call: the whole text so far, or segments; and how long it has lasted. */
export const LiveCallUpdate = z
  .object({
    transcript: transcript.nullish().transform((text) => text ?? null),
    /** Numbers the texts of a client: one with a lower number than the last accepted one is late and ignored. */
    sequence: z
      .number(SEQUENCE)
      .int(SEQUENCE)
      .min(0, SEQUENCE)
      .max(2_000_000_000, SEQUENCE)
      .nullish()
      .transform((count) => count ?? null),
    segments: z
      .array(LiveSegment, 'Segments are a list')
      .max(LIVE_CALL_LIMITS.segments, `At most ${LIVE_CALL_LIMITS.segments} segments at once`)
      .nullish()
      .transform((list) => list ?? []),
    duration: seconds.nullish().transform((lasted) => lasted ?? null),
  })
  .refine(({ transcript, segments }) => transcript === null || segments.length === 0, 'Send the whole transcript or segments, not both');
export type LiveCallUpdate = z.output<typeof LiveCallUpdate>;

/** How a call ends. */
export const LiveCallEnd = z.object({
  /** The whole text of a call that is sent as text; omit it to leave the text unchanged. */
  finalTranscript: transcript.nullish().transform((text) => text ?? null),
  duration: seconds.nullish().transform((lasted) => lasted ?? null),
});

export type LiveCallEnd = z.output<typeof LiveCallEnd>;

/** A few words of a coach to the rep. */
export const CoachNote = z.object({ text: required(LIVE_CALL_LIMITS.note, 'Please enter a note') });

/** What a telephony provider sends: any of its messages may be the first one of a call. */
export const LiveCallDelivery = z.object({
  callId: CallId,
  /** Username or email address of the rep. */
  rep: required(200, 'Say whose call it is: `rep` is a username or an email address'),
  callerPhone: optionalLine,
  plannedSeconds: seconds.nullish().transform((planned) => planned ?? null),
  segments: z
    .array(LiveSegment, 'Segments are a list')
    .max(LIVE_CALL_LIMITS.segments, `At most ${LIVE_CALL_LIMITS.segments} segments at once`)
    .default([]),
  duration: seconds.nullish().transform((lasted) => lasted ?? null),
  /** The call is over. */
  ended: z.boolean('`ended` is true or false').default(false),
});
