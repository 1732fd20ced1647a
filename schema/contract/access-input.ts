import { z } from 'zod';
import { ACCESS_ACTIONS, ACCESS_NOUNS, ACCESS_SCOPES, ACTIONS_OF, OWNED_NOUNS, PEOPLE_LIMITS, ROLE_KEYS, TEAM_LIMITS } from './access.ts';
import { optionalEmail, optionalLine, required } from './text.ts';

const Id = z.string().min(1).max(100);

/**
 * What is changed of an account; what is left out stays. A team of null is no team, a beginning of null no absence, an end of null until
 * further notice, a capacity of null no limit.
 */
export const PersonChanges = z.object({
  role: z
    .enum(ROLE_KEYS)
    .nullish()
    .transform((role) => role ?? undefined),
  teamId: Id.nullable().optional(),
  absentFrom: z.date().nullable().optional(),
  absentUntil: z.date().nullable().optional(),
  capacity: z
    .number()
    .int('Capacity is a whole number')
    .min(0, 'Capacity cannot be negative')
    .max(PEOPLE_LIMITS.capacity, `Capacity is at most ${PEOPLE_LIMITS.capacity}`)
    .nullable()
    .optional(),
});
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

/** Whom an invitation is for; without an address, whoever has the link chooses one. */
export const InvitationInput = z.object({
  email: optionalEmail,
  role: z.enum(ROLE_KEYS),
  teamId: Id.nullish().transform((id) => id ?? null),
});

/** Which people a list has; null for any. */
export const PeopleQuestion = z.object({
  search: optionalLine,
  role: z.enum(ROLE_KEYS).nullish(),
  teamId: Id.nullish(),
  isActive: z.boolean().nullish(),
  first: z.number().int().min(1).max(PEOPLE_LIMITS.people, `At most ${PEOPLE_LIMITS.people} people`).default(PEOPLE_LIMITS.page),
});
