import { type Shop, ShopFailure, type ShopPage } from '#server/integrations/shopify/port.ts';
import type { ServiceDeps } from '../deps.ts';
import { prefetch } from './prefetch.ts';
import { later, readSyncState, type SyncState, saveSyncState } from './sync-state.ts';
import { type EventMode, upsertOrders } from './upsert-orders.ts';

export interface Progress {
  /** Orders that are read by now. */
  readonly read: number;
  /** How many there are; null where nobody counted. */
  readonly total: number | null;
}

export interface RunOptions {
  /** Hears of every page that was kept; the next one waits for it. */
  readonly progress?: (progress: Progress) => unknown;
  readonly signal?: AbortSignal;
  /** Who asked; null for the system. */
  readonly actorId: string | null;
  /** Reads at least what changed since. */
  readonly atLeastSince?: Date;
}

export interface RunOutcome {
  /** Orders that are new or changed. */
  readonly synced: number;
  /** Orders that made no sense. */
  readonly unreadable: number;
}

/** From so many orders on, a first import asks for a file instead of pages. */
export const BULK_FROM = 5_000;
/** What changed shortly before the last one we saw may have been written after it. */
const OVERLAP = 5 * 60_000;
/** A cursor leads no farther than 25,000 orders. */
const DEEPEST = 20_000;
/** Orders asked for again at a time. */
const AGAIN = 50;

interface RunDeps extends ServiceDeps {
  readonly shop: Shop;
}

/** Reads the store: everything the first time, what changed after that. Every page is kept together with how far it leads. */
export function prepareRun({ shop, ...deps }: RunDeps) {
  const { db, clock } = deps;
  const keepRows = upsertOrders(deps);

  return async ({ progress = () => undefined, signal, actorId, atLeastSince }: RunOptions): Promise<RunOutcome> => {
    let place = await readSyncState(db, shop.store);
    let [read, synced, unreadable] = [0, 0, 0];
    let total: number | null = null;

    const keep = async ({ orders, unreadable: odd }: Omit<ShopPage, 'next'>, reached: SyncState, telling: EventMode) => {
      const kept = await db.transaction(async (tx) => {
        const counts = await keepRows(tx, orders, { actorId, telling });
        await saveSyncState(tx, reached, clock.now());
        return counts;
      });
      place = reached;
      read += orders.length;
      synced += kept.created + kept.changed;
      unreadable += odd + kept.invalid;
      await progress({ read, total });
      signal?.throwIfAborted();
    };

    const setPlace = async (reached: SyncState) => {
      await db.transaction((tx) => saveSyncState(tx, reached, clock.now()));
      place = reached;
    };

    /** The file of everything, from where it was left. */
    const readExport = async (bulk: NonNullable<SyncState['bulk']>) => {
      for await (const piece of prefetch(shop.readExport(bulk, bulk.lines, signal))) {
        await keep(piece, { ...place, bulk: { ...bulk, lines: piece.lines } }, 'together');
        for (let at = 0; at < piece.incomplete.length; at += AGAIN) {
          const orders = await shop.orders(piece.incomplete.slice(at, at + AGAIN), signal);
          await keep({ orders, unreadable: 0 }, place, 'together');
        }
      }
      await setPlace({ ...place, watermark: bulk.begunAt, isComplete: true, bulk: null });
    };

    const readPages = async (since: Date | null, telling: EventMode) => {
      for await (const page of prefetch(pagesOf(shop, since, signal))) {
        const watermark = page.orders.reduce((newest, { updatedAt }) => later(newest, updatedAt), place.watermark);
        await keep(page, { ...place, watermark }, telling);
      }
    };

    if (!place.isComplete) {
      const isFresh = place.watermark === null && place.bulk === null;
      total = await shop.count(place.bulk ? null : place.watermark, 1_000_000, signal);
      if (isFresh && total > BULK_FROM) await setPlace({ ...place, bulk: await beginExport(shop, signal) });
      try {
        if (place.bulk) await readExport(place.bulk);
      } catch (error) {
        if (!(error instanceof ShopFailure && error.trouble === 'export')) throw error;
        // It came to nothing; pages are slower, and do.
        await setPlace({ ...place, bulk: null });
      }
    }
    const telling = place.isComplete ? 'each' : 'together';
    const from = place.watermark && new Date(place.watermark.getTime() - OVERLAP);
    await readPages(from && atLeastSince && atLeastSince < from ? atLeastSince : from, telling);
    if (!place.isComplete) await setPlace({ ...place, isComplete: true });
    return { synced, unreadable };
  };
}

async function beginExport(shop: Shop, signal?: AbortSignal): Promise<SyncState['bulk']> {
  try {
    return { ...(await shop.beginExport(signal)), lines: 0 };
  } catch (error) {
    if (error instanceof ShopFailure && (error.trouble === 'export' || error.trouble === 'refused')) return null;
    throw error;
  }
}

/** Pages in the order of changes; where a cursor would lead too far, they begin anew from the last change. */
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
    const restart = depth >= DEEPEST && last !== null && (from === null || last > from);
    from = restart ? last : from;
    after = restart ? null : page.next;
    depth = restart ? 0 : depth;
  }
}
