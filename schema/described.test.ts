import { type GraphQLNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType, isSpecifiedScalarType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from './index.ts';

interface Described {
  readonly name: string;
  readonly description?: string | null;
}

/** Everything of a type that the explorer shows, with its path. */
function shown(type: GraphQLNamedType): ReadonlyArray<readonly [path: string, what: Described]> {
  const own = [[type.name, type] as const];
  if (isEnumType(type)) return [...own, ...type.getValues().map((value) => [`${type.name}.${value.name}`, value] as const)];
  if (isInputObjectType(type))
    return [...own, ...Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const)];
  if (!isObjectType(type) && !isInterfaceType(type)) return own;
  const fields = Object.values(type.getFields()).flatMap((field) => [
    [`${type.name}.${field.name}`, field] as const,
    ...field.args.map((arg) => [`${type.name}.${field.name}(${arg.name})`, arg] as const),
  ]);
  return [...own, ...fields];
}

it('every type, field, argument and enum value has a description that is a sentence', () => {
  const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type));
  const everything = types.flatMap(shown);
  expect(everything.length).toBeGreaterThan(1_000);
  const silent = everything.filter(([, { description }]) => !description?.trim());
  expect(silent.map(([path]) => path)).toEqual([]);
  // Unions and enum values may be named by a word or two; the others end like sentences.
  const sentences = everything.filter(([, what]) => !('value' in what));
  expect(sentences.filter(([, { description }]) => !/[.!?…)]$/.test(description?.trim() ?? '')).map(([path]) => path)).toEqual([]);
});
