import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { coalesceEach } from '#domain/coalesce-each.ts';
import type { MeteredContext } from '../cost/admission.ts';
import { soleOperation } from './sole-operation.ts';

/** Types whose rows are the same for everyone who is signed in; what hangs on a row besides them may depend on who asks. */
const SAME_FOR_ALL = new Set(['LeadConnection', 'LeadEdge', 'PageInfo', 'Lead', 'Customer', 'Pipeline', 'PipelineColumn']);
/** Where such questions begin. */
const ENTRANCES = new Set(['leads', 'pipeline']);

interface Known {
  readonly number: number;
  readonly shared: boolean;
}

interface Question {
  readonly key: string;
  run(): Promise<ExecutionResult>;
}

const texts = new WeakMap<object, string>();

/**
 * Requests for the pipeline that come together are answered together: each distinct one is executed once for all who wait.
 * Nobody is told what was already being read when they asked, so everyone sees their own writes; who may ask, and what it
 * costs, is decided for each before.
 */
export function sharedAnswers(): Plugin<MeteredContext> {
  const documents = new WeakMap<DocumentNode, Known>();
  let count = 0;
  const ask = coalesceEach(
    ({ key }: Question) => key,
    ({ run }: Question) => run(),
  );
  const keyOf = ({ schema, document, operationName, variableValues }: ExecutionArgs): string | null => {
    const known = documents.get(document) ?? { number: ++count, shared: isSameForAll(schema, document) };
    documents.set(document, known);
    try {
      return known.shared ? JSON.stringify([known.number, operationName ?? null, variableValues ?? null]) : null;
    } catch {
      // Nested too deep to be written down: executing it says what is wrong.
      return null;
    }
  };
  return {
    onExecute: ({ args, executeFn, setExecuteFn }) => {
      const context: MeteredContext = args.contextValue;
      // Over WebSocket and in streams an answer is written by itself.
      const key = context.viewer && context.answer ? keyOf(args) : null;
      if (key === null) return;
      setExecuteFn(async (executed: ExecutionArgs) => {
        const result = await ask({ key, run: async () => executeFn(executed) });
        return result.errors ? { ...result } : { ...result, stringify: writeOnce };
      });
    },
  };
}

/** The data of an answer is written as text once, for all who share it; what it cost each of them is their own. */
function writeOnce({ data, extensions }: ExecutionResult): string {
  if (!data) return JSON.stringify({ data, extensions });
  const text = texts.get(data) ?? JSON.stringify(data);
  texts.set(data, text);
  return extensions ? `{"data":${text},"extensions":${JSON.stringify(extensions)}}` : `{"data":${text}}`;
}

function isSameForAll(schema: GraphQLSchema, document: DocumentNode): boolean {
  if (soleOperation(document)?.operation !== OperationTypeNode.QUERY) return false;
  const types = new TypeInfo(schema);
  let same = true;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ name }) => {
        const parent = types.getParentType();
        const type = getNamedType(types.getType());
        const entrance = parent === schema.getQueryType() && !ENTRANCES.has(name.value);
        const inside = !type || (isCompositeType(type) && !(isObjectType(type) && SAME_FOR_ALL.has(type.name)));
        // `where` may look at rows that only some see.
        if (entrance || inside || name.value.startsWith('__')) same = false;
      },
      Argument: ({ name }) => {
        if (name.value === 'where' || name.value === 'orderBy') same = false;
      },
    }),
  );
  return same;
}
