import type { Prisma } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';
import type { ServiceDeps } from '../deps.ts';
import { aboutCall } from './lock-call.ts';
import type { MetricsCache } from './metrics-cache.ts';
import { type LiveCall, readLiveCall, WITHOUT_TEXT } from './stored.ts';

type Change = Pick<Prisma.LiveCallUpdateInput, 'insights' | 'recommendations' | 'prompting' | 'attention'>;

/** Changes something about a call that is held, beside its words, and tells of it. */
export const liveCallUpdates =
  ({ log, clock, tallies }: Pick<ServiceDeps, 'log' | 'clock'> & { readonly tallies: MetricsCache }) =>
  async (tx: Tx, call: LiveCall, change: Change): Promise<LiveCall> => {
    const revision = call.revision + 1;
    const turnsFrom = (await tallies.of(call, tx)).turns().length;
    const row = await tx.liveCall.update({ where: { id: call.id }, omit: WITHOUT_TEXT, data: { ...change, revision } });
    tallies.counted(call.id, revision);
    await log.append(tx, { ...aboutCall(call), kind: 'live_call.updated', data: { revision, turnsFrom }, at: clock.now() });
    return readLiveCall(row);
  };
