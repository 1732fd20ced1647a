import type { User } from '#prisma/generated/client.ts';
import { id, nullable, openEnum, primaryKey, text, timestamp } from './column-types.ts';
import type { EntitySchema } from './entity-schema.ts';

/** Users have no list of their own; other entities are filtered and grouped by them. */
export const user: EntitySchema<Pick<User, 'id'>> = {
  name: 'user',
  type: 'User',
  plural: 'users',
  table: 'users',
  fields: ['id'],
  columns: {
    id: primaryKey('The user’s id.'),
    username: text('The name they sign in with.', { sqlType: 'citext' }),
    email: text('Email address.', { sqlType: 'citext' }),
    firstName: text('First name; empty if not given.'),
    lastName: text('Last name; empty if not given.'),
    jobTitle: text('Job title.'),
    roleKey: openEnum('Their role: `admin`, `manager`, `coach`, `rep`, `analyst` or `read_only`.'),
    teamId: nullable(id('The id of their team; null for none.')),
    createdAt: timestamp('When the account was created, UTC.'),
  },
  excluded: {
    passwordHash: 'secret',
    profileImageUrl: 'a picture',
    isActive: 'GraphQL does not show it',
    secondFactorExempt: 'set by the operator only',
    absentFrom: 'for admins, on the People screen',
    absentUntil: 'for admins, on the People screen',
    capacity: 'for admins, on the People screen',
    updatedAt: 'GraphQL does not show it',
  },
  toOne: {},
  rowVisibility: [],
  primaryKey: 'id',
};
