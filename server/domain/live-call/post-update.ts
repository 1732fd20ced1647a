import { LRUCache } from 'lru-cache';
import type { Assistant } from '#server/ai/port.ts';
import type { Knowledge } from '#server/language/retrieval/knowledge-index.ts';
import type { ServiceDeps } from '../deps.ts';
import { AssistantUnavailable, LimitExceeded } from '../failures.ts';
import type { KnowledgeSearch } from '../training/knowledge-search.ts';
import type { createUpdateCall, MetricsCache } from './ingest.ts';
import type { CoachingPrompt } from './rules/coaching-prompts.ts';
import { hasEnded, type LiveCall, lockCall, type ModelTip, type ObjectionCard, visiblePrompts } from './stored-call.ts';

/** Characters of a training item on a card, and of the words it is searched with. */
const EXCERPT = 280;
const SEARCH_LENGTH = 600;
/** How likely an item has to be the answer to stand on a card. */
const CARD_PROBABILITY = 0.5;
/** Tips shown at a time. */
const MAX_TIPS = 3;
/** The model is called again after this many seconds of the call and this many new turns. */
const TIPS_INTERVAL = { seconds: 20, turns: 2 } as const;
/**
 * Calls whose last request to the model is remembered. A call may end on another instance, so its entry is not always removed:
 * the least recently used one is evicted. Without its entry, a call at worst requests tips once too early.
 */
export const CALLS_REMEMBERED = 1_000;
/** The last turns of a call sent to the model. */
const TURNS_SENT = 30;

interface PostUpdateDeps extends Pick<ServiceDeps, 'db'> {
  readonly updateCall: ReturnType<typeof createUpdateCall>;
  readonly metricsCache: MetricsCache;
  readonly assistant: Assistant;
  readonly knowledgeSearch: KnowledgeSearch;
  /** Reports errors of background work. */
  onFailure(error: unknown): void;
}

/**
 * Background work after an update: finds the training item that answers the customer's words, and requests tips from the model
 * if one is configured. Each result is an update of its own; a failure leaves the call without it.
 */
export function createPostUpdate({ db, updateCall, metricsCache, assistant, knowledgeSearch, onFailure }: PostUpdateDeps) {
  const running = new Set<Promise<unknown>>();
  const lastRequests = new LRUCache<string, { readonly at: number; readonly turns: number }>({ max: CALLS_REMEMBERED });

  type Change = { insights: ObjectionCard[] } | { recommendations: ModelTip[]; tipsFailure: null } | { tipsFailure: string };
  const change = (id: string, data: (call: LiveCall) => Change): Promise<void> =>
    db.transaction(async (tx) => {
      const call = await lockCall(tx, id);
      if (!hasEnded(call)) await updateCall(tx, call, data(call));
    });

  const attachCards = async (call: LiveCall, prompts: readonly CoachingPrompt[]): Promise<void> => {
    const turns = (await metricsCache.get(call)).turns();
    const cards: ObjectionCard[] = [];
    for (const { id: promptId, topic, words, turn } of prompts) {
      if (topic === null) continue;
      const searchText = `${words ?? ''} ${(turn === null ? null : turns[turn]?.text) ?? ''}`.slice(0, SEARCH_LENGTH);
      const [found] = (await knowledgeSearch.indexFor(searchText)).search(searchText, 1);
      if (!found || found.probability < CARD_PROBABILITY) continue;
      const { item } = found;
      cards.push({ promptId, topic, trainingItemId: item.id, title: item.title, excerpt: excerptOf(item) });
    }
    if (cards.length > 0) await change(call.id, (now) => ({ insights: [...now.cards, ...cards] }));
  };

  const requestTips = async (call: LiveCall): Promise<void> => {
    const { advise: generateTips } = assistant;
    const turns = (await metricsCache.get(call)).turns();
    const before = lastRequests.get(call.id) ?? { at: Number.NEGATIVE_INFINITY, turns: 0 };
    const isTime = call.duration - before.at >= TIPS_INTERVAL.seconds && turns.length - before.turns >= TIPS_INTERVAL.turns;
    if (!generateTips || !isTime) return;
    lastRequests.set(call.id, { at: call.duration, turns: turns.length });
    const soFar = {
      turns: turns.slice(-TURNS_SENT).map(({ speaker, text }) => ({ speaker, text })),
      seconds: call.duration,
      talkShare: call.gauges.talkShare,
      sentimentScore: call.gauges.sentimentScore,
      prompts: visiblePrompts(call.promptState.prompts).map(({ text }) => text),
    };
    try {
      const { tips, engine } = await generateTips(soFar, { personId: call.userId });
      const newTips = tips.map((text) => ({ text, at: call.duration, engine }));
      if (newTips.length > 0 || call.tipsFailure !== null)
        await change(call.id, (now) => ({ recommendations: [...newTips, ...now.tips].slice(0, MAX_TIPS), tipsFailure: null }));
    } catch (error) {
      if (!(error instanceof AssistantUnavailable || error instanceof LimitExceeded)) throw error;
      // The call goes on without tips, and says so once.
      if (call.tipsFailure !== error.message) await change(call.id, () => ({ tipsFailure: error.message }));
    }
  };

  const track = (work: Promise<void>) => {
    const done = work.catch(onFailure).finally(() => running.delete(done));
    running.add(done);
  };

  return {
    /** Starts the background work for the prompts that are new. */
    schedule: (call: LiveCall, newPrompts: readonly CoachingPrompt[]): void => {
      const cards = newPrompts.filter(({ topic }) => topic !== null);
      if (cards.length > 0) track(attachCards(call, cards));
      if (assistant.advise) track(requestTips(call));
    },
    forget: (id: string): void => void lastRequests.delete(id),
    /** Number of calls remembered. */
    size: (): number => lastRequests.size,
    /** Resolves once no background work is in progress. */
    done: async (): Promise<void> => void (await Promise.allSettled(running)),
  };
}

/** The beginning of an item's content, cut between words. */
function excerptOf({ content }: Knowledge): string {
  const text = content.replace(/\s+/g, ' ').trim();
  return text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT).replace(/\W*\s+\S*$/, '')}…`;
}
