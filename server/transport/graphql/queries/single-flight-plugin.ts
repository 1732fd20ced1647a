import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Access, accessNow } from '#domain/access/access.ts';
import type { Context } from '#domain/request-context.ts';
import { singleFlightByKey } from '#domain/single-flight-by-key.ts';
import type { MeteredContext } from '../cost/cost-limit.ts';
import { soleOperation } from '../documents.ts';

/** Types whose rows are the same for all who may see the same rows. Any other type may depend on the viewer. */
const SHAREABLE_TYPES = new Set(['LeadConnection', 'LeadEdge', 'PageInfo', 'Lead', 'Customer', 'Pipeline', 'PipelineColumn', 'User']);
const SHAREABLE_ROOT_FIELD = 'pipeline';

interface KnownDocument {
  readonly number: number;
  readonly shareable: boolean;
  /** The variables that say whose rows are asked for. */
  readonly ownersIn: readonly string[];
}

interface SharedRead {
  readonly key: string;
  execute(): Promise<ExecutionResult>;
}

const texts = new WeakMap<object, string>();

/**
 * Executes identical reads of the board once for all waiting requests of people who may see the same rows. A request only joins an execution that
 * starts after it arrived, so everyone sees their own writes. The execution has its own context, created when it starts:
 * without data of another request, and without a viewer. Permission and cost are checked for each request before.
 */
export function singleFlightReads(createSharedContext: (access: Access) => Context): Plugin<MeteredContext> {
  const documents = new WeakMap<DocumentNode, KnownDocument>();
  let count = 0;
  const run = singleFlightByKey(
    ({ key }: SharedRead) => key,
    ({ execute }: SharedRead) => execute(),
  );
  const keyOf = ({ schema, document, operationName, variableValues }: ExecutionArgs, access: Access): string | null => {
    const known = documents.get(document) ?? { number: ++count, ...shareability(schema, document) };
    documents.set(document, known);
    try {
      // The shared execution has no viewer whose own rows there could be.
      const forEveryone = known.ownersIn.every((name) => (variableValues?.[name] ?? 'EVERYONE') === 'EVERYONE');
      return known.shareable && forEveryone
        ? JSON.stringify([access.key, known.number, operationName ?? null, variableValues ?? null])
        : null;
    } catch {
      // Too deeply nested to serialize: execution reports the error.
      return null;
    }
  };
  return {
    onExecute: ({ args, executeFn, setExecuteFn }) => {
      const context: MeteredContext = args.contextValue;
      // WebSockets and event streams serialize results themselves.
      const access = context.response ? context.viewer?.access : undefined;
      const key = access ? keyOf(args, access) : null;
      if (!access || key === null) return;
      const shared = accessNow(access);
      setExecuteFn(async ({ schema, document, operationName, variableValues }: ExecutionArgs) => {
        const execute = async () =>
          executeFn({ schema, document, operationName, variableValues, contextValue: createSharedContext(shared) });
        const result = await run({ key, execute });
        return result.errors ? { ...result } : { ...result, stringify: stringifyOnce };
      });
    },
  };
}

/** Writes the shared data as text once; the extensions (cost) belong to each request. */
function stringifyOnce({ data, extensions }: ExecutionResult): string {
  if (!data) return JSON.stringify({ data, extensions });
  const text = texts.get(data) ?? JSON.stringify(data);
  texts.set(data, text);
  return extensions ? `{"data":${text},"extensions":${JSON.stringify(extensions)}}` : `{"data":${text}}`;
}

function shareability(schema: GraphQLSchema, document: DocumentNode): Pick<KnownDocument, 'shareable' | 'ownersIn'> {
  const ownersIn: string[] = [];
  if (soleOperation(document)?.operation !== OperationTypeNode.QUERY) return { shareable: false, ownersIn };
  const types = new TypeInfo(schema);
  let shareable = true;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ name }) => {
        const parent = types.getParentType();
        const type = getNamedType(types.getType());
        const otherRoot = parent === schema.getQueryType() && name.value !== SHAREABLE_ROOT_FIELD;
        const otherType = !type || (isCompositeType(type) && !(isObjectType(type) && SHAREABLE_TYPES.has(type.name)));
        if (otherRoot || otherType || name.value.startsWith('__')) shareable = false;
      },
      Argument: ({ name, value }) => {
        // `where` and `orderBy` may reach rows that only some people see.
        if (name.value === 'where' || name.value === 'orderBy') shareable = false;
        if (name.value !== 'owners') return;
        if (value.kind === Kind.VARIABLE) ownersIn.push(value.name.value);
        else shareable = false;
      },
    }),
  );
  return { shareable, ownersIn };
}
