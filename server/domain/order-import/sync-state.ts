import { z } from 'zod';
import type { Tx } from '#server/database/client.ts';
import type { ServiceDeps } from '../deps.ts';

export const PROVIDER = 'shopify';

const Timestamp = z
  .string()
  .transform((text) => new Date(text))
  .refine((at) => !Number.isNaN(at.getTime()));

const SavedState = z.object({
  store: z.string().nullish().catch(null),
  watermark: Timestamp.nullish().catch(null),
  isComplete: z.boolean().catch(false),
  bulk: z
    .object({ id: z.string(), begunAt: Timestamp, lines: z.number().int().min(0) })
    .nullish()
    .catch(null),
});

/** How far the store has been read. Saved in the transaction that stores the orders. */
export interface SyncState {
  /** The store's domain. */
  readonly store: string;
  /** When the newest order that was read had changed, by the store's clock. */
  readonly watermark: Date | null;
  /** Whether the first import is complete. */
  readonly isComplete: boolean;
  /** The export that is being read, and how many of its lines are stored. */
  readonly bulk: { readonly id: string; readonly begunAt: Date; readonly lines: number } | null;
}

const SAVE = `
  insert into integration_state (provider, state, updated_at) values ($1, $2::jsonb, $3::timestamptz)
  on conflict (provider) do update set state = excluded.state, updated_at = excluded.updated_at`;

/** The state of this store; an empty one where another store was synced before. */
export async function readSyncState(db: ServiceDeps['db'], store: string): Promise<SyncState> {
  const row = await db.prisma.integrationState.findUnique({ where: { provider: PROVIDER }, select: { state: true } });
  const { data } = SavedState.safeParse(row?.state ?? {});
  if (data?.store !== store) return { store, watermark: null, isComplete: false, bulk: null };
  return { store, watermark: data.watermark ?? null, isComplete: data.isComplete, bulk: data.bulk ?? null };
}

export async function saveSyncState(tx: Tx, state: SyncState, now: Date): Promise<void> {
  await tx.$executeRawUnsafe(SAVE, PROVIDER, JSON.stringify(state), now);
}

/** Saves how a sync ended. */
export async function saveSyncResult({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>, lastError: string | null): Promise<void> {
  const now = clock.now();
  const fields = { lastError, updatedAt: now, ...(lastError === null && { lastSyncAt: now }) };
  await db.prisma.integrationState.upsert({ where: { provider: PROVIDER }, create: { provider: PROVIDER, ...fields }, update: fields });
}

export const laterOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one;
