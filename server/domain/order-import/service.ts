import { ADVISORY_LOCKS, withAdvisoryLock } from '#server/database/advisory-lock.ts';
import { type Shop, ShopFailure, type ShopOrder } from '#server/integrations/shopify/port.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, ShopUnavailable } from '../failures.ts';
import type { Actor } from '../viewer.ts';
import { prepareRun, type RunOptions, type RunOutcome } from './run.ts';
import { PROVIDER, rememberEnd } from './sync-state.ts';
import { reportOf } from './telling.ts';
import { upsertOrders } from './upsert-orders.ts';

export interface ShopTest {
  readonly success: boolean;
  readonly message: string;
}

export interface OrderSync {
  /** Orders that are new or changed. */
  readonly synced: number;
  readonly message: string;
}

/** What somebody outside told us of an order, once verified. */
export interface ShopDelivery {
  /** The same whenever it is repeated. */
  readonly id: string;
  readonly topic: string;
  readonly eventId: string | null;
  readonly triggeredAt: Date | null;
  /** The order as it was then; null where it is about something else. */
  readonly order: ShopOrder | null;
}

export type DeliveryOutcome = 'stored' | 'unchanged' | 'ignored' | 'repeated';

interface OrderImportDeps extends ServiceDeps {
  /** Null where none is configured. */
  readonly shop: Shop | null;
}

export type OrderImport = ReturnType<typeof createOrderImport>;

export const NOT_CONFIGURED =
  'Shopify is not configured. Set SHOPIFY_STORE_DOMAIN and SHOPIFY_ACCESS_TOKEN (or SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET), then start the server again.';
const STOPPED = 'The sync was stopped. The next one goes on where it stopped.';
const RUNNING = 'Another server is syncing already.';
const UNINSTALLED = 'The app was uninstalled from the Shopify store.';

/** Milliseconds a webhook waits for the order as it is now; after that it is kept as it was told. */
const FRESH = 2_000;
/** How far back the nightly look goes: what no webhook and no sync brought in meanwhile. */
const NIGHTLY = 24 * 3_600_000;

/** Orders of the online store and who bought them: read when asked, told by webhooks, looked over at night. */
export const createOrderImport = ({ shop, ...deps }: OrderImportDeps) => {
  const { db, clock } = deps;
  const keepRows = upsertOrders(deps);
  const read = shop && prepareRun({ ...deps, shop });
  const over = new AbortController();
  let running: Promise<OrderSync> | null = null;

  const run = async (options: RunOptions): Promise<OrderSync> => {
    if (!read) throw new ShopUnavailable(NOT_CONFIGURED);
    const turn = await withAdvisoryLock(db.pool, ADVISORY_LOCKS.orderSync, async (): Promise<RunOutcome> => {
      try {
        const outcome = await read(options);
        await rememberEnd(deps, null);
        return outcome;
      } catch (error) {
        const message = options.signal?.aborted ? STOPPED : error instanceof ShopFailure ? error.message : null;
        if (message === null) throw error;
        await rememberEnd(deps, message);
        throw new ShopUnavailable(message, { cause: error });
      }
    });
    if (!turn) throw new Conflict(RUNNING);
    const { synced, unreadable } = turn.result;
    return { synced, message: `Successfully synced ${synced} orders from your Shopify store${leftOut(unreadable)}` };
  };

  /** Whoever asks while one runs is told what came of that one. */
  const join = (options: RunOptions): Promise<OrderSync> => {
    const signal = options.signal ? AbortSignal.any([options.signal, over.signal]) : over.signal;
    running ??= run({ ...options, signal }).finally(() => {
      running = null;
    });
    return running;
  };

  /** The order as it is now, where the store says so in time. */
  const asItIsNow = async (told: ShopOrder): Promise<ShopOrder> => {
    const patience = AbortSignal.timeout(FRESH);
    try {
      const [order] = (await shop?.orders([told.id], patience)) ?? [];
      return order ?? told;
    } catch (error) {
      if (error instanceof ShopFailure || patience.aborted) return told;
      throw error;
    }
  };

  return {
    /** Whether there is a store to read. */
    isConfigured: shop !== null,

    /** Whether the store knows us, and what it keeps from us. */
    test: async (): Promise<ShopTest> => {
      if (!shop) return { success: false, message: NOT_CONFIGURED };
      try {
        return reportOf(await shop.test());
      } catch (error) {
        if (error instanceof ShopFailure) return { success: false, message: error.message };
        throw error;
      }
    },

    /** Reads everything the first time and what changed after that; goes on where it was stopped. */
    sync: (viewer: Actor | null, options: Omit<RunOptions, 'actorId' | 'atLeastSince'> = {}): Promise<OrderSync> =>
      join({ ...options, actorId: viewer?.id ?? null }),

    /** Looks over the last day again, for what was told to nobody. */
    reconcile: async (options: Omit<RunOptions, 'actorId' | 'atLeastSince'> = {}): Promise<OrderSync> => {
      const now = clock.now().getTime();
      return join({ ...options, actorId: null, atLeastSince: new Date(now - NIGHTLY) });
    },

    /** Breaks off the sync that runs: the server stops. The next one goes on from there. */
    stop: (): void => over.abort(),

    /** Takes one delivery of a webhook; the same one again, late ones and those in the wrong order change nothing. */
    take: async ({ id, topic, eventId, triggeredAt, order }: ShopDelivery): Promise<DeliveryOutcome> => {
      const delivery = { provider: PROVIDER, deliveryId: id };
      if (await db.prisma.webhookDelivery.findUnique({ where: { provider_deliveryId: delivery } })) return 'repeated';
      const current = order && (await asItIsNow(order));
      const row = { ...delivery, topic, eventId, triggeredAt, receivedAt: clock.now(), outcome: 'ignored' };
      const outcome = await db.transaction(async (tx): Promise<DeliveryOutcome> => {
        const { count } = await tx.webhookDelivery.createMany({ data: [row], skipDuplicates: true });
        if (count === 0) return 'repeated';
        if (!current) return 'ignored';
        const { created, changed } = await keepRows(tx, [current], { actorId: null, telling: 'each' });
        const came = created + changed > 0 ? 'stored' : 'unchanged';
        await tx.webhookDelivery.update({ where: { provider_deliveryId: delivery }, data: { outcome: came } });
        return came;
      });
      if (topic === 'app/uninstalled' && outcome === 'ignored') await rememberEnd(deps, UNINSTALLED);
      return outcome;
    },
  };
};

const leftOut = (count: number): string =>
  count === 0 ? '' : `. ${count === 1 ? '1 order' : `${count} orders`} could not be read and ${count === 1 ? 'was' : 'were'} left out.`;
