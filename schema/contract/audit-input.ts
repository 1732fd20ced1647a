import { z } from 'zod';
import { AUDIT_GROUPS } from './audit.ts';

const Text = z.string().trim().max(200).nullish();
const Moment = z.coerce.date().nullish();

/** Which entries; what is absent or null does not narrow. `from` belongs to the range, `to` does not. */
export const AuditFilter = z
  .strictObject({ personId: Text, group: z.enum(AUDIT_GROUPS).nullish(), subjectId: Text, address: Text, from: Moment, to: Moment })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'The end must not be before the start' });
export type AuditFilter = z.input<typeof AuditFilter>;
