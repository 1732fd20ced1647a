import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isObjectType,
  isSpecifiedScalarType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  type TypeNode,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { BYTES_PER_CHARACTER } from '../documents.ts';

type Variables = Readonly<Record<string, unknown>>;

interface Compiled {
  readonly operation: OperationDefinitionNode;
  /** The fields its function answers, as `countFields` counts them. */
  readonly fields: number;
  readonly query: (root: unknown, context: unknown, variables: Variables) => ExecutionResult | Promise<ExecutionResult>;
}

/** Bytes that cached functions may take together, with the documents they were made of. */
const CACHE_BYTES = 40 * 1024 * 1024;
/**
 * Bytes of memory per field of a compiled query, when it has run a few hundred times and V8 has optimized it: 1,500 to 3,200 in rows,
 * up to 7,700 in lists and 9,900 in unions (Node 24.21, graphql-jit 0.8, heap after garbage collection, 100 fields each).
 */
const BYTES_PER_FIELD = 10_000;
/** Fields of the largest query that is compiled; the product's own have at most 92. Compiling this many takes some 10 to 20 ms. */
const MAX_FIELDS = 150;

/**
 * Executes repeated queries as compiled functions. A query that is sent once is not worth compiling; one that the compiler must not
 * read, or would answer differently, is executed by graphql-js. Variables were checked before (variables.ts).
 */
export const compiledQueries = (): Plugin => {
  const queries = createCompiledQueries();
  return {
    onExecute: ({ args: { schema, document, operationName, variableValues }, setExecuteFn }) => {
      const compiled = queries.get(schema, document, operationName ?? null);
      if (!compiled) return;
      const variables: Variables = variableValues ?? {};
      setExecuteFn(async ({ rootValue, contextValue }) => {
        const result = await compiled.query(rootValue, contextValue, variables);
        return result.errors
          ? { ...result, errors: result.errors.map((error) => withLocation(error, document, compiled.operation)) }
          : result;
      });
    },
  };
};

/** The compiled functions of repeated queries: the most recently used, up to `maxBytes`. */
export function createCompiledQueries(maxBytes = CACHE_BYTES) {
  // Keyed by the documents of the bounded cache (documents.ts), so entries disappear with them.
  const seen = new WeakSet<DocumentNode>();
  const rejected = new WeakSet<DocumentNode>();
  const cache = new LRUCache<DocumentNode, Compiled>({
    maxSize: maxBytes,
    sizeCalculation: ({ fields }, { loc }) => fields * BYTES_PER_FIELD + (loc?.end ?? 0) * BYTES_PER_CHARACTER + 1,
  });
  return {
    /** The function of a query; null where there is none, or not yet. */
    get: (schema: GraphQLSchema, document: DocumentNode, operationName: string | null): Compiled | null => {
      if (rejected.has(document)) return null;
      if (!seen.has(document)) {
        seen.add(document);
        return null;
      }
      const operation = soleOperation(document);
      // graphql-js reports an unknown operation name.
      if (operation && operationName && operation.name?.value !== operationName) return null;
      const cached = cache.get(document);
      if (cached) return cached;
      const compiled = operation && compile(schema, document, operation);
      if (compiled) cache.set(document, compiled);
      else rejected.add(document);
      return compiled;
    },
    size: () => cache.size,
    bytes: () => cache.calculatedSize,
  };
}

