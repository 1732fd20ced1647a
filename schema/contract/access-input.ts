import { z } from 'zod';
import { ACCESS_ACTIONS, ACCESS_NOUNS, ACCESS_SCOPES, ACTIONS_OF, OWNED_NOUNS, ROLE_KEYS, TEAM_LIMITS } from './access.ts';
import { required } from './text.ts';

const Id = z.string().min(1).max(100);

/** What is changed of an account: its role, its team, or both; a team of null is no team. */
export const PersonChanges = z.object({ role: z.enum(ROLE_KEYS).optional(), teamId: Id.nullable().optional() });
export type PersonChanges = z.infer<typeof PersonChanges>;

export const TeamInput = z.object({ name: required(TEAM_LIMITS.name, 'Name is required'), parentId: Id.nullable().default(null) });
export type TeamInput = z.infer<typeof TeamInput>;

/** One cell of the permission table; a scope of null takes the permission away. */
export const PermissionInput = z
  .object({
    role: z.enum(ROLE_KEYS),
    noun: z.enum(ACCESS_NOUNS),
    action: z.enum(ACCESS_ACTIONS),
    scope: z.enum(ACCESS_SCOPES).nullable(),
  })
  .refine(({ role }) => role !== 'admin', { path: ['role'], message: 'An admin may do everything: this role cannot be changed' })
  .refine(({ noun, action }) => ACTIONS_OF[noun].some((known) => known === action), {
    path: ['action'],
    message: 'There is no such action on these rows',
  })
  .refine(({ noun, scope }) => scope === null || scope === 'all' || OWNED_NOUNS.some((owned) => owned === noun), {
    path: ['scope'],
    message: 'These rows belong to nobody, so the scope is `all`',
  });
export type PermissionInput = z.infer<typeof PermissionInput>;
