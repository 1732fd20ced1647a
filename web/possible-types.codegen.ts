import type { CodegenPlugin } from '@graphql-codegen/plugin-helpers';
import { isAbstractType, isInterfaceType, visit } from 'graphql';

/**
 * The types of each interface, and of each union that the client names: Apollo needs them to know whether a fragment applies. Those of
 * the unions that every mutation answers with would be 1.4 kB more of each first screen.
 */
export const plugin: CodegenPlugin['plugin'] = (schema, documents) => {
  const named = new Set<string>();
  for (const { document } of documents) if (document) visit(document, { NamedType: ({ name }) => void named.add(name.value) });
  const possibleTypes = Object.fromEntries(
    Object.values(schema.getTypeMap()).flatMap((type) =>
      isInterfaceType(type) || (isAbstractType(type) && named.has(type.name))
        ? [[type.name, schema.getPossibleTypes(type).map(({ name }) => name)]]
        : [],
    ),
  );
  // The same text is the type and the value: names stay literal types.
  const text = JSON.stringify(possibleTypes, null, 2);
  return `export const possibleTypes: ${text} = ${text};\n`;
};
