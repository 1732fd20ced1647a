import { z } from 'zod';
import { isId } from '#contract/text.ts';
import type { EditableRow, Precondition } from '#domain/editable-row.ts';
import { type EditConflict, Forbidden, Invalid, NEEDS_WRITE, NotFound } from '#domain/failures.ts';
import { parse } from '#domain/parse.ts';
import { PRICES } from '#domain/prices.ts';
import type { Context } from '#domain/request-context.ts';
import { onlyReads, type Viewer } from '#domain/viewer.ts';

import { NotSignedIn } from '../errors.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The request of a public route. */
export interface RequestParams<Params, Query> {
  readonly context: Context;
  readonly services: Context['services'];
  readonly params: Params;
  readonly query: Query;
  /** The JSON body as sent; services validate it with the shared schemas. */
  readonly body: unknown;
  /** The header `If-Match` as sent. */
  readonly ifMatch: string | undefined;
}

/** The request of a route for signed-in users. */
export interface ViewerRequestParams<Params, Query> extends RequestParams<Params, Query> {
  readonly viewer: Viewer;
}

/** The request of a route for one row. */
export interface RowRequestParams<Params, Query> extends ViewerRequestParams<Params, Query> {
  /** The precondition in `If-Match`; empty without the header. */
  readonly precondition: Precondition;
}

interface RouteShape<Params extends z.ZodType, Query extends z.ZodType> {
  readonly method: Method;
  /** As in the specification, section 7; `:id` is a parameter. */
  readonly path: string;
  /** What it does and returns, in a sentence. */
  readonly description: string;
  readonly params: Params;
  readonly query: Query;
  /** The status of success: 200 by default, 201 for a new row. */
  readonly status?: 200 | 201;
  /** The cost in points. */
  readonly price?: number;
}

/** A row of the table of routes, ready to be called. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly description: string;
  readonly status: 200 | 201;
  readonly isPublic: boolean;
  readonly price: number;
  /** Throws where the viewer may not call it. */
  authorize(viewer: Viewer | null): void;
  run(request: RequestParams<unknown, unknown>): unknown;
}

/** A route for signed-in users, as nearly all are. Path and query are validated before it runs. */
export function route<Params extends z.ZodType, Query extends z.ZodType>(
  shape: RouteShape<Params, Query> & { run(request: ViewerRequestParams<z.output<Params>, z.output<Query>>): unknown },
): Route {
  return {
    ...shape,
    status: shape.status ?? 200,
    isPublic: false,
    price: shape.price ?? PRICES.usual,
    authorize: (viewer) => {
      if (!viewer) throw new NotSignedIn();
      if (shape.method !== 'GET' && onlyReads(viewer)) throw new Forbidden(NEEDS_WRITE);
    },
    run: (request) => {
      const { viewer } = request.context;
      if (!viewer) throw new NotSignedIn();
      return shape.run({ ...read(shape, request), viewer });
    },
  };
}

interface RowShape<Params extends z.ZodType, Query extends z.ZodType, Row extends EditableRow> extends RouteShape<Params, Query> {
  /** What the service throws when `If-Match` names another version. */
  readonly conflict: abstract new (
    ...args: never[]
  ) => EditConflict<Row>;
  present(row: Row): object;
  run(request: RowRequestParams<z.output<Params>, z.output<Query>>): Promise<Row>;
}

/** A route for signed-in people that returns one row with its `ETag`. One that changes the row accepts `If-Match`; 412 carries the current row. */
export function rowRoute<Params extends z.ZodType, Query extends z.ZodType, Row extends EditableRow>(
  shape: RowShape<Params, Query, Row>,
): Route {
  return route({
    ...shape,
    run: async (request) => {
      const id = ById.safeParse(request.params).data?.id;
      const precondition = id === undefined ? {} : readIfMatch(request.ifMatch, id);
      const row = await shape.run({ ...request, precondition }).catch((error: unknown) => {
        if (!(error instanceof shape.conflict)) throw error;
        throw new PreconditionFailed(error.message, shape.present(error.current), entityTagOf(error.current));
      });
      return new RowResponse(shape.present(row), entityTagOf(row));
    },
  });
}

/** One row as JSON, and its `ETag`. */
export class RowResponse {
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

/** A route that anyone may call, signed in or not. */
export function publicRoute<Params extends z.ZodType, Query extends z.ZodType>(
  shape: RouteShape<Params, Query> & { run(request: RequestParams<z.output<Params>, z.output<Query>>): unknown },
): Route {
  return {
    ...shape,
    status: shape.status ?? 200,
    isPublic: true,
    price: PRICES.free,
    authorize: () => {},
    run: (request) => shape.run(read(shape, request)),
  };
}

/** No path or query parameters. */
export const Nothing = z.object({});

/** A path with an id. A malformed one is invalid, an unknown one not found. */
export const ById = z.object({ id: z.string().refine(isId, 'Must be an id') });

/** The row, or throws `NotFound`. */
export function existing<Row>(row: Row | null, kind: string, id: string): Row {
  if (row === null) throw new NotFound(kind, id);
  return row;
}

/** The default and maximum length of a list: what clients of these routes take for "all". */
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
  request: RequestParams<unknown, unknown>,
) {
  return { ...request, params: parse(params, request.params), query: parse(query, request.query) };
}

// RFC 9110: `W/` marks a weak tag, which `If-Match` never accepts.
const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const TAGS = new RegExp(String.raw`^\s*${TAG}(?:\s*,\s*${TAG})*\s*$`);

/** The strong `ETag` of a row's version: `"<id>@<updatedAt>"`, both as the JSON has them. */
const entityTagOf = ({ id, updatedAt }: EditableRow): string => `"${id}@${updatedAt.toISOString()}"`;

/**
 * `If-Match` as a precondition for the row `id`. Absent or `*`: none; a row that does not exist is rejected anyway.
 * A header that is not a list of entity tags is `Invalid`; tags of other rows, and weak ones, match nothing.
 */
export function readIfMatch(header: string | undefined, id: string): Precondition {
  if (header === undefined || header.trim() === '*') return {};
  if (!TAGS.test(header)) throw new Invalid([{ path: '', message: 'If-Match must be * or an ETag in double quotes.' }]);
  const prefix = `"${id}@`;
  const times = [...header.matchAll(new RegExp(TAG, 'g'))]
    .filter(([tag]) => tag.startsWith(prefix))
    .map(([tag]) => new Date(tag.slice(prefix.length, -1)))
    .filter((time) => !Number.isNaN(time.getTime()));
  return { ifUpdatedAt: times };
}
