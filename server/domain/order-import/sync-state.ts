import { z } from 'zod';
import type { Tx } from '#server/database/client.ts';
import type { ServiceDeps } from '../deps.ts';

export const PROVIDER = 'shopify';

const Moment = z
  .string()
  .transform((text) => new Date(text))
  .refine((at) => !Number.isNaN(at.getTime()));

const Stored = z.object({
  store: z.string().nullish().catch(null),
  watermark: Moment.nullish().catch(null),
  isComplete: z.boolean().catch(false),
  bulk: z
    .object({ id: z.string(), begunAt: Moment, lines: z.number().int().min(0) })
    .nullish()
    .catch(null),
});

/** How far the store has been read; kept together with the rows that were read. */
export interface SyncState {
  /** Which store. */
  readonly store: string;
  /** The newest change that was read, by the store's clock. */
  readonly watermark: Date | null;
  /** Whether everything was read once. */
  readonly isComplete: boolean;
  /** An export that is being read, and how many of its lines are kept. */
  readonly bulk: { readonly id: string; readonly begunAt: Date; readonly lines: number } | null;
}

const SAVE = `
  insert into integration_state (provider, state, updated_at) values ($1, $2::jsonb, $3::timestamptz)
  on conflict (provider) do update set state = excluded.state, updated_at = excluded.updated_at`;

/** How far this store was read; not at all where it was another one. */
export async function readSyncState(db: ServiceDeps['db'], store: string): Promise<SyncState> {
  const row = await db.prisma.integrationState.findUnique({ where: { provider: PROVIDER }, select: { state: true } });
  const { data } = Stored.safeParse(row?.state ?? {});
  if (data?.store !== store) return { store, watermark: null, isComplete: false, bulk: null };
  return { store, watermark: data.watermark ?? null, isComplete: data.isComplete, bulk: data.bulk ?? null };
}

export async function saveSyncState(tx: Tx, place: SyncState, now: Date): Promise<void> {
  await tx.$executeRawUnsafe(SAVE, PROVIDER, JSON.stringify(place), now);
}

/** How the last sync ended. */
export async function rememberEnd({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>, lastError: string | null): Promise<void> {
  const now = clock.now();
  const fields = { lastError, updatedAt: now, ...(lastError === null && { lastSyncAt: now }) };
  await db.prisma.integrationState.upsert({ where: { provider: PROVIDER }, create: { provider: PROVIDER, ...fields }, update: fields });
}

/** The later of two moments. */
export const later = (one: Date | null, other: Date | null): Date | null => (one === null || (other !== null && other > one) ? other : one);