function compile(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Compiled | null {
  if (!isCompilable(schema, document, operation)) return null;
  const fields = countFields(schema, document, operation);
  if (fields > MAX_FIELDS) return null;
  const result = compileQuery(schema, document);
  return isCompiledQuery(result) ? { operation, fields, query: result.query } : null;
}

/**
 * The fields of an operation as the compiler writes them: those of a fragment wherever it is spread, those of an interface or a union
 * for each type that may answer. Stops counting above `MAX_FIELDS`.
 */
function countFields(schema: GraphQLSchema, { definitions }: DocumentNode, { selectionSet }: OperationDefinitionNode): number {
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
  );
  let count = 0;
  const countIn = (set: SelectionSetNode, type: GraphQLNamedType | undefined): void => {
    const objects = isAbstractType(type) ? schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
    for (const object of objects) countOf(set, object);
  };
  const countOf = (set: SelectionSetNode, object: GraphQLObjectType): void => {
    for (const selection of set.selections) {
      if (count > MAX_FIELDS) return;
      if (selection.kind === Kind.FIELD) {
        count += 1;
        const field = object.getFields()[selection.name.value];
        if (selection.selectionSet && field) countIn(selection.selectionSet, getNamedType(field.type));
      } else {
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        if (fragment && applies(fragment.typeCondition, object)) countOf(fragment.selectionSet, object);
      }
    }
  };
  const applies = (condition: NamedTypeNode | undefined, object: GraphQLObjectType): boolean => {
    const type = condition ? schema.getType(condition.name.value) : object;
    return type === object || (isAbstractType(type) && schema.isSubType(type, object));
  };
  countIn(selectionSet, schema.getQueryType() ?? undefined);
  return count;
}

/** The compiler inserts text of the document into the function, and could be made to insert code. */
const UNSAFE_KINDS = new Set<string>([Kind.STRING, Kind.DIRECTIVE]);

/** Whether a query contains no text of the client, and its variables are plain values. */
function isCompilable(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): boolean {
  if (operation.operation !== OperationTypeNode.QUERY) return false;
  let isSafe = operation.variableDefinitions?.every(({ type }) => isPlain(schema, type)) ?? true;
  visit(document, {
    enter: (node) => {
      if (UNSAFE_KINDS.has(node.kind) || (node.kind === Kind.FIELD && isUnsafeField(node))) isSafe = false;
    },
  });
  return isSafe;
}

/** Introspection; or a name that, inserted into an object literal, would not become a property. */
const isUnsafeField = ({ name, alias }: FieldNode): boolean =>
  (name.value.startsWith('__') && name.value !== '__typename') || alias?.value === '__proto__';

function isPlain(schema: GraphQLSchema, type: TypeNode): boolean {
  const named = schema.getType(nameOf(type).name.value);
  return named !== undefined && (isEnumType(named) || isSpecifiedScalarType(named));
}

const nameOf = (type: TypeNode): NamedTypeNode => (type.kind === Kind.NAMED_TYPE ? type : nameOf(type.type));

/** The operation of a document that has just one, as clients send them; null where there are several to choose from. */
export function soleOperation({ definitions }: DocumentNode): OperationDefinitionNode | null {
  const [operation, another] = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  return operation && !another ? operation : null;
}

/** An error of a compiled query with its location in the document, as graphql-js adds it. */
function withLocation(error: GraphQLError, document: DocumentNode, operation: OperationDefinitionNode): GraphQLError {
  const { message, path, originalError, extensions } = error;
  const names = path?.filter((key) => typeof key === 'string') ?? [];
  return new GraphQLError(message, { nodes: fieldsAt(names, [operation.selectionSet], document), path, originalError, extensions });
}

/** The fields that a path of names in the answer leads to. */
function fieldsAt(names: readonly string[], sets: readonly SelectionSetNode[], document: DocumentNode): readonly FieldNode[] {
  const [name, ...rest] = names;
  const here = sets.flatMap((set) => fieldsIn(set, document)).filter(({ alias, name: own }) => (alias ?? own).value === name);
  if (rest.length === 0) return here;
  const inside = here.flatMap(({ selectionSet }) => selectionSet ?? []);
  return fieldsAt(rest, inside, document);
}

function fieldsIn({ selections }: SelectionSetNode, document: DocumentNode): readonly FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection;
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet, document);
    return document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === selection.name.value ? fieldsIn(each.selectionSet, document) : [],
    );
  });
}
