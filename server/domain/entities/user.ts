import type { User } from '#prisma/generated/client.ts';
import { primaryKey, text, timestamp } from './column-types.ts';
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
    createdAt: timestamp('When the account was created, UTC.'),
  },
  excluded: {
    passwordHash: 'secret',
    profileImageUrl: 'a picture',
    isActive: 'GraphQL does not show it',
    updatedAt: 'GraphQL does not show it',
  },
  toOne: {},
  rowVisibility: [],
  primaryKey: 'id',
};
