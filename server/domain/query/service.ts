import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/client.ts';
import { readFlow } from '../flow/stored.ts';
import { readLiveCall } from '../live-call/stored.ts';
import { NOUNS, nounOf } from '../nouns/all.ts';
import type { Noun, NounName } from '../nouns/noun.ts';
import type { Page, PageRequest } from '../page.ts';
import type { Viewer } from '../viewer.ts';
import { type GroupQuestion, type Groups, readGroups } from './groups.ts';
import { type ListQuestion, type Read, readList, readLists } from './lists.ts';

/** Who asks; nobody owns nothing. */
type Asking = Pick<Viewer, 'id'> | null;

const asStored = <Row>(row: Row): Row => row;

export type Analyst = ReturnType<typeof createAnalyst>;

/** Answers what analysts ask: any list in any order, filtered in any way, and groups with their numbers. */
export const createAnalyst = ({ db, clock }: { readonly db: Pick<Database, 'pool'>; readonly clock: Clock }) => {
  const asker = (viewer: Asking) => ({ viewerId: viewer?.id ?? '', now: clock.now() });
  const lists = <Stored extends object, Row extends object>(noun: Noun<Stored>, read: Read<Stored, Row>) => ({
    /** A page of all that fit. */
    page: (viewer: Asking, question: ListQuestion, request: PageRequest): Promise<Page<Row>> =>
      readList(db.pool, noun, read, question, request, asker(viewer)),
    /** The one of an id; null where there is none, or none they may see. */
    one: async (viewer: Asking, id: string): Promise<Row | null> =>
      (await readList(db.pool, noun, read, { where: { id: { eq: id } } }, { first: 1 }, asker(viewer))).rows[0] ?? null,
    /** The same page of each of several parents, read together. */
    pages: (
      viewer: Asking,
      by: string,
      parents: readonly string[],
      question: ListQuestion,
      request: PageRequest,
    ): Promise<ReadonlyMap<string, Page<Row>>> => readLists(db.pool, noun, read, by, parents, question, request, asker(viewer)),
  });
  return {
    leads: lists(NOUNS.lead, asStored),
    customers: lists(NOUNS.customer, asStored),
    transcriptions: lists(NOUNS.transcription, asStored),
    orders: lists(NOUNS.order, asStored),
    aiResponses: lists(NOUNS.aiResponse, asStored),
    emailTemplates: lists(NOUNS.emailTemplate, asStored),
    trainingItems: lists(NOUNS.trainingItem, asStored),
    coachingSessions: lists(NOUNS.coachingSession, asStored),
    coachingInsights: lists(NOUNS.coachingInsight, asStored),
    liveCalls: lists(NOUNS.liveCall, readLiveCall),
    performanceMetrics: lists(NOUNS.performanceMetric, asStored),
    interactionFlows: lists(NOUNS.interactionFlow, readFlow),
    events: lists(NOUNS.event, asStored),
    /** Rows put into groups, with the numbers of each. */
    groups: (viewer: Asking, noun: NounName, question: GroupQuestion): Promise<Groups> =>
      readGroups(db.pool, nounOf(noun), question, asker(viewer)),
  };
};
