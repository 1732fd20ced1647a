import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
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

type Variables = Readonly<Record<string, unknown>>;

interface Compiled {
  readonly operation: OperationDefinitionNode;
  readonly query: (root: unknown, context: unknown, variables: Variables) => ExecutionResult | Promise<ExecutionResult>;
}

// Documents are kept by the server's bounded cache; what was compiled of one goes with it.
const seen = new WeakMap<DocumentNode, Map<string, Compiled | null>>();

/**
 * Executes queries that come again as functions made for them. What is asked once is not worth compiling; what the
 * compiler must not read, or would answer in other words, is executed as ever.
 */
export const compiledQueries = (): Plugin => ({
  onExecute: ({ args: { schema, document, operationName, variableValues }, setExecuteFn }) => {
    const compiled = compiledOf(schema, document, operationName ?? '');
    if (!compiled) return;
    const variables: Variables = variableValues ?? {};
    // What is wrong with variables is told by graphql-js.
    const { errors } = getVariableValues(schema, compiled.operation.variableDefinitions ?? [], variables);
    if (errors) return;
    setExecuteFn(async ({ rootValue, contextValue }) => {
      const result = await compiled.query(rootValue, contextValue, variables);
      return result.errors ? { ...result, errors: result.errors.map((error) => located(error, document, compiled.operation)) } : result;
    });
  },
});

function compiledOf(schema: GraphQLSchema, document: DocumentNode, operationName: string): Compiled | null {
  const known = seen.get(document);
  if (!known) {
    seen.set(document, new Map());
    return null;
  }
  const earlier = known.get(operationName);
  if (earlier !== undefined) return earlier;
  const operation = getOperationAST(document, operationName || null);
  const compiled = operation && isCompilable(schema, document, operation) ? compileQuery(schema, document, operationName) : null;
  const made = operation && compiled && isCompiledQuery(compiled) ? { operation, query: compiled.query } : null;
  known.set(operationName, made);
  return made;
}

/** The compiler writes text of the document into the function it makes, and there is text it would write as code. */
const UNFIT = new Set<string>([Kind.STRING, Kind.DIRECTIVE]);

/** Queries that hold no text of the asker's own, and whose variables are plain values. */
function isCompilable(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): boolean {
  if (operation.operation !== OperationTypeNode.QUERY) return false;
  let fit = operation.variableDefinitions?.every(({ type }) => isPlain(schema, type)) ?? true;
  visit(document, {
    enter: (node) => {
      const ofSchema = node.kind === Kind.FIELD && node.name.value.startsWith('__') && node.name.value !== '__typename';
      if (ofSchema || UNFIT.has(node.kind)) fit = false;
    },
  });
  return fit;
}

function isPlain(schema: GraphQLSchema, type: TypeNode): boolean {
  const named = schema.getType(nameOf(type).name.value);
  return named !== undefined && (isEnumType(named) || isSpecifiedScalarType(named));
}

const nameOf = (type: TypeNode): NamedTypeNode => (type.kind === Kind.NAMED_TYPE ? type : nameOf(type.type));
