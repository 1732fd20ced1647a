import { z } from 'zod';
import { isId } from '#contract/text.ts';
import type { EditableRow, Precondition } from '#domain/editable-row.ts';
import { type EditConflict, Forbidden, NEEDS_WRITE, NotFound } from '#domain/failures.ts';
import { parse } from '#domain/parse.ts';
import { PRICES } from '#domain/prices.ts';
import type { Context } from '#domain/request-context.ts';
import { onlyReads, type Viewer } from '#domain/viewer.ts';
import { entityTagOf, readIfMatch } from './entity-tag.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a public route may see. */
export interface RequestParams<Params, Query> {
  readonly context: Context;
  readonly services: Context['services'];
  readonly params: Params;
  readonly query: Query;
  /** The JSON body as it came; services read it with the shared schemas. */
  readonly body: unknown;
  /** The header `If-Match` as it came. */
  readonly ifMatch: string | undefined;
}

/** What a route for signed-in people may see. */
export interface ViewerRequestParams<Params, Query> extends RequestParams<Params, Query> {
  readonly viewer: Viewer;
}

/** What a route that answers one row may see. */
export interface AskedForRow<Params, Query> extends ViewerRequestParams<Params, Query> {
  /** What `If-Match` asks of the row; empty without the header. */
  readonly precondition: Precondition;
}

interface RouteShape<Params extends z.ZodType, Query extends z.ZodType> {
  readonly method: Method;
  /** As in the specification, section 7; `:id` stands for a part. */
  readonly path: string;
  /** What it does and answers, in a sentence. */
  readonly does: string;
  readonly params: Params;
  readonly query: Query;
  /** The status of success; 200 when left out, 201 for a new row. */
  readonly status?: 200 | 201;
  /** What it costs; the usual when left out. */
  readonly price?: number;
}

/** A row of the table of routes, ready to be called. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly does: string;
  readonly status: 200 | 201;
  readonly isPublic: boolean;
  readonly price: number;
  /** Refuses whoever may not call it. */
  admit(viewer: Viewer | null): void;
  run(asked: RequestParams<unknown, unknown>): unknown;
}

/** A route for signed-in people, as nearly all are. Its parts and query are read with their schemas before it runs. */
export function route<Params extends z.ZodType, Query extends z.ZodType>(
  shape: RouteShape<Params, Query> & { run(asked: ViewerRequestParams<z.output<Params>, z.output<Query>>): unknown },
): Route {
  return {
    ...shape,
    status: shape.status ?? 200,
    isPublic: false,
    price: shape.price ?? PRICES.usual,
    admit: (viewer) => {
      if (!viewer) throw new NotSignedIn();
      if (shape.method !== 'GET' && onlyReads(viewer)) throw new Forbidden(NEEDS_WRITE);
    },
    run: (asked) => {
      const { viewer } = asked.context;
      if (!viewer) throw new NotSignedIn();
      return shape.run({ ...read(shape, asked), viewer });
    },
  };
}

interface RowShape<Params extends z.ZodType, Query extends z.ZodType, Row extends EditableRow> extends RouteShape<Params, Query> {
  /** What the service throws when `If-Match` names another version. */
  readonly conflict: abstract new (
    ...args: never[]
  ) => EditConflict<Row>;
  present(row: Row): object;
  run(asked: AskedForRow<z.output<Params>, z.output<Query>>): Promise<Row>;
}

/** A route for signed-in people that answers one row with its `ETag`. One that changes the row takes `If-Match`, and 412 carries the row as it is. */
export function rowRoute<Params extends z.ZodType, Query extends z.ZodType, Row extends EditableRow>(
  shape: RowShape<Params, Query, Row>,
): Route {
  return route({
    ...shape,
    run: async (asked) => {
      const id = ById.safeParse(asked.params).data?.id;
      const precondition = id === undefined ? {} : readIfMatch(asked.ifMatch, id);
      const row = await shape.run({ ...asked, precondition }).catch((error: unknown) => {
        if (!(error instanceof shape.conflict)) throw error;
        throw new PreconditionFailed(error.message, shape.present(error.current), entityTagOf(error.current));
      });
      return new RowAnswer(shape.present(row), entityTagOf(row));
    },
  });
}

/** One row as JSON, and its `ETag`. */
export class RowAnswer {
  readonly body: object;
  readonly entityTag: string;
  constructor(body: object, entityTag: string) {
    this.body = body;
    this.entityTag = entityTag;
  }
}

/** `If-Match` names another version of the row: 412. */
export class PreconditionFailed extends Error {
  /** The row as it is now, as JSON. */
  readonly current: object;
  readonly entityTag: string;
  constructor(message: string, current: object, entityTag: string) {
    super(message);
    this.name = 'PreconditionFailed';
    this.current = current;
    this.entityTag = entityTag;
  }
}

/** A route that anyone may call. */
export function publicRoute<Params extends z.ZodType, Query extends z.ZodType>(
  shape: RouteShape<Params, Query> & { run(asked: RequestParams<z.output<Params>, z.output<Query>>): unknown },
): Route {
  return {
    ...shape,
    status: shape.status ?? 200,
    isPublic: true,
    price: PRICES.free,
    admit: () => {},
    run: (asked) => shape.run(read(shape, asked)),
  };
}

/** Nobody is signed in: 401. */
export class NotSignedIn extends Error {
  constructor() {
    super('Please sign in.');
    this.name = 'NotSignedIn';
  }
}

/** Nothing to read from the path, or after the question mark. */
export const Nothing = z.object({});

/** A path with an id; one that cannot be an id is bad input, one that nobody has is not found. */
export const ById = z.object({ id: z.string().refine(isId, 'Must be an id') });

/** A row that was looked for, or `NotFound`. */
export function existing<Row>(row: Row | null, kind: string, id: string): Row {
  if (row === null) throw new NotFound(kind, id);
  return row;
}

/** The rows of a list, at most and when nothing is said: what clients of these routes take for "all". */
export const LIST_LIMIT = 10_000;

/** `?limit=`: how many rows. */
export const Limit = z.object({
  limit: z.coerce
    .number('limit must be a whole number')
    .int('limit must be a whole number')
    .min(1, 'limit must be at least 1')
    .max(LIST_LIMIT, `limit is at most ${LIST_LIMIT}`)
    .default(LIST_LIMIT),
});

function read<Params extends z.ZodType, Query extends z.ZodType>(
  { params, query }: RouteShape<Params, Query>,
  asked: RequestParams<unknown, unknown>,
) {
  return { ...asked, params: parse(params, asked.params), query: parse(query, asked.query) };
}
