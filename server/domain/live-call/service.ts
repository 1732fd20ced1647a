import { LIVE_CALL_LIMITS, type LiveCallEnding } from '#contract/live-call.ts';
import { CoachNote, LiveCallDelivery, LiveCallEnd, LiveCallUpdate } from '#contract/live-call-input.ts';
import type { LiveCallNote } from '#prisma/generated/client.ts';
import type { Assistant } from '#server/ai/port.ts';
import type { Tx } from '#server/database/client.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import type { Transcriptions } from '../transcription/service.ts';
import type { Person, Viewer } from '../viewer.ts';
import { liveCallCompletion } from './complete.ts';
import { ingestUpdate, liveCallUpdates } from './ingest.ts';
import { createMetricsCache } from './metrics-cache.ts';
import { createPostUpdate } from './post-update.ts';
import { liveCallQueries } from './queries.ts';
import type { RuleSettings } from './rules/alerts.ts';
import { dismiss } from './rules/coaching-prompts.ts';
import { liveCallStart } from './start.ts';
import {
  aboutCall,
  attentionFor,
  callEndedError,
  hasEnded,
  type LiveCall,
  lockCall,
  lockOwnCall,
  readLiveCall,
  toStore,
  WITHOUT_TEXT,
} from './stored-call.ts';

interface LiveCallDeps extends ServiceDeps {
  readonly assistant: Assistant;
  /** Stores a call that is over. */
  readonly storeCall: Transcriptions['add'];
  /** What the coaching rules are set to now. */
  rules(): Promise<RuleSettings>;
  /** Hears of what follows an update and went wrong: nobody waits for it. */
  onFailure(error: unknown): void;
}

/** Calls closed in one sweep, and how long one that is over may lack its transcription before somebody else stores it. */
const SWEPT = 100;
const STORED_WITHIN = 2 * 60_000;

export type LiveCalls = ReturnType<typeof createLiveCalls>;

