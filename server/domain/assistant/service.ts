import { z } from 'zod';
import { ReplyBrief, ReplyDiscard, SentReply, type TextRange } from '#contract/assistant.ts';
import type { AiResponse, ReplySource, TrainingItem } from '#prisma/generated/client.ts';
import type { Assistant, Attention, CustomerRecords, Reply, ReplyRequest } from '#server/ai/port.ts';
import type { Tx } from '#server/database/client.ts';
import { wordEdits } from '#server/language/edit-distance.ts';
import { itemsForMessage } from '#server/language/retrieval/knowledge-index.ts';
import { isInScope, requirePermission, requireRow } from '../access/access.ts';
import { requireLinks } from '../access/owner.ts';
import type { ServiceDeps } from '../deps.ts';
import { NotFound } from '../failures.ts';
import { parse } from '../parse.ts';
import type { KnowledgeSearch } from '../training/knowledge-search.ts';
import { proposePhrasings } from '../training/phrasing-proposals.ts';
import { questionsToStore } from '../training/unanswered-questions.ts';
import { displayName, type Reader, type Viewer } from '../viewer.ts';
import type { CustomerFacts } from './customer-facts.ts';

/** A reply while it grows, then the stored answer. */
export type ReplyStep = { readonly text: string } | AiResponse;

/**
 * Runs the work and yields its progress. A consumer that is slower than the writer gets the newest text, not every
 * one in between; one that leaves, by ending the iterator or by `left`, stops the work.
 */
