import { percentageDone } from '#contract/coaching.ts';
import type { CoachingInsight, CoachingSession, Prisma, Transcription, User } from '#prisma/generated/client.ts';
import type { Database } from '#server/database/client.ts';
import { inScope, isInScope, ownersOf, type RowScope } from '../access/access.ts';
import { NotFound } from '../failures.ts';
import type { Reader, Viewer } from '../viewer.ts';
import type { ChosenCall } from './call-metrics.ts';
import { type FollowUp, followedNumber, followUpOf, presentNumbers } from './performance-metrics.ts';
import { readAnalysisData } from './stored-analysis.ts';

type Tables = Pick<Prisma.TransactionClient, 'trainingItem' | 'transcription'>;

const CALL = { id: true, title: true, content: true, duration: true, createdAt: true, externalId: true } as const;

/** A transcription as coaching looks at it. */
export const asCall = ({ id, title, content, duration, createdAt }: Pick<Transcription, keyof typeof CALL>): ChosenCall => ({
  id,
  kind: 'transcription',
  title: title ?? `Call ${id.slice(-6)}`,
  content,
  duration,
  at: createdAt,
});

/**
 * The calls with these ids, in the order of the ids: training items of category transcription, or transcriptions.
 * Only transcriptions of the scope exist. An item that was created with a transcription is replaced by it, because it has the duration; no call occurs twice.
 */
export async function chosenCalls(db: Tables, scope: RowScope, ids: readonly string[]): Promise<readonly ChosenCall[]> {
  const meant = { id: { in: [...ids] } };
  const owners = ownersOf(scope);
  const mayRead = owners === null ? {} : { repId: { in: [...owners] } };
  const [items, own] = await Promise.all([
    db.trainingItem.findMany({ where: { ...meant, category: 'transcription', deletedAt: null } }),
    db.transcription.findMany({ where: { ...meant, ...mayRead }, select: CALL }),
  ]);
  const externalIds = items.flatMap(({ externalId }) => externalId ?? []);
  const twins =
    externalIds.length === 0
      ? []
      : await db.transcription.findMany({ where: { externalId: { in: externalIds }, ...mayRead }, select: CALL });
  const twin = new Map(twins.map((call) => [call.externalId, asCall(call)]));
  const calls = new Map<string, ChosenCall>(own.map((call) => [call.id, asCall(call)]));
  for (const { id, title, content, createdAt, externalId } of items)
    calls.set(id, twin.get(externalId) ?? { id, kind: 'training_item', title, content, duration: null, at: createdAt });
  const chosen = ids.map((id) => {
    const call = calls.get(id);
    if (!call) throw new NotFound('Transcription', id, `Transcription ${id} not found`);
    return call;
  });
  return [...new Map(chosen.map((call) => [call.id, call])).values()];
}

/** A review's score and when it was. */
export interface ScoredSession {
  readonly sessionId: string;
  readonly at: Date;
  readonly score: number;
}

/** How far along somebody is. */
export interface CoachingProgress {
  readonly sessions: number;
  readonly active: number;
  readonly implemented: number;
  /** Implemented of all insights, 0 to 100. */
  readonly percentage: number;
  /** The latest reviews that have a score, oldest first. */
  readonly scores: readonly ScoredSession[];
}

/** How many reviews the line of scores goes back. */
export const SCORES = 30;

export type CoachingReader = ReturnType<typeof readCoaching>;

/** How many people a list of those who are coached has. */
const PEOPLE = 500;

/** What people have learnt so far, as far as somebody may read it. */
export const readCoaching = ({ prisma, pool }: Pick<Database, 'prisma' | 'pool'>) => ({
  /** The people whose coaching somebody may read and who work here, by name: at most 500. */
  people: ({ access }: Reader): Promise<User[]> => {
    const owners = ownersOf(access.rows('coaching'));
    return prisma.user.findMany({
      where: { isActive: true, ...(owners && { id: { in: [...owners] } }) },
      orderBy: [{ firstName: 'asc' }, { username: 'asc' }],
      take: PEOPLE,
    });
  },

  /** Sessions of several ids, in any order; for batched reading of what the viewer may see. */
  findSessions: (ids: readonly string[]): Promise<CoachingSession[]> =>
    prisma.coachingSession.findMany({ where: { id: { in: [...ids] } } }),

  /** The insights of several sessions, each session's most urgent first. */
  insightsOf: async (sessionIds: readonly string[]): Promise<ReadonlyMap<string, readonly CoachingInsight[]>> => {
    const found = await prisma.coachingInsight.findMany({ where: { sessionId: { in: [...sessionIds] } }, orderBy: { id: 'desc' } });
    return new Map(sessionIds.map((id) => [id, found.filter(({ sessionId }) => sessionId === id)]));
  },

  /** A person’s progress; the viewer’s own where none is named. Throws `NotFound` where their coaching may not be read. */
  progress: async (viewer: Viewer, personId: string | null = null): Promise<CoachingProgress> => {
    const userId = personId ?? viewer.id;
    // Everybody sees their own; an API token does where it may read coaching.
    const isOwn = userId === viewer.id && !viewer.access.limited;
    if (!isOwn && !isInScope(viewer.access.rows('coaching'), userId)) throw new NotFound('User', userId);
    const where = { userId };
    const [sessions, groups, latest] = await Promise.all([
      prisma.coachingSession.count({ where }),
      prisma.coachingInsight.groupBy({ by: ['isImplemented'], where, _count: true }),
      prisma.coachingSession.findMany({ where, orderBy: { id: 'desc' }, take: SCORES }),
    ]);
    const count = (done: boolean) => groups.find(({ isImplemented }) => isImplemented === done)?._count ?? 0;
    const [active, implemented] = [count(false), count(true)];
    const scores = latest.toReversed().flatMap(({ id, createdAt, analysisData }): ScoredSession[] => {
      const score = readAnalysisData(analysisData).overallScore;
      return score === null ? [] : [{ sessionId: id, at: createdAt, score }];
    });
    return { sessions, active, implemented, percentage: percentageDone(implemented, active), scores };
  },

  /** What became of the number each insight is about, in their order; null for one that is about none, or is of a person whose calls since may not be read. */
  followUps: async ({ access }: Reader, insights: readonly CoachingInsight[]): Promise<ReadonlyArray<FollowUp | null>> => {
    const readable = inScope(insights, access.rows('coaching'), ({ userId }) => userId);
    const present = new Map(
      await Promise.all(
        [...Map.groupBy(readable, ({ userId }) => userId)].map(async ([userId, own]) => {
          const requested = own.flatMap((insight) => {
            const followed = followedNumber(insight);
            return followed ? [{ id: insight.id, metric: followed.metric, at: insight.createdAt }] : [];
          });
          return [userId, requested.length === 0 ? new Map() : await presentNumbers(pool, userId, requested)] as const;
        }),
      ),
    );
    return insights.map((insight) => {
      const ofPerson = present.get(insight.userId);
      return ofPerson ? followUpOf(insight, ofPerson.get(insight.id)) : null;
    });
  },
});
