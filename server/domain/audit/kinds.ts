import type { AuditGroup } from '#contract/audit.ts';
import type { SecurityEvent } from '#server/security-log.ts';
import { EVENT_TYPES } from '../domain-events.ts';

/** The lines of the security log that no event tells of: the others would show twice. The view `audit_entries` leaves the same ones out. */
export const AUDITED_SECURITY_EVENTS = {
  'sign_in.failed': 'sign_in',
  'sign_in.locked_out': 'sign_in',
  'password.confirmation_failed': 'sign_in',
  'password_reset.requested': 'sign_in',
  'password_reset.mailed': 'sign_in',
  'password_reset.rejected': 'sign_in',
  'second_factor.required': 'sign_in',
  'token.first_used': 'sign_in',
  'token.rejected': 'refusal',
  'access.refused': 'refusal',
  'limit.reached': 'refusal',
  'import.started': 'export',
} as const satisfies Partial<Record<SecurityEvent, AuditGroup>>;

const SECURITY_GROUPS: ReadonlyMap<string, AuditGroup> = new Map(Object.entries(AUDITED_SECURITY_EVENTS));

/** Groups of events by how their kind begins; the first that fits. All others are changes of records. */
const PREFIXES: readonly (readonly [prefix: string, group: AuditGroup])[] = [
  ['session.', 'sign_in'],
  ['account.password', 'sign_in'],
  ['account.second_factor', 'sign_in'],
  ['account.reset_link', 'sign_in'],
  ['account.linked', 'sign_in'],
  ['account.', 'access'],
  ['api_token.', 'access'],
  ['team.', 'access'],
  ['role.', 'access'],
  ['invitation.', 'access'],
  ['export.', 'export'],
  ['import.', 'export'],
  ['customers.import', 'export'],
  ['leads.import', 'export'],
  ['trainingItems.import', 'export'],
  ['workspace.', 'settings'],
  ['coaching_rule.', 'settings'],
  ['sync.', 'settings'],
];

/** What an entry of this kind is about. */
export const groupOf = (kind: string): AuditGroup =>
  SECURITY_GROUPS.get(kind) ?? PREFIXES.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? 'change';

const KINDS = Map.groupBy([...EVENT_TYPES, ...SECURITY_GROUPS.keys()], groupOf);

/** The kinds of a group. */
export const kindsOf = (group: AuditGroup): readonly string[] => KINDS.get(group) ?? [];
