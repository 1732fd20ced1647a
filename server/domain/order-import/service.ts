import { ADVISORY_LOCKS, withAdvisoryLock } from '#server/database/advisory-lock.ts';
import { type Shop, ShopFailure, type ShopOrder, type ShopReport } from '#server/integrations/shopify/port.ts';
import { requirePermission } from '../access/access.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, ShopUnavailable } from '../failures.ts';
import type { Actor, Reader } from '../viewer.ts';
import { createRun, type RunOptions, type RunOutcome } from './run.ts';
import { PROVIDER, saveSyncResult } from './sync-state.ts';
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

/** A verified webhook delivery. */
export interface ShopDelivery {
  /** The same when a delivery is repeated. */
  readonly id: string;
  readonly topic: string;
  readonly eventId: string | null;
  readonly triggeredAt: Date | null;
  /** The order when it was sent; null for other topics. */
  readonly order: ShopOrder | null;
}

export type DeliveryOutcome = 'stored' | 'unchanged' | 'ignored' | 'repeated';

interface OrderImportDeps extends ServiceDeps {
  /** Null where Shopify is not configured. */
  readonly shop: Shop | null;
}

export type OrderImport = ReturnType<typeof createOrderImport>;

export const NOT_CONFIGURED =
  'Shopify is not configured. Set SHOPIFY_STORE_DOMAIN and SHOPIFY_ACCESS_TOKEN (or SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET), then start the server again.';
const STOPPED = 'The sync was interrupted. The next one resumes where it stopped.';
const RUNNING = 'Another server is already syncing.';
const UNINSTALLED = 'The app was uninstalled from the Shopify store.';

/** Milliseconds to wait for the current version of an order; after that the one in the delivery is stored. */
const FETCH_TIMEOUT_MS = 2_000;
/** How far back the nightly sync looks. */
const RECONCILE_MS = 24 * 3_600_000;

/** Imports orders and their customers from the online store: on request, by webhook and every night. */
export const createOrderImport = ({ shop, ...deps }: OrderImportDeps) => {
  const { db, clock } = deps;
  const upsert = upsertOrders(deps);
  const read = shop && createRun({ ...deps, shop });
  const stopping = new AbortController();
  let running: Promise<OrderSync> | null = null;

  const run = async (options: RunOptions): Promise<OrderSync> => {
    if (!read) throw new ShopUnavailable(NOT_CONFIGURED);
    const locked = await withAdvisoryLock(db.pool, ADVISORY_LOCKS.orderSync, async (): Promise<RunOutcome> => {
      try {
        const outcome = await read(options);
        await saveSyncResult(deps, null);
        return outcome;
      } catch (error) {
        const message = options.signal?.aborted ? STOPPED : error instanceof ShopFailure ? error.message : null;
        if (message === null) throw error;
        await saveSyncResult(deps, message);
        throw new ShopUnavailable(message, { cause: error });
      }
    });
    if (!locked) throw new Conflict(RUNNING);
    const { synced, unreadable } = locked.result;
    return { synced, message: `Successfully synced ${synced} orders from your Shopify store${skippedNote(unreadable)}` };
  };

  /** A caller joins the sync that is already running. */
  const join = (options: RunOptions): Promise<OrderSync> => {
    const signal = options.signal ? AbortSignal.any([options.signal, stopping.signal]) : stopping.signal;
    running ??= run({ ...options, signal }).finally(() => {
      running = null;
    });
    return running;
  };

  /** The current version of the order, where the store answers in time. */
  const fetchCurrent = async (delivered: ShopOrder): Promise<ShopOrder> => {
    const timeout = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    try {
      const [order] = (await shop?.orders([delivered.id], timeout)) ?? [];
      return order ?? delivered;
    } catch (error) {
      if (error instanceof ShopFailure || timeout.aborted) return delivered;
      throw error;
    }
  };

  return {
    isConfigured: shop !== null,

    /** Tests the credentials and the permissions. */
    test: async (reader: Reader): Promise<ShopTest> => {
      requirePermission(reader, 'integration', 'read');
      if (!shop) return { success: false, message: NOT_CONFIGURED };
      try {
        return describeConnection(await shop.test());
      } catch (error) {
        if (error instanceof ShopFailure) return { success: false, message: error.message };
        throw error;
      }
    },

    /** Imports all orders the first time, and what has changed after that. Resumes an interrupted sync. */
    sync: (viewer: Actor | null, options: Omit<RunOptions, 'actorId' | 'atLeastSince'> = {}): Promise<OrderSync> =>
      join({ ...options, actorId: viewer?.id ?? null }),

    /** Syncs the last day again, to pick up orders whose webhooks were not delivered. */
    reconcile: async (options: Omit<RunOptions, 'actorId' | 'atLeastSince'> = {}): Promise<OrderSync> => {
      const now = clock.now().getTime();
      return join({ ...options, actorId: null, atLeastSince: new Date(now - RECONCILE_MS) });
    },

    /** Stops a running sync, because the server stops. The next one resumes it. */
    stop: (): void => stopping.abort(),

    /** Handles a webhook delivery. Repeated, late and unordered ones change nothing. */
    handleDelivery: async ({ id, topic, eventId, triggeredAt, order }: ShopDelivery): Promise<DeliveryOutcome> => {
      const delivery = { provider: PROVIDER, deliveryId: id };
      if (await db.prisma.webhookDelivery.findUnique({ where: { provider_deliveryId: delivery } })) return 'repeated';
      const current = order && (await fetchCurrent(order));
      const row = { ...delivery, topic, eventId, triggeredAt, receivedAt: clock.now(), outcome: 'ignored' };
      const outcome = await db.transaction(async (tx): Promise<DeliveryOutcome> => {
        const { count } = await tx.webhookDelivery.createMany({ data: [row], skipDuplicates: true });
        if (count === 0) return 'repeated';
        if (!current) return 'ignored';
        const { created, changed } = await upsert(tx, [current], { actorId: null, events: 'each' });
        const stored = created + changed > 0 ? 'stored' : 'unchanged';
        await tx.webhookDelivery.update({ where: { provider_deliveryId: delivery }, data: { outcome: stored } });
        return stored;
      });
      if (topic === 'app/uninstalled' && outcome === 'ignored') await saveSyncResult(deps, UNINSTALLED);
      return outcome;
    },
  };
};

const skippedNote = (count: number): string =>
  count === 0 ? '' : `. ${count === 1 ? '1 order' : `${count} orders`} could not be read and ${count === 1 ? 'was' : 'were'} skipped.`;

/** What a test of the connection found. */
function describeConnection({ name, missing, seesAll, servedVersion }: ShopReport): ShopTest {
  const canReadOrders = !missing.includes('read_orders');
  const sentences = [
    `Connected to ${name}.`,
    missing.length > 0 && `The app lacks ${missing.join(' and ')}. Grant it in Shopify, then reinstall the app.`,
    canReadOrders && !seesAll && 'It can only read orders of the last 60 days. Older ones need read_all_orders.',
    servedVersion && `Shopify responds with API version ${servedVersion}. Update SHOPIFY_API_VERSION.`,
  ];
  return { success: canReadOrders, message: sentences.filter(Boolean).join(' ') };
}