/** Calls while they run. */
export const createLiveCalls = (deps: LiveCallDeps) => {
  const { db, log, clock, newId, rules } = deps;
  const tallies = createMetricsCache(db);
  const changed = liveCallUpdates({ ...deps, tallies });
  const afterthoughts = createPostUpdate({ ...deps, tallies, changed });
  const { close, store } = liveCallCompletion({ ...deps, tallies });
  const start = liveCallStart(deps);
  const reading = liveCallQueries({ db, tallies });

  /** Changes a call; what was counted on the way is forgotten when the change does not come to be. */
  const changing = async (id: string, change: (tx: Tx) => Promise<LiveCall>): Promise<LiveCall> => {
    try {
      return await db.transaction(change);
    } catch (error) {
      tallies.forget(id);
      throw error;
    }
  };

  const update = async (viewer: Person, id: string, news: LiveCallUpdate): Promise<LiveCall> => {
    const settings = await rules();
    let known: ReadonlySet<string> = new Set();
    const call = await changing(id, async (tx) => {
      const before = await lockOwnCall(tx, viewer, id);
      if (hasEnded(before)) throw callEndedError();
      known = new Set(before.prompting.prompts.map((nudge) => nudge.id));
      return ingestUpdate(tx, { log, clock, tallies, settings }, before, news);
    });
    afterthoughts.schedule(
      call,
      call.prompting.prompts.filter((nudge) => !known.has(nudge.id)),
    );
    return call;
  };

  /** Ends a call, unless it is over already; `unless` tells of one that shall go on. */
  const end = async (
    viewer: Person,
    id: string,
    { finalTranscript, duration }: LiveCallEnd,
    status: LiveCallEnding,
    unless: (call: LiveCall) => boolean = () => false,
  ): Promise<LiveCall> => {
    const settings = await rules();
    const ended = await changing(id, async (tx) => {
      const before = await lockOwnCall(tx, viewer, id);
      if (hasEnded(before) || unless(before)) return before;
      // A call told in segments knows better than whatever text its client still shows.
      const transcript = before.inputMode === 'segments' ? null : finalTranscript;
      const heard = await ingestUpdate(tx, { log, clock, tallies, settings }, before, parse(LiveCallUpdate, { transcript, duration }));
      return close(tx, heard, status);
    });
    if (!hasEnded(ended)) return ended;
    afterthoughts.forget(id);
    return store(ended);
  };

  /** Closes a call that went silent with what it has, unless somebody has told something of it meanwhile. */
  const abandon = async (rep: Person, id: string, silentSince: Date): Promise<LiveCall> => {
    const duration = (await reading.find(id))?.duration ?? null;
    return end(
      rep,
      id,
      { finalTranscript: null, duration },
      'abandoned',
      ({ lastUpdate }) => lastUpdate !== null && lastUpdate >= silentSince,
    );
  };

  const ownId = async (viewer: Person, callId: string): Promise<string> => {
    const call = await reading.findByCallId(viewer, callId);
    if (!call) throw new NotFound('Live call', callId);
    return call.id;
  };

  /** Who is meant by a username or an address. A call that may be either of two people's is given to neither. */
  const repNamed = async (rep: string): Promise<Person> => {
    const where = { OR: [{ username: rep }, { email: rep }], isActive: true };
    const [user, other] = await db.prisma.user.findMany({ where, orderBy: { id: 'asc' }, take: 2, select: { id: true } });
    if (!user) throw new NotFound('Rep', rep);
    if (other) throw new Conflict('`rep` is the username of one person and the email address of another.');
    return user;
  };

  return {
    ...reading,
    start,

    /** The clock that calls go by. */
    now: (): Date => clock.now(),

    /** Takes what is new in the viewer's call: the whole text so far, or segments in any order, as often as they like. */
    update: async (viewer: Person, id: string, input: unknown): Promise<LiveCall> => update(viewer, id, parse(LiveCallUpdate, input)),

    /** Ends the viewer's call and stores it as a transcription. One that is over already is answered as it is. */
    complete: async (viewer: Person, id: string, input: unknown): Promise<LiveCall> =>
      end(viewer, id, parse(LiveCallEnd, input), 'completed'),

    /** The id of the viewer's call by the id their client made. */
    ownId,

    /** Whispers to the rep of a running call. */
    note: async (viewer: Viewer, id: string, input: unknown): Promise<LiveCallNote> => {
      const { text } = parse(CoachNote, input);
      return db.transaction(async (tx) => {
        const call = await lockCall(tx, id);
        if (hasEnded(call)) throw callEndedError();
        const now = clock.now();
        const note = await tx.liveCallNote.create({ data: { id: newId(), liveCallId: id, authorId: viewer.id, text, createdAt: now } });
        await log.append(tx, { ...aboutCall(call, viewer.id), kind: 'live_call.noted', data: { noteId: note.id }, at: now });
        return note;
      });
    },

    /** Takes a prompt off the rep's screen; it does not come back for what it was about. */
    dismissNudge: (viewer: Viewer, id: string, nudgeId: string): Promise<LiveCall> =>
      changing(id, async (tx) => {
        const call = await lockOwnCall(tx, viewer, id);
        if (hasEnded(call)) throw callEndedError();
        if (!call.prompting.prompts.some(({ id: known }) => known === nudgeId)) throw new NotFound('Prompt', nudgeId);
        const prompting = dismiss(call.prompting, nudgeId, call.duration);
        if (prompting === call.prompting) return call;
        return changed(tx, call, { prompting: toStore(prompting), attention: attentionFor(call.gauges, prompting.prompts) });
      }),

    /** Takes a message of a telephony provider; any of them may be the first of its call, and each may come again. */
    deliver: async (input: unknown): Promise<LiveCall> => {
      const { callId, rep, callerPhone, plannedSeconds, segments, duration, ended } = parse(LiveCallDelivery, input);
      const user = await repNamed(rep);
      const known = await reading.findByCallId(user, callId);
      if (known && hasEnded(known)) return repeated(known, segments);
      const call = known ?? (await start(user, { callId, callerPhone, plannedSeconds }));
      const heard =
        segments.length > 0 || duration !== null ? await update(user, call.id, parse(LiveCallUpdate, { segments, duration })) : call;
      return ended ? end(user, heard.id, { finalTranscript: null, duration }, 'completed') : heard;
    },

    /** Closes calls nobody has told anything of for long, and stores those that are over but were not stored; answers how many. */
    sweep: async (): Promise<number> => {
      const now = clock.now().getTime();
      const silentSince = new Date(now - LIVE_CALL_LIMITS.abandonedAfter * 60_000);
      const silent = await db.prisma.liveCall.findMany({
        where: { status: 'active', lastUpdate: { lt: silentSince } },
        orderBy: { lastUpdate: 'asc' },
        take: SWEPT,
        select: { id: true, userId: true },
      });
      const unstored = await db.prisma.liveCall.findMany({
        where: {
          status: { not: 'active' },
          transcriptionId: null,
          completedAt: { lt: new Date(now - STORED_WITHIN) },
          currentTranscript: { not: '' },
        },
        orderBy: { id: 'desc' },
        take: SWEPT,
        omit: WITHOUT_TEXT,
      });
      const work = [
        ...silent.map(
          ({ id, userId }) =>
            () =>
              abandon({ id: userId }, id, silentSince),
        ),
        ...unstored.map((row) => () => store(readLiveCall(row))),
      ];
      const failed: unknown[] = [];
      // One after the other: a model may be behind each. One that fails does not keep the others.
      for (const one of work) await one().catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw new AggregateError(failed, `${failed.length} of ${work.length} calls could not be closed or stored`);
      return work.length;
    },

    /** Resolves once everything that follows the updates so far is done. */
    settled: afterthoughts.done,
  };

  /** A message that came again after the call was over is no mistake; one with something new is. */
  async function repeated(call: LiveCall, segments: LiveCallUpdate['segments']): Promise<LiveCall> {
    const where = { liveCallId: call.id, segmentId: { in: segments.map(({ id }) => id) } };
    const known = new Map((await db.prisma.liveCallSegment.findMany({ where })).map(({ segmentId, revision }) => [segmentId, revision]));
    if (segments.some(({ id, revision }) => (known.get(id) ?? -1) < revision)) throw callEndedError();
    return call;
  }
};
