import type { User } from '#prisma/generated/client.ts';
import { key, moment, text } from './column-types.ts';
import type { EntitySchema } from './entity-schema.ts';

/** Those who work here: no list of its own, but what others may be filtered and grouped by. */
export const user: EntitySchema<Pick<User, 'id'>> = {
  name: 'user',
  type: 'User',
  plural: 'people who work here',
  table: 'users',
  fields: ['id'],
  columns: {
    id: key('Their id.'),
    username: text('What they sign in with.', { stored: 'citext' }),
    email: text('Email address.', { stored: 'citext' }),
    firstName: text('First name; empty when not given.'),
    lastName: text('Last name; empty when not given.'),
    jobTitle: text('Job title.'),
    createdAt: moment('Since when they are here.'),
  },
  excluded: {
    passwordHash: 'nobody’s business',
    profileImageUrl: 'a picture',
    isActive: 'GraphQL does not show it',
    updatedAt: 'GraphQL does not show it',
  },
  one: {},
  many: {},
  visible: [],
  key: 'id',
};
