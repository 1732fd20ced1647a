import { AUDIT_GROUP_LABELS, AUDIT_GROUPS } from '#contract/audit.ts';
import { groupOf } from '#domain/audit/kinds.ts';
import { type AuditEntry as AuditEntryRow, auditEntry } from '#domain/entities/internal.ts';
import { User } from './account.ts';
import { builder } from './builder.ts';
import { asConnection, connectionOf, perRow } from './connection.ts';
import { columnFields } from './query/entity-fields.ts';

const AuditGroup = builder.enumType('AuditGroup', {
  description: 'What an entry of the audit is about.',
  values: Object.fromEntries(AUDIT_GROUPS.map((group) => [group, { value: group, description: `${AUDIT_GROUP_LABELS[group]}.` }])),
});

const AuditEntry = builder.objectRef<AuditEntryRow>('AuditEntry').implement({
  description: 'Something that was done: an event, or a line of the security log.',
  fields: (t) => ({
    ...columnFields(t, auditEntry),
    group: t.field({ type: AuditGroup, description: 'What it is about.', resolve: ({ kind }) => groupOf(kind) }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'Who did it; null for the server itself, where nobody was signed in, and for deleted accounts.',
      resolve: ({ actorId }, _args, { loaders }) => loaders.user(actorId),
    }),
  }),
});

const AuditEntryConnection = connectionOf('AuditEntry', AuditEntry);

const AuditFilter = builder.inputType('AuditFilter', {
  description: 'Which entries of the audit. What is omitted or null does not narrow.',
  fields: (t) => ({
    personId: t.id({ description: 'Those of one person.' }),
    group: t.field({ type: AuditGroup, description: 'Those about one thing.' }),
    subjectId: t.id({ description: 'Those of the row, role or token with this id.' }),
    address: t.string({ description: 'Those from one IP address, written as the entry has it.' }),
    from: t.field({ type: 'DateTime', description: 'Not before this moment.' }),
    to: t.field({ type: 'DateTime', description: 'Before this moment.' }),
  }),
});

builder.queryField('auditEntries', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: AuditEntryConnection,
    description:
      'The audit, newest first: changes, sign-ins, exports and refused requests, with who and from where. Needs the permission to configure people, and a session. The security log arrives within a second; how long entries are kept is in the workspace settings. An analyst query.',
    args: {
      filter: t.arg({ type: AuditFilter, description: 'Omitted: all entries.' }),
      first: t.arg.int({ description: 'How many entries; 20 by default, at most 100.' }),
      after: t.arg.string({ description: 'The cursor of the last entry of the page before.' }),
    },
    complexity: perRow,
    resolve: async (_root, { filter, ...page }, { services, viewer }) => asConnection(await services.audit.entries(viewer, filter, page)),
  }),
);
