import { hasErrorCode } from './sql-state.ts';

/** What PostgreSQL says to a NUL in a text, and in the text of a JSON value. */
const CODES = new Set(['22021', '22P05']);

/** Whether a text was refused because no text of the database can hold it: what was asked for cannot be there. */
export const isInvalidTextError = (error: unknown): boolean => hasErrorCode(error, CODES);

/** What the person who asked is told. */
export const INVALID_TEXT_MESSAGE = 'Text cannot hold NUL characters.';
