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
