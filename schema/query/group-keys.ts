import type { ObjectRef, OutputRef } from '@pothos/core';
import { type AnyEntity, type EntityName, type Field, fieldsThat } from '#domain/entities/entities.ts';
import type { Group } from '#domain/query/groups.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { Customer } from '../customer.ts';
import { Lead } from '../lead.ts';
import { Transcription } from '../transcription/transcription.ts';
import { ENUMS, isEnumName } from './enums.ts';
import { INCLUDED, numberIn, textIn } from './group-values.ts';

const MISSING = 'Null when the rows have no value, or when the groups are not made by this field.';

/** The key of an entity's groups: one field for everything they can be grouped by. */
export const keyOf = (entity: AnyEntity) => {
  const Key = builder.objectRef<Group>(`${entity.type}GroupKey`).implement({
    description: 'The values that the rows of a group share. Only the fields named in `by` are set.',
    fields: (t) => Object.fromEntries(fieldsThat('group', entity).map((field) => [field.name, keyField(t, field)])),
  });
  for (const [relation, { entity: other, from, description }] of Object.entries(entity.toOne)) {
    if (entity.columns[from]?.capabilities.group) relatedRow(Key, relation, other, from, description);
  }
  return Key;
};

type Types = typeof builder.$inferSchemaTypes;
type Fields = PothosSchemaTypes.ObjectFieldBuilder<Types, Group>;

function keyField(t: Fields, { name, column, description }: Field) {
  const read = (group: Group) => group.key(name);
  const shared = { nullable: true, complexity: INCLUDED, description: `${description} ${MISSING}` } as const;
  const { kind, enumType } = column;
  if (kind === 'id') return t.id({ ...shared, resolve: (group) => textIn(read(group)) });
  if (kind === 'boolean') return t.boolean({ ...shared, resolve: (group) => booleanIn(read(group)) });
  if (kind === 'int') return t.int({ ...shared, resolve: (group) => numberIn(read(group)) });
  if (kind === 'timestamp') {
    return t.string({
      ...shared,
      description: `${description} As a bucket key: \`2026-11-20T09:00+01:00\`, \`2026-11-20\`, \`2026-W47\`, \`2026-11\`, \`2026-Q4\` or \`2026\`. ${MISSING}`,
      resolve: (group) => textIn(read(group)),
    });
  }
  if (kind === 'enum' && enumType && isEnumName(enumType.name)) {
    const type: OutputRef<string> = ENUMS[enumType.name];
    return t.field({ ...shared, type, resolve: (group) => textIn(read(group)) });
  }
  return t.string({ ...shared, resolve: (group) => textIn(read(group)) });
}

const booleanIn = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** The related row of a group that is grouped by its id. */
function relatedRow(Key: ObjectRef<Types, Group>, relation: string, other: EntityName, from: string, about: string): void {
  const description = `${about} Set only when grouping by \`${from}\`; null otherwise.`;
  const idIn = (group: Group) => textIn(group.key(from));
  builder.objectField(Key, relation, (t) => {
    const shared = { nullable: true, description } as const;
    if (other === 'customer')
      return t.field({ ...shared, type: Customer, resolve: (group, _args, { loaders }) => loaders.customer(idIn(group)) });
    if (other === 'lead') return t.field({ ...shared, type: Lead, resolve: (group, _args, { loaders }) => loaders.lead(idIn(group)) });
    if (other === 'user') return t.field({ ...shared, type: User, resolve: (group, _args, { loaders }) => loaders.user(idIn(group)) });
    if (other === 'transcription') {
      return t.field({ ...shared, type: Transcription, resolve: (group, _args, { loaders }) => loaders.transcription(idIn(group)) });
    }
    return t.id({ ...shared, description: `${about} Its id.`, resolve: idIn });
  });
}
