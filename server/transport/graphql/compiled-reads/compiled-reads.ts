import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  locatedError,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { narrowed } from '#domain/access/narrowed.ts';
import { LimitExceeded, QueryTimeout } from '#domain/failures.ts';
import { readRequest } from '#domain/page.ts';
import { type DatabaseMeter, withDatabaseMeter } from '#domain/query/database-time.ts';
import { ListRead, RowRead } from '#domain/query/field-reads.ts';
import type { PreparedRead } from '#domain/query/service.ts';
import type { Viewer } from '#domain/viewer.ts';
import { countResponseBytes, readLimitReached, runMetered } from '#server/database/read-meter.ts';
import type { Admitted, CostLimit, MeteredContext } from '../cost/cost-limit.ts';
import { BYTES_PER_CHARACTER, type DocumentCache, soleOperation } from '../documents.ts';
import type { GraphQLRequest } from '../prepare-operation.ts';
import { coerceVariables } from '../variables.ts';
import { type PlannedField, type PlannedList, planRead, type ReadPlan } from './plan.ts';
import { JsonWriter, type WrittenRows, writeField } from './write-rows.ts';

interface CompiledReadsOptions {
  readonly schema: GraphQLSchema;
  /** Valid documents of signed-in people: the limits on documents were checked when one came for the first time. */
  readonly documents: DocumentCache;
  readonly costLimit: CostLimit;
  /** Bytes a response may have. */
  readonly responseBytes: number;
}

/** What became of an operation: its response; or that it is executed normally, not charged again where it was admitted. */
export interface CompiledAnswer {
  readonly body: Buffer | null;
  readonly admitted: Admitted | null;
}

/** An operation of a document, with its plans by the values of the variables in its directives. */
interface CompiledOperation {
  readonly operation: OperationDefinitionNode;
  readonly directiveVariables: readonly string[];
  /** The variables that its cost may depend on. */
  readonly costVariables: readonly string[];
  readonly costs: LRUCache<string, number>;
  readonly plans: LRUCache<string, { readonly plan: ReadPlan | null }>;
}

/** Bytes that documents with plans may take together; a plan is smaller than its document. */
const CACHE_BYTES = 20 * 1024 * 1024;
const PLANS_PER_DOCUMENT = 16;
const COSTS_PER_DOCUMENT = 100;

/** Arguments of lists that no cost depends on. */
const FREE_ARGUMENTS = new Set(['after', 'before', 'filter', 'id', 'orderBy', 'owners', 'search', 'where']);

/** A failure that took longer is not followed by the normal execution, which would take as long again: the database is away. */
const TRY_AGAIN_WITHIN_MS = 1_000;

const NORMALLY: CompiledAnswer = { body: null, admitted: null };

/**
 * Answers queries that are made of columns and relations of entities alone: each of their fields is one statement, whose rows are
 * written into the response as they come. It checks what the normal execution checks: session, document, variables, cost and size.
 */
export function createCompiledReads({ schema, documents, costLimit, responseBytes }: CompiledReadsOptions) {
  const operations = new LRUCache<DocumentNode, CompiledOperation>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (_operation, { loc }) => ((loc?.end ?? 0) + 1) * BYTES_PER_CHARACTER,
  });
  const rejected = new WeakSet<DocumentNode>();

  const operationOf = (document: DocumentNode): CompiledOperation | null => {
    if (rejected.has(document)) return null;
    const known = operations.get(document);
    if (known) return known;
    const found = describeOperation(document);
    if (found) operations.set(document, found);
    else rejected.add(document);
    return found;
  };

  const planOf = (document: DocumentNode, { operation, directiveVariables, plans }: CompiledOperation, variables: Variables) => {
    const key = JSON.stringify(directiveVariables.map((name) => variables[name] ?? null));
    const known = plans.get(key);
    if (known) return known.plan;
    const plan = planRead(schema, document, operation, variables);
    plans.set(key, { plan });
    return plan;
  };

  const costOf = ({ costVariables, costs }: CompiledOperation, variables: Variables) => {
    const key = JSON.stringify(costVariables.map((name) => variables[name] ?? null));
    return { known: costs.get(key), keep: (cost: number) => void costs.set(key, cost) };
  };

  const run = async (plan: ReadPlan, prepared: readonly PreparedRead[], eventCursor: bigint, meter: DatabaseMeter): Promise<JsonWriter> => {
    const isAnalyst = prepared.some((each) => each.isAnalyst);
    const readAll = () => Promise.all(prepared.map((each) => each.run()));
    const rows = await (isAnalyst ? withDatabaseMeter(meter, readAll) : readAll());
    const writer = new JsonWriter(rows.reduce((sum, { bytes }) => sum + bytes * 2, 1_024));
    writer.ascii('{"data":');
    for (const [index, field] of plan.fields.entries()) {
      const [text, read, found] = [plan.texts[index], prepared[index], rows[index]];
      if (!text || !read || !found) throw new Error('A plan has a statement for each of its fields.');
      writer.text(text);
      const lists = read.cursors.map((cursor, at) => ({
        columns: (at === 0 ? field : field.nested[at - 1])?.columns.length ?? 0,
        cursor,
        bounds: read.bounds[at] ?? ONE_ROW,
      }));
      const written: WrittenRows = { rows: found, lists, eventCursor };
      writeField(writer, field.parts, field.read instanceof ListRead, written);
    }
    const last = plan.texts.at(-1);
    if (last) writer.text(last);
    return writer;
  };

  return async ({ query, operationName, variables }: GraphQLRequest, context: MeteredContext): Promise<CompiledAnswer> => {
    const { viewer, dryRun, response, eventCursor } = context;
    const document = viewer && response && !dryRun ? documents.get(query) : undefined;
    const compiled = document ? operationOf(document) : null;
    if (!viewer || !response || !document || !compiled) return NORMALLY;
    if (operationName && compiled.operation.name?.value !== operationName) return NORMALLY;
    const ready = unlessRefused(() => {
      const coerced = coerceVariables(schema, compiled.operation, variables);
      const plan = coerced && planOf(document, compiled, coerced);
      return (
        plan && { plan, prepared: plan.fields.map((field) => prepare(field, coerced, context, viewer)), cost: costOf(compiled, coerced) }
      );
    });
    if (!ready) return NORMALLY;

    const { plan, prepared, cost } = ready;
    const decision = costLimit.authorize({ schema, document, operationName, variables, knownCost: cost.known }, context);
    if (decision.shortCircuit) return { body: null, admitted: { decision, result: null } };
    if (cost.known === undefined) cost.keep(decision.cost.requested);
    const meter: DatabaseMeter = { milliseconds: 0, points: 0 };
    const runCharged = async () => {
      try {
        return await run(plan, prepared, eventCursor, meter);
      } finally {
        if (meter.points > 0) costLimit.afterRun(decision.cost, meter.points, context);
      }
    };
    const began = performance.now();
    return runMetered(responseBytes, async () => {
      try {
        const writer = await runCharged();
        const tooLarge = countResponseBytes(writer.result().length, responseBytes);
        if (tooLarge) return { body: null, admitted: { decision, result: refused(tooLarge) } };
        writer.text(Buffer.from(`,"extensions":${JSON.stringify({ cost: response.cost })}}`));
        return { body: writer.result(), admitted: null };
      } catch (error) {
        const isTriedAgain = performance.now() - began < TRY_AGAIN_WITHIN_MS;
        return { body: null, admitted: { decision, result: resultOf(error, plan, isTriedAgain) } };
      }
    });
  };
}

