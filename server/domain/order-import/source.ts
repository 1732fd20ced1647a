import { ShopFailure, type ShopTrouble } from '#server/integrations/shopify/port.ts';
import { ShopUnavailable } from '../failures.ts';
import { JobFailure } from '../jobs/queue.ts';
import type { SyncSource } from '../sync/source.ts';
import { NOT_CONFIGURED, type OrderImport } from './service.ts';

/** What may be over when it is tried again later. */
const PASSING: readonly ShopTrouble[] = ['unreachable', 'slow', 'busy', 'broken', 'nonsense', 'export'];

/**
 * The online store as something that can be synced. It is read from where it was left, however many were asked for; a
 * nightly look that nobody asked for goes over the last day once more.
 */
export const orderSource = ({ isConfigured, sync, reconcile }: OrderImport): SyncSource => ({
  title: 'Shopify',
  notConfigured: isConfigured ? null : NOT_CONFIGURED,
  run: async ({ actor, signal, report }) => {
    let read = 0;
    const options = {
      signal,
      progress: (now: { read: number; total: number | null }) => {
        read = now.read;
        return report({ done: now.read, total: now.total });
      },
    };
    const work = actor.id === null ? reconcile(options) : sync(actor, options);
    const { synced, message } = await work.catch((error: unknown) => {
      if (!(error instanceof ShopUnavailable)) throw error;
      const temporary = error.cause instanceof ShopFailure && PASSING.includes(error.cause.trouble);
      throw new JobFailure(error.message, { temporary, cause: error });
    });
    return { done: read, createdCount: synced, message };
  },
});
