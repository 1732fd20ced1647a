import { type Shop, ShopFailure, type ShopPage } from '#server/integrations/shopify/port.ts';
import type { ServiceDeps } from '../deps.ts';
import { laterOf, readSyncState, type SyncState, saveSyncState } from './sync-state.ts';
import { type EventMode, upsertOrders } from './upsert-orders.ts';

export interface ReadProgress {
  /** Orders read so far. */
  readonly read: number;
  /** Null where they were not counted. */
  readonly total: number | null;
}

export interface RunOptions {
  /** Called after every stored page, and awaited before the next one. */
  readonly onProgress?: (progress: ReadProgress) => unknown;
  readonly signal?: AbortSignal;
  /** Null for the system. */
  readonly actorId: string | null;
  /** Reads at least what has changed since then. */
  readonly atLeastSince?: Date;
}

export interface RunOutcome {
  /** Orders that are new or changed. */
  readonly synced: number;
  /** Orders that could not be read. */
  readonly unreadable: number;
}

/** A first import of more orders than this reads an export file instead of pages. */
export const BULK_FROM = 5_000;
/** An order that changed shortly before the newest one may become visible after it. */
const OVERLAP = 5 * 60_000;
/** Shopify's cursors end after 25,000 orders. */
const MAX_DEPTH = 20_000;
/** Incomplete orders of an export that are fetched together. */
const REFETCH_BATCH = 50;

interface RunDeps extends ServiceDeps {
  readonly shop: Shop;
}

/** Reads all orders the first time, and those that have changed after that. Each page and the sync state are saved in one transaction. */
export function createRun({ shop, ...deps }: RunDeps) {
  const { db, clock } = deps;
  const upsert = upsertOrders(deps);

  return async ({ onProgress = () => undefined, signal, actorId, atLeastSince }: RunOptions): Promise<RunOutcome> => {
    let state = await readSyncState(db, shop.store);
    let [read, synced, unreadable] = [0, 0, 0];
    let total: number | null = null;

    const store = async (page: Omit<ShopPage, 'next'>, next: SyncState, events: EventMode) => {
      const counts = await db.transaction(async (tx) => {
        const summary = await upsert(tx, page.orders, { actorId, events });
        await saveSyncState(tx, next, clock.now());
        return summary;
      });
      state = next;
      read += page.orders.length;
      synced += counts.created + counts.changed;
      unreadable += page.unreadable + counts.invalid;
      await onProgress({ read, total });
      signal?.throwIfAborted();
    };

    const setState = async (next: SyncState) => {
      await db.transaction((tx) => saveSyncState(tx, next, clock.now()));
      state = next;
    };

    /** Reads the export file, from where an interrupted run left it. */
    const readExport = async (bulk: NonNullable<SyncState['bulk']>) => {
      for await (const chunk of prefetch(shop.readExport(bulk, bulk.lines, signal))) {
        await store(chunk, { ...state, bulk: { ...bulk, lines: chunk.lines } }, 'together');
        for (let at = 0; at < chunk.incomplete.length; at += REFETCH_BATCH) {
          const orders = await shop.orders(chunk.incomplete.slice(at, at + REFETCH_BATCH), signal);
          await store({ orders, unreadable: 0 }, state, 'together');
        }
      }
      await setState({ ...state, watermark: bulk.begunAt, isComplete: true, bulk: null });
    };

    const readPages = async (since: Date | null, events: EventMode) => {
      for await (const page of prefetch(pagesOf(shop, since, signal))) {
        const watermark = page.orders.reduce((newest, { updatedAt }) => laterOf(newest, updatedAt), state.watermark);
        await store(page, { ...state, watermark }, events);
      }
    };

    if (!state.isComplete) {
      const isFirstRun = state.watermark === null && state.bulk === null;
      total = await shop.count(state.bulk ? null : state.watermark, 1_000_000, signal);
      if (isFirstRun && total > BULK_FROM) await setState({ ...state, bulk: await beginExport(shop, signal) });
      try {
        if (state.bulk) await readExport(state.bulk);
      } catch (error) {
        if (!(error instanceof ShopFailure && error.code === 'export')) throw error;
        // Pages are slower, but they work without an export.
        await setState({ ...state, bulk: null });
      }
    }
    const events = state.isComplete ? 'each' : 'together';
    const from = state.watermark && new Date(state.watermark.getTime() - OVERLAP);
    await readPages(from && atLeastSince && atLeastSince < from ? atLeastSince : from, events);
    if (!state.isComplete) await setState({ ...state, isComplete: true });
    return { synced, unreadable };
  };
}

async function beginExport(shop: Shop, signal?: AbortSignal): Promise<SyncState['bulk']> {
  try {
    return { ...(await shop.beginExport(signal)), lines: 0 };
  } catch (error) {
    if (error instanceof ShopFailure && (error.code === 'export' || error.code === 'refused')) return null;
    throw error;
  }
}

/** Pages in the order of changes. Before a cursor reaches its limit, paging restarts from the last change. */
async function* pagesOf(shop: Shop, since: Date | null, signal?: AbortSignal): AsyncGenerator<ShopPage> {
  let from = since;
  let after: string | null = null;
  let depth = 0;
  for (;;) {
    const page: ShopPage = await shop.changes({ since: from, after, signal });
    yield page;
    if (page.next === null) return;
    depth += page.orders.length;
    const last = page.orders.at(-1)?.updatedAt ?? null;
    const restart = depth >= MAX_DEPTH && last !== null && (from === null || last > from);
    from = restart ? last : from;
    after = restart ? null : page.next;
    depth = restart ? 0 : depth;
  }
}

/** Fetches the next item while the current one is processed; never more than two are in memory. */
async function* prefetch<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = iterator.next();
      // Awaited in the next round: a failure before that is not unhandled.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
