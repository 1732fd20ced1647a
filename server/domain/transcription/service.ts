import type { CallSource, CallType, Priority } from '#contract/call.ts';
import { NewTranscription, TranscriptionChanges } from '#contract/transcription-input.ts';
import type { Transcription } from '#prisma/generated/client.ts';
import type { Assistant, CallAnalysis, CallRecord } from '#server/ai/port.ts';
import type { Tx } from '#server/database/client.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { type Access, inScope, requirePermission, requireRow } from '../access/access.ts';
import { type Assignment, assignOwners, UNASSIGNED } from '../access/assignment.ts';
import type { Directory } from '../access/directory.ts';
import { newLinks, passOnEvents, requireLinks, requireOwner } from '../access/owner.ts';
import { changedFields } from '../changed-fields.ts';
import { type Dialogue, type DialogueOptions, describeDialogue, type Turn } from '../conversation/dialogue.ts';
import { type ConversationMetrics, measure } from '../conversation/measure.ts';
import type { ServiceDeps } from '../deps.ts';
import { assertExpected, LEADS, lockRow, type Precondition, TRANSCRIPTIONS, timeOfChange } from '../editable-row.ts';
import { AssistantUnavailable, LimitExceeded } from '../failures.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { parse } from '../parse.ts';
import { equalIfFilled } from '../query/shortcuts.ts';
import { singleFlight } from '../single-flight.ts';
import { readSearch } from '../text-search.ts';
import { type Actor, type Reader, SERVER, type Viewer } from '../viewer.ts';
import { firstJudgement, readMetadata, setByPerson, storedAnalysis } from './analysis.ts';
import { extractNames, extractPhone } from './extract-contact.ts';
import { type LinkSuggestion, ownersOfPhone, suggestOwners } from './link-suggestions.ts';
import { colleagueNames, countCallsWith, type Match, matchesIn, ownerNames } from './queries.ts';
import { about, createReanalysis, limitOfflineAnalyses } from './reanalyze.ts';

interface TranscriptionDeps extends ServiceDeps {
  readonly assistant: Assistant;
  /** Analyses a call where the assistant cannot. */
  readonly fallback: Assistant;
  readonly jobs: JobQueue;
  /** What a colleague may do, where a call is stored for them and not by them. */
  readonly accessOf: Directory['accessOf'];
}

/** Who stores a call. What a person sends is held to what they may do; the server and the call tracker are not. */
type Recorder = Actor & { readonly access?: Access };

/** What is known about a new call besides what was given. */
interface Origin {
  readonly source?: CallSource;
  /** A type that was sent because something had to be; the analysis may know better. */
  readonly likelyType?: CallType;
  /** The call tracker's own id. */
  readonly externalId?: string;
  /** When the call was; now, where that is not known. */
  readonly at?: Date | null;
  /** The colleague on the call, if its source knows. */
  readonly repId?: string;
  /** One of many: the offline assistant reads it at once, and a model takes its time in the background. */
  readonly oneOfMany?: boolean;
}

/** A call as the call tracker hands it over. */
interface ImportedTranscript {
  readonly id: string;
  readonly transcript: string;
  /** Seconds. */
  readonly duration: number | null;
  readonly customerPhone: string | null;
  readonly startedAt: Date | null;
}

/** What is known about a call beside its words. */
type CallContext = Pick<Transcription, 'metadata' | 'customerId' | 'leadId'>;

/** Which calls are meant; what is left out does not matter. */
export interface TranscriptionFilter {
  readonly type?: string | null;
  readonly priority?: Priority | null;
  readonly sentiment?: string | null;
  readonly customerId?: string | null;
  readonly leadId?: string | null;
}

/** The short filter and the search in the language of `where`. */
export const transcriptionFilter = (search: string | null | undefined, filter: TranscriptionFilter = {}): object => ({
  ...equalIfFilled(filter),
  matches: search,
});

export type Transcriptions = ReturnType<typeof createTranscriptions>;

