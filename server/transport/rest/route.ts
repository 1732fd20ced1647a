import { z } from 'zod';
import { isId } from '#contract/text.ts';
import { Forbidden, NEEDS_WRITE } from '#domain/failures.ts';
import { parse } from '#domain/parse.ts';
import { PRICES } from '#domain/prices.ts';
import { onlyReads, type Viewer } from '#domain/viewer.ts';
import type { Context } from '#schema/context.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a public route may see. */
export interface Asked<Params, Query> {
  readonly context: Context;
  readonly services: Context['services'];
  readonly params: Params;
  readonly query: Query;
  /** The JSON body as it came; services read it with the shared schemas. */
  readonly body: unknown;
}

/** What a route for signed-in people may see. */
export interface AskedByViewer<Params, Query> extends Asked<Params, Query> {
  readonly viewer: Viewer;
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
  run(asked: Asked<unknown, unknown>): unknown;
}

/** A route for signed-in people, as nearly all are. Its parts and query are read with their schemas before it runs. */
export function route<Params extends z.ZodType, Query extends z.ZodType>(
  shape: RouteShape<Params, Query> & { run(asked: AskedByViewer<z.output<Params>, z.output<Query>>): unknown },
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

/** A route that anyone may call. */
export function publicRoute<Params extends z.ZodType, Query extends z.ZodType>(
  shape: RouteShape<Params, Query> & { run(asked: Asked<z.output<Params>, z.output<Query>>): unknown },
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
  asked: Asked<unknown, unknown>,
) {
  return { ...asked, params: parse(params, asked.params), query: parse(query, asked.query) };
}
