import { LRUCache } from 'lru-cache';
import type { Assistant, Knowledge } from '#server/ai/port.ts';
import type { ServiceDeps } from '../deps.ts';
import { AssistantUnavailable, LimitExceeded } from '../failures.ts';
import { relevantItems } from '../training/queries.ts';
import type { liveCallUpdates } from './ingest.ts';
import type { MetricsCache } from './metrics-cache.ts';
import type { ShownPrompt } from './rules/coaching-prompts.ts';
import { hasEnded, type LiveCall, lockCall, type ModelTip, type ObjectionCard, shownNudges } from './stored-call.ts';

/** Characters of a training item on a card, and of the turn it is looked up with. */
const EXCERPT = 280;
const LOOKED_UP = 600;
/** Tips of a model that are kept. */
const TIPS = 3;
/** A model is asked again after this many seconds of the call and this many new turns. */
const ASK_AGAIN = { seconds: 20, turns: 2 } as const;
/**
 * Calls of which it is remembered when the model was last asked. A call may end on another instance, so its entry is not always removed;
 * the one used longest ago makes room, and a call that lost its entry is at worst asked about once too early.
 */
export const CALLS_REMEMBERED = 1_000;
/** What a model hears of a call: its last turns. */
const TURNS_TOLD = 30;

interface AfterthoughtDeps extends Pick<ServiceDeps, 'db'> {
  readonly changed: ReturnType<typeof liveCallUpdates>;
  readonly tallies: MetricsCache;
  readonly assistant: Assistant;
  /** Hears of what went wrong and nobody waits for. */
  onFailure(error: unknown): void;
}

/**
 * What follows an update without holding it up: the training item that answers the customer's words, and, where a model
 * is configured, its tips. Both come as changes of their own; where one fails, the call goes on without.
 */
export function createPostUpdate({ db, changed, tallies, assistant, onFailure }: AfterthoughtDeps) {
  const running = new Set<Promise<unknown>>();
  const asked = new LRUCache<string, { readonly at: number; readonly turns: number }>({ max: CALLS_REMEMBERED });

  const change = (id: string, data: (call: LiveCall) => { insights: ObjectionCard[] } | { recommendations: ModelTip[] }): Promise<void> =>
    db.transaction(async (tx) => {
      const call = await lockCall(tx, id);
      if (!hasEnded(call)) await changed(tx, call, data(call));
    });

  const attachCards = async (call: LiveCall, nudges: readonly ShownPrompt[]): Promise<void> => {
    const turns = (await tallies.of(call)).turns();
    const cards: ObjectionCard[] = [];
    for (const { id: nudge, topic, words, turn } of nudges) {
      if (topic === null) continue;
      const said = `${words ?? ''} ${(turn === null ? null : turns[turn]?.text) ?? ''}`.slice(0, LOOKED_UP);
      const [item] = await relevantItems(db.pool, said, 1);
      if (item) cards.push({ nudge, topic, trainingItemId: item.id, title: item.title, excerpt: excerptOf(item) });
    }
    if (cards.length > 0) await change(call.id, (now) => ({ insights: [...now.cards, ...cards] }));
  };

  const requestTips = async (call: LiveCall): Promise<void> => {
    const { advise: ask } = assistant;
    const turns = (await tallies.of(call)).turns();
    const before = asked.get(call.id) ?? { at: Number.NEGATIVE_INFINITY, turns: 0 };
    const isTime = call.duration - before.at >= ASK_AGAIN.seconds && turns.length - before.turns >= ASK_AGAIN.turns;
    if (!ask || !isTime) return;
    asked.set(call.id, { at: call.duration, turns: turns.length });
    const soFar = {
      turns: turns.slice(-TURNS_TOLD).map(({ speaker, text }) => ({ speaker, text })),
      seconds: call.duration,
      talkShare: call.gauges.talkShare,
      sentimentScore: call.gauges.sentimentScore,
      prompts: shownNudges(call.prompting.prompts).map(({ text }) => text),
    };
    const { tips, engine } = await ask(soFar, { personId: call.userId });
    const told = tips.map((text) => ({ text, at: call.duration, engine }));
    if (told.length > 0) await change(call.id, (now) => ({ recommendations: [...told, ...now.tips].slice(0, TIPS) }));
  };

  const follow = (work: Promise<void>) => {
    const done = work
      .catch((error: unknown) => {
        // A model that is away or asked enough is nobody's fault here; a call that ended meanwhile needs no card.
        if (!(error instanceof AssistantUnavailable || error instanceof LimitExceeded)) onFailure(error);
      })
      .finally(() => running.delete(done));
    running.add(done);
  };

  return {
    /** Begins what follows from the prompts that are new. */
    schedule: (call: LiveCall, news: readonly ShownPrompt[]): void => {
      const cards = news.filter(({ topic }) => topic !== null);
      if (cards.length > 0) follow(attachCards(call, cards));
      if (assistant.advise) follow(requestTips(call));
    },
    forget: (id: string): void => void asked.delete(id),
    /** Calls that are remembered. */
    size: (): number => asked.size,
    /** Resolves once nothing is under way. */
    done: async (): Promise<void> => void (await Promise.allSettled(running)),
  };
}

/** The beginning of an item, cut at a word. */
function excerptOf({ content }: Knowledge): string {
  const text = content.replace(/\s+/g, ' ').trim();
  return text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT).replace(/\W*\s+\S*$/, '')}…`;
}