export type CompiledReads = ReturnType<typeof createCompiledReads>;

type Variables = Readonly<Record<string, unknown>>;

/** Null where an argument is refused, or anything else fails: the normal execution reports it, and nothing was charged yet. */
function unlessRefused<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

function prepare(field: PlannedField, variables: Variables, { services }: MeteredContext, viewer: Viewer): PreparedRead {
  return services.analyst.prepareRead(
    viewer,
    requestOf(field, variables, viewer),
    field.nested.map((each) => requestOf(each, variables, viewer)),
  );
}

function requestOf<List extends PlannedList>(selection: List, variables: Variables, viewer: Viewer) {
  const { id, where, orderBy, owners, ...args } = selection.argumentsOf(variables);
  const { read } = selection;
  if (read instanceof RowRead) return { selection, reader: viewer, query: { filter: { id: { eq: id } } }, bounds: ONE_ROW };
  const query = { where, orderBy, filter: read.filter(args) };
  return { selection, reader: narrowed(viewer, owners, read.narrows), query, bounds: readRequest(args) };
}

const ONE_ROW = { size: 1, cursor: null, backwards: false } as const;

/**
 * The result of an operation that failed. What a limit or the statement timeout ended is not tried again; anything else is executed
 * normally, which reports it as ever.
 */
function resultOf(error: unknown, { fields }: ReadPlan, isTriedAgain: boolean): ExecutionResult | null {
  const reached = readLimitReached();
  if (reached) return refused(reached);
  const [field, another] = fields;
  const isFinal = !another && (error instanceof LimitExceeded || error instanceof QueryTimeout);
  if (!field || !(isFinal || (!isTriedAgain && error instanceof Error))) return null;
  const { responseName, nodes, read } = field;
  const data = another || read instanceof ListRead ? null : { [responseName]: null };
  return { data, errors: [locatedError(error, nodes, [responseName])] };
}

const refused = ({ message, code }: LimitExceeded): ExecutionResult => ({ errors: [new GraphQLError(message, { extensions: { code } })] });

/** The query of a document that has just one operation; null for any other. */
function describeOperation(document: DocumentNode): CompiledOperation | null {
  const operation = soleOperation(document);
  if (operation?.operation !== 'query') return null;
  const directiveVariables = new Set<string>();
  const costVariables = new Set<string>();
  const variablesIn = (node: Parameters<typeof visit>[0], names: Set<string>) =>
    visit(node, { Variable: ({ name }) => void names.add(name.value) });
  visit(document, {
    Directive: (node) => {
      variablesIn(node, directiveVariables);
      return false;
    },
    Argument: (node) => {
      if (!FREE_ARGUMENTS.has(node.name.value)) variablesIn(node, costVariables);
      return false;
    },
  });
  return {
    operation,
    directiveVariables: [...directiveVariables],
    costVariables: [...costVariables],
    costs: new LRUCache({ max: COSTS_PER_DOCUMENT }),
    plans: new LRUCache({ max: PLANS_PER_DOCUMENT }),
  };
}
