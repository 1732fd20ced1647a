import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import { type CallTracker, CallTrackerUnavailable, type TrackedCall } from '#server/integrations/callrail/port.ts';
import type { SyncRequest, SyncResult, SyncSource } from '../sync/source.ts';
import type { Actor } from '../viewer.ts';
import { type StoredCalls, withoutTranscript } from './store-calls.ts';

interface SourceDeps {
  readonly tracker: CallTracker | null;
  readonly clock: Clock;
  storeCalls(actor: Actor, calls: readonly TrackedCall[], signal?: AbortSignal): Promise<StoredCalls>;
}

export const NOT_CONFIGURED = 'CallRail is not configured. Set CALLRAIL_API_KEY and CALLRAIL_ACCOUNT_ID, then start the server again.';

const DAY = 86_400_000;
/** CallRail keeps calls for 25 months and rejects requests for older ones. */
const OLDEST = 730 * DAY;
/** A transcript may arrive long after its call, and CallRail filters by day in the account's time zone. */
const OVERLAP = 2 * DAY;
/** Calls between two progress reports of a sync with a limit. */
const REPORT_EVERY = 10;
/** An interrupted sync that is older than this starts over: its pages have shifted. */
const STALE = DAY;

const moment = z.iso.datetime().transform((at) => new Date(at));

/** Saved between runs: when the last complete sync began, and how far the current one is. */
const SavedState = z
  .object({
    syncedUpTo: moment.nullable().catch(null),
    current: z
      .object({ since: moment, startedAt: moment, cursor: z.string(), read: z.int(), imported: z.int(), withoutTranscript: z.int() })
      .nullable()
      .catch(null),
  })
  .catch({ syncedUpTo: null, current: null });

interface Progress extends StoredCalls {
  readonly since: Date;
  readonly startedAt: Date;
  /** Null before the first page and after the last one. */
  readonly cursor: string | null;
  readonly read: number;
}

/** The call tracker as something that can be synced. */
export const callSource = ({ tracker, clock, storeCalls }: SourceDeps): SyncSource => {
  const readNewest = async (from: CallTracker, limit: number, { actor, signal, report }: SyncRequest): Promise<SyncResult> => {
    const calls = await from.recentCalls(limit, signal);
    let sum: StoredCalls = { imported: 0, withoutTranscript: 0 };
    for (let at = 0; at < calls.length; at += REPORT_EVERY) {
      await report({ done: at, total: calls.length });
      sum = plus(sum, await storeCalls(actor, calls.slice(at, at + REPORT_EVERY), signal));
    }
    return { done: calls.length, createdCount: sum.imported, message: summarize(sum) };
  };

  const readAll = async (from: CallTracker, { actor, signal, report, savedState }: SyncRequest): Promise<SyncResult> => {
    const { syncedUpTo, current } = SavedState.parse(savedState ?? {});
    const now = clock.now();
    let progress: Progress = current && now.getTime() - current.startedAt.getTime() < STALE ? current : startFrom(syncedUpTo, now);
    do {
      const { since, cursor } = progress;
      const { calls, next } = await from.callsSince(since, cursor, signal).catch((error: unknown) => {
        // CallRail no longer knows the cursor. Reading pages twice is harmless: each call is stored once.
        if (cursor === null || !(error instanceof CallTrackerUnavailable) || error.temporary) throw error;
        return from.callsSince(since, null, signal);
      });
      const sum = plus(progress, await storeCalls(actor, calls, signal));
      progress = { ...progress, ...sum, cursor: next, read: progress.read + calls.length };
      await report({ done: progress.read, total: null }, next === null ? undefined : { syncedUpTo, current: progress });
    } while (progress.cursor !== null);
    const state = { syncedUpTo: progress.startedAt, current: null };
    return { done: progress.read, createdCount: progress.imported, message: summarize(progress), state };
  };

  return {
    title: 'CallRail',
    notConfigured: tracker ? null : NOT_CONFIGURED,
    run: (request) => {
      if (!tracker) throw new CallTrackerUnavailable(NOT_CONFIGURED);
      return request.limit === null ? readAll(tracker, request) : readNewest(tracker, request.limit, request);
    },
  };
};

const startFrom = (syncedUpTo: Date | null, now: Date): Progress => ({
  since: new Date(Math.max(now.getTime() - OLDEST, syncedUpTo ? syncedUpTo.getTime() - OVERLAP : 0)),
  startedAt: now,
  cursor: null,
  read: 0,
  imported: 0,
  withoutTranscript: 0,
});

const plus = (one: StoredCalls, other: StoredCalls): StoredCalls => ({
  imported: one.imported + other.imported,
  withoutTranscript: one.withoutTranscript + other.withoutTranscript,
});

const summarize = ({ imported, withoutTranscript: count }: StoredCalls): string =>
  `Synced ${imported} transcriptions from CallRail${withoutTranscript(count)}`;
