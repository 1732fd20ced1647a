import type { Team as TeamRow } from '#prisma/generated/client.ts';
import { builder } from '../builder.ts';

export const Team = builder.objectRef<Pick<TeamRow, 'id' | 'name' | 'parentId'> & { readonly people?: number }>('Team').implement({
  description: 'People who share what they own. Teams nest one level.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The team’s id.' }),
    name: t.exposeString('name', { description: 'Its name. Unique.' }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'The id of the team above; null for none.' }),
    people: t.int({
      nullable: true,
      description: 'How many open accounts are in it, without the teams below; null outside of the list of teams.',
      resolve: ({ people }) => people ?? null,
    }),
  }),
});
