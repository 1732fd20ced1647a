import { ShopFailure, type ShopFailureCode } from '#server/integrations/shopify/port.ts';
import { ShopUnavailable } from '../failures.ts';
import { JobFailure } from '../jobs/queue.ts';
import type { SyncSource } from '../sync/source.ts';
import { NOT_CONFIGURED, type OrderImport } from './service.ts';

/** Failures that a retry may solve. */
const TEMPORARY: readonly ShopFailureCode[] = ['unreachable', 'slow', 'throttled', 'broken', 'invalid_response', 'export'];

/** The online store as something that can be synced. A limit is ignored. A sync without an actor, every night, also covers the last day. */
export const orderSource = ({ isConfigured, sync, reconcile }: OrderImport): SyncSource => ({
  title: 'Shopify',
  notConfigured: isConfigured ? null : NOT_CONFIGURED,
  run: async ({ actor, signal, report }) => {
    let read = 0;
    const options = {
      signal,
      onProgress: (now: { read: number; total: number | null }) => {
        read = now.read;
        return report({ done: now.read, total: now.total });
      },
    };
    const work = actor.id === null ? reconcile(options) : sync(actor, options);
    const { synced, message } = await work.catch((error: unknown) => {
      if (!(error instanceof ShopUnavailable)) throw error;
      const temporary = error.cause instanceof ShopFailure && TEMPORARY.includes(error.cause.code);
      throw new JobFailure(error.message, { temporary, cause: error });
    });
    return { done: read, createdCount: synced, message };
  },
});
