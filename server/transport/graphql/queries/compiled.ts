import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type GraphQLSchema,
  isEnumType,
  isSpecifiedScalarType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  OperationTypeNode,
  type TypeNode,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';
import { located } from './located.ts';
import { soleOperation } from './sole-operation.ts';

type Variables = Readonly<Record<string, unknown>>;

interface Compiled {
  readonly operation: OperationDefinitionNode;
  readonly query: (root: unknown, context: unknown, variables: Variables) => ExecutionResult | Promise<ExecutionResult>;
}

/** Queries that are kept compiled, the one that was asked longest ago forgotten first: each takes some hundred kilobytes. */
const KEPT = 256;

/**
 * Executes queries that come again as functions made for them. What is asked once is not worth compiling; what the
 * compiler must not read, or would answer in other words, is executed as ever. Variables were checked before (variables.ts).
 */
export const compiledQueries = (): Plugin => {
  const queries = createCompiledQueries();
  return {
    onExecute: ({ args: { schema, document, operationName, variableValues }, setExecuteFn }) => {
      const compiled = queries.of(schema, document, operationName ?? null);
      if (!compiled) return;
      const variables: Variables = variableValues ?? {};
      setExecuteFn(async ({ rootValue, contextValue }) => {
        const result = await compiled.query(rootValue, contextValue, variables);
        return result.errors ? { ...result, errors: result.errors.map((error) => located(error, document, compiled.operation)) } : result;
      });
    },
  };
};

/** The functions of the queries that come again. */
export function createCompiledQueries(most = KEPT) {
  // Documents are kept by the server's bounded cache; what is known of one goes with it.
  const seen = new WeakSet<DocumentNode>();
  const unfit = new WeakSet<DocumentNode>();
  const kept = new Map<DocumentNode, Compiled>();
  return {
    /** The function of a query; null where there is none, or not yet. */
    of: (schema: GraphQLSchema, document: DocumentNode, operationName: string | null): Compiled | null => {
      if (unfit.has(document)) return null;
      if (!seen.has(document)) {
        seen.add(document);
        return null;
      }
      const operation = soleOperation(document);
      // Whoever names another one is told so by graphql-js.
      if (operation && operationName && operation.name?.value !== operationName) return null;
      const compiled = kept.get(document) ?? (operation && compile(schema, document, operation));
      if (!compiled) {
        unfit.add(document);
        return null;
      }
      kept.delete(document);
      kept.set(document, compiled);
      const oldest = kept.keys().next();
      if (kept.size > most && !oldest.done) kept.delete(oldest.value);
      return compiled;
    },
    size: () => kept.size,
  };
}

function compile(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Compiled | null {
  const made = isCompilable(schema, document, operation) ? compileQuery(schema, document) : null;
  return made && isCompiledQuery(made) ? { operation, query: made.query } : null;
}

/** The compiler writes text of the document into the function it makes, and there is text it would write as code. */
const UNFIT = new Set<string>([Kind.STRING, Kind.DIRECTIVE]);

/** Queries that hold no text of the asker's own, and whose variables are plain values. */
function isCompilable(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): boolean {
  if (operation.operation !== OperationTypeNode.QUERY) return false;
  let fit = operation.variableDefinitions?.every(({ type }) => isPlain(schema, type)) ?? true;
  visit(document, {
    enter: (node) => {
      if (UNFIT.has(node.kind) || (node.kind === Kind.FIELD && isOdd(node))) fit = false;
    },
  });
  return fit;
}

/** A question about the schema; or a name that, written into an object as code, is no property of it. */
const isOdd = ({ name, alias }: FieldNode): boolean =>
  (name.value.startsWith('__') && name.value !== '__typename') || alias?.value === '__proto__';

function isPlain(schema: GraphQLSchema, type: TypeNode): boolean {
  const named = schema.getType(nameOf(type).name.value);
  return named !== undefined && (isEnumType(named) || isSpecifiedScalarType(named));
}

const nameOf = (type: TypeNode): NamedTypeNode => (type.kind === Kind.NAMED_TYPE ? type : nameOf(type.type));
