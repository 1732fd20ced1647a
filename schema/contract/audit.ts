import { z } from 'zod';

/** What entries of the audit are about. */
export const AUDIT_GROUPS = ['sign_in', 'access', 'export', 'settings', 'refusal', 'change'] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];

export const AUDIT_GROUP_LABELS = {
  sign_in: 'Sign-ins and passwords',
  access: 'People and permissions',
  export: 'Exports and imports',
  settings: 'Settings',
  refusal: 'Refused requests',
  change: 'Changes of records',
} as const satisfies Record<AuditGroup, string>;

const Text = z.string().trim().max(200).nullish();
const Moment = z.coerce.date().nullish();

/** Which entries; what is absent or null does not narrow. `from` belongs to the range, `to` does not. */
export const AuditFilter = z
  .strictObject({ personId: Text, group: z.enum(AUDIT_GROUPS).nullish(), subjectId: Text, address: Text, from: Moment, to: Moment })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'The end must not be before the start' });
export type AuditFilter = z.input<typeof AuditFilter>;
