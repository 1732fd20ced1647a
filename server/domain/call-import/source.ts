import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import { type CallTracker, CallTrackerUnavailable, type TrackedCall } from '#server/integrations/callrail/port.ts';
import type { SyncRequest, SyncResult, SyncSource } from '../sync/source.ts';
import type { Actor } from '../viewer.ts';
import { type StoredCalls, withoutTranscript } from './store-calls.ts';

interface SourceDeps {
  readonly tracker: CallTracker | null;
  readonly clock: Clock;
  take(actor: Actor, calls: readonly TrackedCall[], signal?: AbortSignal): Promise<StoredCalls>;
}

export const NOT_CONFIGURED = 'CallRail is not configured. Set CALLRAIL_API_KEY and CALLRAIL_ACCOUNT_ID, then start the server again.';

const DAY = 86_400_000;
/** CallRail forgets a call after 25 months and refuses to be asked for older ones. */
const OLDEST = 730 * DAY;
/** A transcript may come long after its call, and days begin at different times around the world. */
const OVERLAP = 2 * DAY;
/** Of a few calls, it is told how far we are after so many. */
const STEP = 10;
/** A sync that was broken off longer ago than this begins anew: its pages have moved. */
const STALE = DAY;

const moment = z.iso.datetime().transform((at) => new Date(at));

/** What is remembered: when the last whole sync began, and where the present one is. */
const Remembered = z
  .object({
    upTo: moment.nullable().catch(null),
    under: z
      .object({ since: moment, begun: moment, place: z.string(), read: z.int(), taken: z.int(), without: z.int() })
      .nullable()
      .catch(null),
  })
  .catch({ upTo: null, under: null });

interface Course extends StoredCalls {
  readonly since: Date;
  readonly begun: Date;
  readonly place: string | null;
  readonly read: number;
}

/** The call tracker as something that can be synced. */
export const callSource = ({ tracker, clock, take }: SourceDeps): SyncSource => {
  const readNewest = async (from: CallTracker, limit: number, { actor, signal, report }: SyncRequest): Promise<SyncResult> => {
    const calls = await from.recentCalls(limit, signal);
    let sum: StoredCalls = { taken: 0, without: 0 };
    for (let at = 0; at < calls.length; at += STEP) {
      await report({ done: at, total: calls.length });
      sum = plus(sum, await take(actor, calls.slice(at, at + STEP), signal));
    }
    return { done: calls.length, made: sum.taken, message: told(sum) };
  };

  const readAll = async (from: CallTracker, { actor, signal, report, remembered }: SyncRequest): Promise<SyncResult> => {
    const { upTo, under } = Remembered.parse(remembered ?? {});
    const now = clock.now();
    let course: Course = under && now.getTime() - under.begun.getTime() < STALE ? under : beginning(upTo, now);
    do {
      const { since, place } = course;
      const { calls, next } = await from.callsSince(since, place, signal).catch((error: unknown) => {
        // A place CallRail no longer knows: what is read twice makes no difference.
        if (place === null || !(error instanceof CallTrackerUnavailable) || error.temporary) throw error;
        return from.callsSince(since, null, signal);
      });
      const sum = plus(course, await take(actor, calls, signal));
      course = { ...course, ...sum, place: next, read: course.read + calls.length };
      await report({ done: course.read, total: null }, next === null ? undefined : { upTo, under: course });
    } while (course.place !== null);
    return { done: course.read, made: course.taken, message: told(course), remember: { upTo: course.begun, under: null } };
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

const beginning = (upTo: Date | null, now: Date): Course => ({
  since: new Date(Math.max(now.getTime() - OLDEST, upTo ? upTo.getTime() - OVERLAP : 0)),
  begun: now,
  place: null,
  read: 0,
  taken: 0,
  without: 0,
});

const plus = (one: StoredCalls, other: StoredCalls): StoredCalls => ({
  taken: one.taken + other.taken,
  without: one.without + other.without,
});

const told = ({ taken, without }: StoredCalls): string => `Synced ${taken} transcriptions from CallRail${withoutTranscript(without)}`;
