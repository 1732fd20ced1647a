// A cursor is the position of an event and the epoch of the log it was read from, in one number: `epoch * 2^48 + seq`. The epoch changes
// when the log continues from an earlier state, so that no cursor of one course of events is taken for a position in another. It begins
// with 0, so a cursor of a log that never lost anything is the seq itself.

const SEQ_BITS = 48n;
const SEQ_MASK = (1n << SEQ_BITS) - 1n;

/** Decimal digits of a cursor. */
export const CURSOR_TEXT = /^\d{1,24}$/;

export const toCursor = (epoch: bigint, seq: bigint): bigint => (epoch << SEQ_BITS) + seq;
export const seqOf = (cursor: bigint): bigint => cursor & SEQ_MASK;
export const epochOf = (cursor: bigint): bigint => cursor >> SEQ_BITS;

/** The cursor of the newest event that has a number, as text: of the one row of `event_head`. */
export const SELECT_HEAD_CURSOR = `select (epoch::numeric * ${1n << SEQ_BITS} + seq)::text as cursor from event_head where id = 1`;
