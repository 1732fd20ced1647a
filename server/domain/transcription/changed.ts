import type { TranscriptionChanges } from '#contract/transcription-input.ts';
import type { Transcription } from '#prisma/generated/client.ts';
import { changedFields } from '../changed-fields.ts';

const listed = <Fields extends { tags?: unknown }>(fields: Fields) =>
  fields.tags === undefined ? fields : { ...fields, tags: JSON.stringify(fields.tags) };

/** The names of the fields of a call that changes would give another value; tags are compared as a whole. */
export const changedCallFields = (before: Transcription, changes: TranscriptionChanges): readonly string[] =>
  changedFields(listed(before), listed(changes));