export function streamReply(work: (attention: Attention) => Promise<AiResponse>, left?: AbortSignal): AsyncIterableIterator<ReplyStep> {
  const leave = new AbortController();
  const signal = left ? AbortSignal.any([leave.signal, left]) : leave.signal;
  let newest: string | null = null;
  let changed = Promise.withResolvers<void>();
  let ended = false;

  const onText = (text: string) => {
    newest = text;
    changed.resolve();
  };

  const steps = (async function* (): AsyncGenerator<ReplyStep> {
    const done = work({ signal, onText });
    // A failure is delivered below; without this it would also count as unhandled while a draft is being sent.
    done.catch(() => undefined);
    const settled = done.then(
      () => 'done' as const,
      () => 'done' as const,
    );
    for (;;) {
      const step = newest === null ? await Promise.race([settled, changed.promise]) : 'draft';
      if (step === 'done') break;
      changed = Promise.withResolvers();
      if (newest === null) continue;
      const text: string = newest;
      newest = null;
      yield { text };
    }
    if (newest !== null) yield { text: newest };
    const answer = await done;
    ended = true;
    yield answer;
  })();

  const iterator: AsyncIterableIterator<ReplyStep> = {
    next: () => steps.next(),
    return: async () => {
      if (!ended) leave.abort(new DOMException('Nobody listens any more', 'AbortError'));
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

/** How many training items the assistant is given to answer from. */
const KNOWLEDGE = 8;

interface AssistantDeps extends ServiceDeps {
  readonly assistant: Assistant;
  readonly knowledgeSearch: KnowledgeSearch;
  readonly customerFacts: CustomerFacts;
  readonly settings: { readonly companyName: string };
}

export type Replies = ReturnType<typeof createReplies>;

/** Answers to customers, written by the assistant and sent by people. */
export const createReplies = ({ db, log, clock, newId, assistant, knowledgeSearch, customerFacts, settings }: AssistantDeps) => {
  const request = async (viewer: Viewer, brief: ReplyBrief): Promise<ReplyRequest> => {
    await requireLinks(db.prisma, viewer, brief);
    const customer = brief.customerId ? await db.prisma.customer.findUnique({ where: { id: brief.customerId } }) : null;
    const lead = brief.leadId ? await db.prisma.lead.findUnique({ where: { id: brief.leadId } }) : null;
    const [index, records] = await Promise.all([
      knowledgeSearch.indexFor(brief.customerRequest),
      customerFacts.recordsFor(viewer, brief.customerRequest, { customerId: customer?.id ?? null, lead }),
    ]);
    return {
      message: brief.customerRequest,
      responseType: brief.responseType,
      customer,
      lead: lead && { name: lead.name, company: lead.company, stage: lead.stage, value: lead.value?.toFixed(2) ?? null },
      knowledge: itemsForMessage(index, brief.customerRequest, KNOWLEDGE),
      search: (question) => index.search(question),
      records,
      agent: { name: displayName(viewer), company: settings.companyName },
    };
  };

  const store = (viewer: Viewer, brief: ReplyBrief, reply: Reply): Promise<AiResponse> =>
    db.transaction(async (tx) => {
      const now = clock.now();
      const response = await tx.aiResponse.create({
        data: {
          id: newId(),
          customerRequest: brief.customerRequest,
          generatedResponse: reply.response,
          responseType: brief.responseType,
          customerId: brief.customerId ?? null,
          leadId: brief.leadId ?? null,
          userId: viewer.id,
          confidence: reply.confidence,
          keyPoints: [...reply.keyPoints],
          engine: reply.engine,
          fallbackReason: reply.fallbackReason ?? null,
          promptTokens: reply.tokens?.prompt ?? null,
          completionTokens: reply.tokens?.completion ?? null,
          createdAt: now,
          citations: { create: reply.cited.map((trainingItemId, position) => ({ trainingItemId, position })) },
          questions: { create: questionsToStore(reply).map((question) => ({ ...question, id: newId(), askedAt: now })) },
        },
      });
      await storeSources(tx, response.id, reply.sources);
      await countCitations(tx, reply.cited);
      await log.append(tx, {
        ...about(response, viewer),
        kind: 'reply.generated',
        data: { responseType: response.responseType, engine: response.engine },
        at: now,
      });
      return response;
    });

  const generate = async (viewer: Viewer, input: unknown, attention?: Attention): Promise<AiResponse> => {
    requirePermission(viewer, 'aiResponse', 'change');
    const brief = parse(ReplyBrief, input);
    const asked = await request(viewer, brief);
    const reply = await assistant.reply(asked, { ...attention, personId: viewer.id });
    return store(viewer, brief, withCaution(reply, asked.records));
  };

  return {
    /** Answers a customer's message from the training items that match it, and stores the answer. */
    generate,

    /** The same while it is written: the text so far, again and again, then the stored reply. */
    write: (viewer: Viewer, input: unknown, left?: AbortSignal): AsyncIterableIterator<ReplyStep> =>
      streamReply((attention) => generate(viewer, input, attention), left),

    /**
     * Someone took the answer to send it, and what they sent. Its questions are
     * proposed as phrasings. Saying so twice changes nothing but the text that was sent, where it is another.
     */
    markUsed: (viewer: Viewer, id: string, input?: unknown): Promise<AiResponse> => {
      const sentText = parse(SentReply, input);
      return db.transaction(async (tx) => {
        const now = clock.now();
        await requireReply(tx, viewer, id);
        const { count } = await tx.aiResponse.updateMany({ where: { id, used: false }, data: { used: true, usedAt: now } });
        const response = await tx.aiResponse.findUnique({ where: { id } });
        if (!response) throw new NotFound('Response', id);
        const stored = sentText === null ? response : await storeSentText(tx, response, sentText);
        if (count === 0) return stored;
        await scoreCitations(tx, id);
        await log.append(tx, { ...about(response, viewer), kind: 'reply.used', data: {}, at: now });
        await proposePhrasings(tx, { log, newId }, response, { actorId: viewer.id, at: now });
        return stored;
      });
    },

    /** Someone says that the answer is no good, and why. Saying the same twice changes nothing. */
    discard: (viewer: Viewer, id: string, input: unknown): Promise<AiResponse> => {
      const { reason, note } = parse(ReplyDiscard, input);
      return db.transaction(async (tx) => {
        const now = clock.now();
        await requireReply(tx, viewer, id);
        const { count } = await tx.aiResponse.updateMany({
          where: {
            id,
            OR: [
              { discardReason: null },
              { discardReason: { not: reason } },
              ...(note === null ? [{ discardNote: { not: null } }] : [{ discardNote: null }, { discardNote: { not: note } }]),
            ],
          },
          data: { discardedAt: now, discardReason: reason, discardNote: note },
        });
        const response = await tx.aiResponse.findUnique({ where: { id } });
        if (!response) throw new NotFound('Response', id);
        if (count > 0) await log.append(tx, { ...about(response, viewer), kind: 'reply.discarded', data: { reason }, at: now });
        return response;
      });
    },

    /** The training items that each of these replies uses, the most important first. */
    citations: async (responseIds: readonly string[]): Promise<ReadonlyMap<string, TrainingItem[]>> => {
      const rows = await db.prisma.responseCitation.findMany({
        where: { responseId: { in: [...responseIds] } },
        orderBy: [{ responseId: 'asc' }, { position: 'asc' }],
        include: { trainingItem: true },
      });
      return Map.groupBy(rows, (row) => row.responseId)
        .entries()
        .reduce(
          (all, [id, cited]) =>
            all.set(
              id,
              cited.map((row) => row.trainingItem),
            ),
          new Map<string, TrainingItem[]>(),
        );
    },

    /** What each of these replies rests on, the most important first; nothing of a row that the reader may not read (any more). */
    sources: async ({ access }: Reader, responseIds: readonly string[]): Promise<ReadonlyMap<string, ReplySource[]>> => {
      const rows = await db.prisma.replySource.findMany({
        where: { responseId: { in: [...responseIds] } },
        orderBy: [{ responseId: 'asc' }, { position: 'asc' }],
        include: {
          order: { select: { customer: { select: { ownerId: true } } } },
          lead: { select: { ownerId: true } },
          transcription: { select: { repId: true } },
        },
      });
      const mayRead = ({ kind, order, lead, transcription }: (typeof rows)[number]): boolean => {
        if (kind === 'order') return isInScope(access.rows('order'), order?.customer?.ownerId ?? null);
        if (kind === 'lead') return isInScope(access.rows('lead'), lead?.ownerId ?? null);
        if (kind === 'transcription') return isInScope(access.rows('transcription'), transcription?.repId ?? null);
        return true;
      };
      return Map.groupBy(rows.filter(mayRead), (row) => row.responseId);
    },
  };
};

/** Throws unless somebody may change a reply. */
async function requireReply(tx: Tx, viewer: Viewer, id: string): Promise<void> {
  const reply = await tx.aiResponse.findUnique({ where: { id }, select: { userId: true } });
  if (!reply) throw new NotFound('Response', id);
  requireRow(viewer, 'aiResponse', 'change', { kind: 'Response', id, ownerId: reply.userId });
}

const RECOGNISED = {
  email: 'Nobody was chosen: recognised by the email address in the message, so check who wrote this',
  order: 'Nobody was chosen: recognised by the order number in the message, so check who wrote this',
  name: 'Nobody was chosen: recognised by the name only, so check who wrote this',
} as const;
/** Nothing in a message proves who wrote it: a reply with facts of somebody who was recognised is to be checked, most of all by the name alone. */
const RECOGNISED_CEILING = { email: 0.75, order: 0.75, name: 0.5 } as const;
const KEY_POINTS = 6;

/** A reply that tells facts of somebody nobody chose, with a note that says how they were recognised. */
function withCaution(reply: Reply, { knownBy }: CustomerRecords): Reply {
  if (knownBy === null || knownBy === 'choice' || reply.sources.every(({ kind }) => kind === 'training_item')) return reply;
  return {
    ...reply,
    keyPoints: [RECOGNISED[knownBy], ...reply.keyPoints].slice(0, KEY_POINTS),
    confidence: Math.min(reply.confidence, RECOGNISED_CEILING[knownBy]),
  };
}

const about = (response: AiResponse, viewer: Viewer) => ({
  subject: { type: 'ai_response', id: response.id },
  actorId: viewer.id,
  customerId: response.customerId,
  ownerId: response.userId,
});

/** What was sent, and how far it is from what was generated. */
function storeSentText(tx: Tx, { id, generatedResponse }: AiResponse, sentText: string): Promise<AiResponse> {
  const { distance, share } = wordEdits(generatedResponse, sentText);
  return tx.aiResponse.update({ where: { id }, data: { sentText, editDistance: distance, editedShare: share } });
}

// The rows are locked in the order of their ids, so that two answers citing the same items never wait for each other.

/** One more use of each cited item. Its effectiveness follows, since a new reply is not used yet. Nobody edited the item: its version stays. */
async function countCitations(tx: Tx, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await tx.$executeRaw`
    with cited as (select id from ai_training_data where id = any(${[...itemIds]}) order by id for no key update)
    update ai_training_data set usage_count = usage_count + 1 from cited where ai_training_data.id = cited.id`;
  await score(tx, itemIds);
}

/** The answer was used: its items' effectiveness follows. */
async function scoreCitations(tx: Tx, responseId: string): Promise<void> {
  const cited = await tx.responseCitation.findMany({ where: { responseId }, select: { trainingItemId: true } });
  const ids = cited.map((row) => row.trainingItemId);
  if (ids.length === 0) return;
  await tx.$executeRaw`select id from ai_training_data where id = any(${ids}) order by id for no key update`;
  await score(tx, ids);
}

/** Effectiveness: of the answers that cite an item, how many in a hundred were used. */
const score = (tx: Tx, itemIds: readonly string[]) => tx.$executeRaw`
  update ai_training_data item set effectiveness_score = counted.score
  from (
    select training_item_id as id, round(100.0 * count(*) filter (where response.used) / count(*))::int as score
    from ai_response_citations join ai_responses response on response.id = response_id
    where training_item_id = any(${[...itemIds]}) group by training_item_id
  ) counted
  where item.id = counted.id`;

/** Stores what a reply rests on. A row that was deleted while the reply was written is left out; its words stay. */
const storeSources = (tx: Tx, responseId: string, sources: Reply['sources']) => tx.$executeRaw`
  insert into ai_response_sources
    (response_id, position, kind, training_item_id, order_id, lead_id, transcription_id, title, passage, ranges)
  select ${responseId}, source.position, source.kind::"ReplySourceKind",
    (select id from ai_training_data where source.kind = 'training_item' and id = source.id for key share),
    (select id from shopify_orders where source.kind = 'order' and id = source.id for key share),
    (select id from leads where source.kind = 'lead' and id = source.id for key share),
    (select id from transcriptions where source.kind = 'transcription' and id = source.id for key share),
    source.title, source.passage, source.ranges
  from jsonb_to_recordset(${JSON.stringify(sources.map((source, position) => ({ ...source, position })))}::jsonb)
    as source (position int, kind text, id text, title text, passage text, ranges jsonb)`;

const Ranges = z.array(z.object({ start: z.int(), end: z.int() })).catch([]);

/** The stored ranges of a source; none where they are not what they should be. */
export const readRanges = (stored: unknown): readonly TextRange[] => Ranges.parse(stored);