/** Recorded calls, as text. */
export const createTranscriptions = ({ db, log, clock, newId, assistant, fallback, jobs, accessOf }: TranscriptionDeps) => {
  const analyzeOffline = limitOfflineAnalyses(fallback);
  const loadColleagueNames = singleFlight(() => colleagueNames(db.prisma));
  /** Who is who in a call, as far as the company knows. */
  const optionsOf = async (call: CallContext): Promise<DialogueOptions> => {
    const [reps, customers] = await Promise.all([loadColleagueNames(), ownerNames(db.prisma, call)]);
    return { reps, customers, isSwapped: readMetadata(call.metadata).isSwapped };
  };
  /** A call with what the company knows about it. */
  const recordOf = async (
    call: CallContext & { readonly id?: string; readonly content: string; readonly duration: number | null },
  ): Promise<CallRecord> => ({
    content: call.content,
    duration: call.duration,
    dialogue: await optionsOf(call),
    countOtherCalls: countCallsWith(db.pool, call.id ?? null),
  });
  const judging = createReanalysis({ db, log, clock, assistant, analyzeOffline, recordOf });

  /** A lead was spoken to: that is its last contact, unless there was a later one. */
  const noteContact = async (tx: Tx, actor: Actor, leadId: string, at: Date): Promise<void> => {
    const lead = await lockRow(tx, LEADS, leadId);
    if (lead.lastContactAt && lead.lastContactAt >= at) return;
    const changedAt = timeOfChange(clock.now(), lead);
    await tx.lead.update({ where: { id: leadId }, data: { lastContactAt: at, updatedAt: changedAt } });
    const data = { changed: ['lastContactAt'], stage: lead.stage };
    const about = { subject: { type: 'lead', id: lead.id }, actorId: actor.id, customerId: lead.customerId, ownerId: lead.ownerId };
    await log.append(tx, { ...about, kind: 'lead.updated', data, at: changedAt });
  };

  const dialogueOf = async (call: CallContext & Pick<Transcription, 'content'>): Promise<Dialogue> =>
    describeDialogue(call.content, await optionsOf(call));

  /** A call is not lost for a limit of the assistant: it is analysed offline, and may be analysed again. */
  const analyzed = (call: CallRecord, personId: string | null): Promise<CallAnalysis> =>
    assistant.analyze(call, { personId }).catch(async (error: unknown) => {
      if (error instanceof LimitExceeded || error instanceof AssistantUnavailable)
        return { ...(await analyzeOffline(call, personId)), fallbackReason: error.message };
      throw error;
    });

  const add = async (actor: Recorder, input: unknown, origin: Origin = {}): Promise<Transcription> => {
    const { source = 'manual', likelyType, externalId = null, at, repId, oneOfMany = false } = origin;
    if (actor.access) requirePermission({ access: actor.access }, 'transcription', source === 'callrail' ? 'import' : 'change');
    const access = actor.access ?? (repId ? await accessOf(repId) : SERVER.access);
    const given = parse(NewTranscription, input);
    // Imports and syncs have limits of their own: none of their calls is refused half way.
    const { countOtherCalls, ...recorded } = await recordOf({ ...given, metadata: {} });
    // An import of thousands of calls is not slowed down by comparing each with hundreds of others.
    const analysis = await (oneOfMany ? fallback.analyze(recorded) : analyzed({ ...recorded, countOtherCalls }, actor.id));
    const now = clock.now();
    const callerPhone = given.callerPhone ?? extractPhone((await dialogueOf({ ...given, metadata: {} })).turns);
    return db.transaction(async (tx) => {
      if (actor.access) await requireLinks(tx, { access }, given);
      await requireOwner(tx, given.repId);
      const named = given.customerId !== null || given.leadId !== null;
      const owners = named || callerPhone === null ? given : await ownersOfPhone(tx, { access }, callerPhone);
      const takenBy = repId ?? given.repId;
      const rep = takenBy || source !== 'callrail' ? { ...UNASSIGNED, ownerId: takenBy } : await assignCall(tx, owners, callerPhone, now);
      const metadata = {
        source,
        ...(externalId && { callId: externalId }),
        setByPerson: setByPerson([], [...(given.title ? ['title'] : []), ...(given.type ? ['type'] : [])]),
      };
      const call = await tx.transcription.create({
        data: {
          id: newId(),
          content: given.content,
          duration: given.duration,
          callerPhone,
          customerId: owners.customerId,
          leadId: owners.leadId,
          repId: rep.ownerId ?? (source === 'manual' || !seesAll(access) ? actor.id : null),
          assignmentRuleId: rep.ruleId,
          assignmentReason: rep.reason,
          ...firstJudgement(given, analysis, likelyType ?? null),
          metadata,
          analysis: storedAnalysis(analysis, now),
          externalId,
          createdAt: at ?? now,
          updatedAt: now,
        },
      });
      const data = { title: call.title, type: call.type, source, engine: analysis.engine };
      await log.append(tx, { ...about(call, actor), kind: 'transcription.added', data, at: now });
      if (call.leadId) await noteContact(tx, actor, call.leadId, call.createdAt);
      if (oneOfMany && assistant.engine !== fallback.engine) await jobs.enqueue(tx, 'call.analyze', { transcriptionId: call.id }, actor.id);
      return call;
    });
  };

  /** Those of several ids that may be read, in any order; for batched reading. */
  const findMany = async (reader: Reader, ids: readonly string[]): Promise<Transcription[]> =>
    inScope(
      await db.prisma.transcription.findMany({ where: { id: { in: [...ids] } } }),
      reader.access.rows('transcription'),
      ({ repId }) => repId,
    );
  return {
    /** The one with this id; null where there is none, or none that may be read. */
    find: async (reader: Reader, id: string): Promise<Transcription | null> => (await findMany(reader, [id]))[0] ?? null,

    findMany,

    /** The transcript turn by turn; the names of colleagues identify the reps. */
    dialogue: async (call: Transcription): Promise<readonly Turn[]> => (await dialogueOf(call)).turns,

    /** Whether the roles of the speakers were guessed from how they talk and nobody has corrected them. */
    rolesGuessed: async (call: Transcription): Promise<boolean> =>
      !readMetadata(call.metadata).isSwapped && (await dialogueOf(call)).rolesGuessed,

    /** Swaps rep and customer, or restores the order, and analyses the call again. */
    swapRoles: async (viewer: Viewer, id: string): Promise<Transcription> => {
      await db.transaction(async (tx) => {
        const before = await lockRow(tx, TRANSCRIPTIONS, id);
        requireRow(viewer, 'transcription', 'change', { kind: 'Transcription', id, ownerId: before.repId });
        const metadata = readMetadata(before.metadata);
        const at = timeOfChange(clock.now(), before);
        const data = { metadata: { ...metadata, isSwapped: !metadata.isSwapped }, updatedAt: at };
        const call = await tx.transcription.update({ where: { id }, data });
        await log.append(tx, { ...about(call, viewer), kind: 'transcription.updated', data: { changed: ['roles'] }, at });
      });
      return judging.analyze(viewer, id);
    },

    /** What can be counted in it. */
    metrics: async (call: Transcription): Promise<ConversationMetrics> =>
      measure(call.content, { durationSeconds: call.duration, ...(await optionsOf(call)) }),

    /** The matches of a search in these calls. */
    matches: async (search: string, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Match[]>> => {
      const words = readSearch(search);
      return words ? matchesIn(db.pool, ids, words) : new Map();
    },

    /** Customers or leads a call without one may belong to, by the caller's number and the names in the transcript. */
    suggestions: async (reader: Reader, among: 'customers' | 'leads', call: Transcription): Promise<readonly LinkSuggestion[]> => {
      if (among === 'customers' ? call.customerId : call.leadId) return [];
      return suggestOwners(db.pool, reader, among, { phone: call.callerPhone, names: extractNames((await dialogueOf(call)).turns) });
    },

    /** Stores a call and what it was about. Where nobody was named, it belongs to whom the caller's number belongs to. */
    add,

    /** Takes a call of the call tracker; one that is here already stays as it is. */
    take: async (
      actor: Recorder,
      { id: externalId, transcript, duration, customerPhone, startedAt }: ImportedTranscript,
    ): Promise<void> => {
      if (await db.prisma.transcription.findUnique({ where: { externalId }, select: { id: true } })) return;
      const call = { content: transcript, duration, callerPhone: customerPhone };
      await add(actor, call, { source: 'callrail', externalId, at: startedAt, oneOfMany: true }).catch((error: unknown) => {
        // Somebody else took it in the meantime.
        if (!isUniqueViolation(error)) throw error;
      });
    },

    /**
     * Changes what differs; where nothing does, nothing happens. What a person sets, no analysis overwrites.
     * Throws `TranscriptionEditConflict` when the row is not an expected version.
     */
    update: async (viewer: Viewer, id: string, input: unknown, precondition: Precondition = {}): Promise<Transcription> => {
      const fields = parse(TranscriptionChanges, input);
      return db.transaction(async (tx) => {
        const before = await lockRow(tx, TRANSCRIPTIONS, id);
        requireRow(viewer, 'transcription', 'change', { kind: 'Transcription', id, ownerId: before.repId });
        await assertExpected(tx, TRANSCRIPTIONS, before, precondition);
        await requireLinks(tx, viewer, newLinks(before, fields));
        if (fields.repId !== before.repId) await requireOwner(tx, fields.repId);
        const changed = changedCallFields(before, fields);
        if (changed.length === 0) return before;
        const { setByPerson: earlier, ...metadata } = readMetadata(before.metadata);
        const at = timeOfChange(clock.now(), before);
        const call = await tx.transcription.update({
          where: { id },
          data: { ...fields, metadata: { ...metadata, setByPerson: setByPerson(earlier, changed) }, updatedAt: at },
        });
        const owned = { ...about(call, viewer), customerId: call.customerId ?? before.customerId };
        const passedOn = call.repId !== before.repId;
        if (passedOn) await passOnEvents(tx, 'transcription', id, call.repId);
        const data = { changed, ...(passedOn && { ownerBefore: before.repId }) };
        await log.append(tx, { ...owned, kind: 'transcription.updated', data, at });
        if (call.leadId && changed.includes('leadId')) await noteContact(tx, viewer, call.leadId, call.createdAt);
        return call;
      });
    },

    ...judging,
  };
};

/** Who gets an imported call: the owner of its lead or customer, otherwise whom the assignment rules say. */
async function assignCall(
  tx: Tx,
  owners: Pick<CallContext, 'leadId' | 'customerId'>,
  phone: string | null,
  now: Date,
): Promise<Assignment> {
  // Before the lock of the rules: the lead is written to later, and an import locks leads first, too.
  if (owners.leadId) await lockRow(tx, LEADS, owners.leadId);
  for (const [kind, id] of [['lead', owners.leadId] as const, ['customer', owners.customerId] as const]) {
    const where = { id: id ?? '', owner: { isActive: true } };
    const row = id && (kind === 'lead' ? await tx.lead.findFirst({ where }) : await tx.customer.findFirst({ where }));
    if (row) return { ownerId: row.ownerId, ruleId: null, reason: `Owner of the ${kind}` };
  }
  const [assignment] = await assignOwners(tx, 'telephony_call', [{ source: null, phone, opensLead: false }], now);
  return assignment ?? UNASSIGNED;
}

/** An imported call that no rule gives to somebody is nobody’s; it is the importer’s where they could not see it otherwise. */
const seesAll = (access: Access): boolean => access.rows('transcription').kind === 'all';

const listed = <Fields extends { tags?: unknown }>(fields: Fields) =>
  fields.tags === undefined ? fields : { ...fields, tags: JSON.stringify(fields.tags) };

/** The names of the fields of a call that changes would give another value; tags are compared as a whole. */
const changedCallFields = (before: Transcription, changes: TranscriptionChanges): readonly string[] =>
  changedFields(listed(before), listed(changes));
