import { LIVE_CALL_LIMITS, type LiveCallEnding } from '#contract/live-call.ts';
import { CoachNote, LiveCallDelivery, LiveCallEnd, LiveCallUpdate } from '#contract/live-call-input.ts';
import type { LiveCallNote } from '#prisma/generated/client.ts';
import type { Assistant } from '#server/ai/port.ts';
import type { Tx } from '#server/database/client.ts';
import { requireRow } from '../access/access.ts';
import type { Directory } from '../access/directory.ts';
import type { ServiceDeps } from '../deps.ts';
import { Conflict, NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import type { KnowledgeSearch } from '../training/knowledge-search.ts';
import type { Transcriptions } from '../transcription/service.ts';
import { type Person, type Reader, SERVER, type Viewer } from '../viewer.ts';
import { createCompletion } from './complete.ts';
import { createMetricsCache, createUpdateCall, ingestUpdate } from './ingest.ts';
import { createPostUpdate } from './post-update.ts';
import { liveCallQueries } from './queries.ts';
import { dismissPrompt, type RuleSettings } from './rules/coaching-prompts.ts';
import { createStartCall } from './start.ts';
import {
  attentionFor,
  callEndedError,
  callEventFields,
  hasEnded,
  type LiveCall,
  lockCall,
  lockOwnCall,
  OMIT_TRANSCRIPT,
  readLiveCall,
  serializePromptState,
} from './stored-call.ts';

interface LiveCallDeps extends ServiceDeps {
  readonly assistant: Assistant;
  readonly knowledgeSearch: KnowledgeSearch;
  /** Stores an ended call as a transcription. */
  readonly storeCall: Transcriptions['add'];
  /** What a rep may do, whose telephony acts for them. */
  readonly accessOf: Directory['accessOf'];
  /** The current settings of the coaching rules. */
  rules(): Promise<RuleSettings>;
  /** Names of competitors which the training items know. */
  competitors(): Promise<readonly string[]>;
  /** Reports errors of background work after an update. */
  onFailure(error: unknown): void;
}

/** Calls closed in one sweep. */
const SWEEP_BATCH = 100;
/** How long an ended call may be without its transcription before the sweep stores it. */
const STORE_GRACE_MS = 2 * 60_000;

export type LiveCalls = ReturnType<typeof createLiveCalls>;

/** Calls in progress. */
export const createLiveCalls = (deps: LiveCallDeps) => {
  const { db, log, clock, newId, rules, competitors, accessOf } = deps;
  const metricsCache = createMetricsCache(db);
  const updateCall = createUpdateCall({ ...deps, metricsCache });
  const postUpdate = createPostUpdate({ ...deps, metricsCache, updateCall });
  const { close, store } = createCompletion({ ...deps, metricsCache });
  const start = createStartCall(deps);
  const queries = liveCallQueries({ db, metricsCache });

  /** Runs a change of a call in a transaction. A rollback also drops what the cache has counted. */
  const inCallTransaction = async (id: string, change: (tx: Tx) => Promise<LiveCall>): Promise<LiveCall> => {
    try {
      return await db.transaction(change);
    } catch (error) {
      metricsCache.invalidate(id);
      throw error;
    }
  };

  const update = async (viewer: Person, id: string, changes: LiveCallUpdate): Promise<LiveCall> => {
    const listened = { settings: await rules(), competitors: await competitors() };
    let known: ReadonlySet<string> = new Set();
    const call = await inCallTransaction(id, async (tx) => {
      const before = await lockOwnCall(tx, viewer, id);
      if (hasEnded(before)) throw callEndedError();
      known = new Set(before.promptState.prompts.map((prompt) => prompt.id));
      return ingestUpdate(tx, { log, clock, metricsCache, ...listened }, before, changes);
    });
    postUpdate.schedule(
      call,
      call.promptState.prompts.filter((prompt) => !known.has(prompt.id)),
    );
    return call;
  };

  /** Ends a call, unless it has ended already or `unless` holds for it. */
  const end = async (
    viewer: Person,
    id: string,
    { finalTranscript, duration }: LiveCallEnd,
    status: LiveCallEnding,
    unless: (call: LiveCall) => boolean = () => false,
  ): Promise<LiveCall> => {
    const listened = { settings: await rules(), competitors: await competitors() };
    const ended = await inCallTransaction(id, async (tx) => {
      const before = await lockOwnCall(tx, viewer, id);
      if (hasEnded(before) || unless(before)) return before;
      // Segments are more exact than the client's final text.
      const transcript = before.inputMode === 'segments' ? null : finalTranscript;
      const updated = await ingestUpdate(
        tx,
        { log, clock, metricsCache, ...listened },
        before,
        parse(LiveCallUpdate, { transcript, duration }),
      );
      return close(tx, updated, status);
    });
    if (!hasEnded(ended)) return ended;
    postUpdate.forget(id);
    return store(ended);
  };

  /** Ends a call without updates since a moment, unless one came in meanwhile. */
  const abandon = async (rep: Person, id: string, silentSince: Date): Promise<LiveCall> => {
    const duration = (await queries.find(SERVER, id))?.duration ?? null;
    return end(
      rep,
      id,
      { finalTranscript: null, duration },
      'abandoned',
      ({ lastUpdate }) => lastUpdate !== null && lastUpdate >= silentSince,
    );
  };

  const idOfOwnCall = async (viewer: Person, callId: string): Promise<string> => {
    const call = await queries.findByCallId(viewer, callId);
    if (!call) throw new NotFound('Live call', callId);
    return call.id;
  };

  /** Throws unless somebody may change a call: another’s does not exist for those who may not read it. */
  const requireCall = async (viewer: Reader, id: string): Promise<void> => {
    const call = await db.prisma.liveCall.findUnique({ where: { id }, select: { userId: true } });
    if (!call) throw new NotFound('Live call', id);
    requireRow(viewer, 'liveCall', 'change', { kind: 'Live call', id, ownerId: call.userId });
  };

  /** The active user with this username or email address. Throws `Conflict` where these are two people. */
  const findRep = async (rep: string): Promise<Reader> => {
    const where = { OR: [{ username: rep }, { email: rep }], isActive: true };
    const [user, other] = await db.prisma.user.findMany({ where, orderBy: { id: 'asc' }, take: 2, select: { id: true } });
    if (!user) throw new NotFound('Rep', rep);
    if (other) throw new Conflict('`rep` is the username of one person and the email address of another.');
    return { ...user, access: await accessOf(user.id) };
  };

  return {
    ...queries,
    start,

    /** The server's time, for timers. */
    now: (): Date => clock.now(),

    /** Applies an update to the viewer's call: the whole text so far, or segments in any order, repeated as often as needed. */
    update: async (viewer: Reader, id: string, input: unknown): Promise<LiveCall> => {
      await requireCall(viewer, id);
      return update(viewer, id, parse(LiveCallUpdate, input));
    },

    /** Ends the viewer's call and stores it as a transcription. Ending it twice changes nothing. */
    complete: async (viewer: Reader, id: string, input: unknown): Promise<LiveCall> => {
      await requireCall(viewer, id);
      return end(viewer, id, parse(LiveCallEnd, input), 'completed');
    },

    /** The id of the viewer's call by its client's id. */
    ownId: idOfOwnCall,

    /** Sends a coach's note to the rep of a call in progress. */
    sendNote: async (viewer: Viewer, id: string, input: unknown): Promise<LiveCallNote> => {
      const { text } = parse(CoachNote, input);
      return db.transaction(async (tx) => {
        const call = await lockCall(tx, id);
        requireRow(viewer, 'liveCall', 'change', { kind: 'Live call', id, ownerId: call.userId });
        if (hasEnded(call)) throw callEndedError();
        const now = clock.now();
        const note = await tx.liveCallNote.create({ data: { id: newId(), liveCallId: id, authorId: viewer.id, text, createdAt: now } });
        await log.append(tx, { ...callEventFields(call, viewer.id), kind: 'live_call.noted', data: { noteId: note.id }, at: now });
        return note;
      });
    },

    /** Takes a prompt off the rep's screen; its rule's cooldown starts again. */
    dismissPrompt: async (viewer: Viewer, id: string, promptId: string): Promise<LiveCall> => {
      await requireCall(viewer, id);
      return inCallTransaction(id, async (tx) => {
        const call = await lockOwnCall(tx, viewer, id);
        if (hasEnded(call)) throw callEndedError();
        if (!call.promptState.prompts.some(({ id: known }) => known === promptId)) throw new NotFound('Prompt', promptId);
        const promptState = dismissPrompt(call.promptState, promptId, call.duration);
        if (promptState === call.promptState) return call;
        return updateCall(tx, call, {
          promptState: serializePromptState(promptState),
          attention: attentionFor(call.gauges, promptState.prompts),
        });
      });
    },

    /** Applies a delivery of a telephony provider. Any delivery may be the first of its call, and each may be repeated. */
    receiveDelivery: async (input: unknown): Promise<LiveCall> => {
      const { callId, rep, callerPhone, plannedSeconds, segments, duration, ended } = parse(LiveCallDelivery, input);
      const user = await findRep(rep);
      const known = await queries.findByCallId(user, callId);
      if (known && hasEnded(known)) return acceptRepeat(known, segments);
      const call = known ?? (await start(user, { callId, callerPhone, plannedSeconds }));
      const updated =
        segments.length > 0 || duration !== null ? await update(user, call.id, parse(LiveCallUpdate, { segments, duration })) : call;
      return ended ? end(user, updated.id, { finalTranscript: null, duration }, 'completed') : updated;
    },

    /** Ends calls without updates for 15 minutes, and stores ended calls that have no transcription yet. Returns how many. */
    closeStaleCalls: async (): Promise<number> => {
      const now = clock.now().getTime();
      const silentSince = new Date(now - LIVE_CALL_LIMITS.abandonedAfter * 60_000);
      const silent = await db.prisma.liveCall.findMany({
        where: { status: 'active', lastUpdate: { lt: silentSince } },
        orderBy: { lastUpdate: 'asc' },
        take: SWEEP_BATCH,
        select: { id: true, userId: true },
      });
      const unstored = await db.prisma.liveCall.findMany({
        where: {
          status: { not: 'active' },
          transcriptionId: null,
          completedAt: { lt: new Date(now - STORE_GRACE_MS) },
          currentTranscript: { not: '' },
        },
        orderBy: { id: 'desc' },
        take: SWEEP_BATCH,
        omit: OMIT_TRANSCRIPT,
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
      // One after the other, since each may call a model. A failure does not stop the rest.
      for (const task of work) await task().catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw new AggregateError(failed, `${failed.length} of ${work.length} calls could not be closed or stored`);
      return work.length;
    },

    /** Resolves once the background work of all updates so far is done. */
    settled: postUpdate.done,
  };

  /** Accepts a repeated delivery after the end of a call; one with new segments is a conflict. */
  async function acceptRepeat(call: LiveCall, segments: LiveCallUpdate['segments']): Promise<LiveCall> {
    const where = { liveCallId: call.id, segmentId: { in: segments.map(({ id }) => id) } };
    const known = new Map((await db.prisma.liveCallSegment.findMany({ where })).map(({ segmentId, revision }) => [segmentId, revision]));
    if (segments.some(({ id, revision }) => (known.get(id) ?? -1) < revision)) throw callEndedError();
    return call;
  }
};
