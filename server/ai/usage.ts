import type { ServiceDeps } from '#domain/deps.ts';
import type { Assistant, Attention, Embedder, Tokens } from './port.ts';
import type { AssistantTask } from './tasks.ts';

/** What a million tokens of a model cost, US dollars. */
export interface ModelPrice {
  /** The beginning of the model's name. */
  readonly model: string;
  readonly prompt: number;
  readonly completion: number;
}

/** One answer of a model. */
export interface Usage {
  readonly task: AssistantTask | 'embedding';
  /** Null for the server's own work. */
  readonly personId: string | null;
  readonly model: string;
  /** Null where the model's server did not count them. */
  readonly tokens: Tokens;
}

/** What an answer cost in US dollars, six decimals; null where its tokens were not counted or its model has no price. The longest name wins. */
export function costOf({ model, tokens }: Pick<Usage, 'model' | 'tokens'>, prices: readonly ModelPrice[]): string | null {
  const [price] = prices.filter((each) => model.startsWith(each.model)).toSorted((a, b) => b.model.length - a.model.length);
  if (!price || !tokens) return null;
  return ((tokens.prompt * price.prompt + tokens.completion * price.completion) / 1_000_000).toFixed(6);
}

type CallOptions = Pick<Attention, 'personId'>;

/** The assistant, with every answer of a model handed to `record`. An answer the offline engine gave costs nothing and is not; nor is one that failed. */
export function recordUsage(assistant: Assistant, record: (usage: Usage) => Promise<void>): Assistant {
  if (assistant.engine === 'offline') return assistant;
  const recorded =
    <Request, Options extends CallOptions, Answer extends { readonly engine: string; readonly tokens: Tokens }>(
      task: AssistantTask,
      call: (request: Request, options?: Options) => Promise<Answer>,
    ) =>
    async (request: Request, options?: Options): Promise<Answer> => {
      const answer = await call(request, options);
      await record({ task, personId: options?.personId ?? null, model: answer.engine, tokens: answer.tokens });
      return answer;
    };
  const { advise } = assistant;
  return {
    engine: assistant.engine,
    reply: recorded('reply', assistant.reply),
    analyze: recorded('analysis', assistant.analyze),
    draftEmail: recorded('email', assistant.draftEmail),
    ...(advise && { advise: recorded('advice', advise) }),
    coach: recorded('coaching', assistant.coach),
  };
}

/** The embedder, with every answer handed to `record`: nobody's, because items belong to all, and a message is embedded without its reader. */
export const recordEmbeddings = (embedder: Embedder, record: (usage: Usage) => Promise<void>): Embedder => ({
  ...embedder,
  embed: async (texts, options) => {
    const answer = await embedder.embed(texts, options);
    if (texts.length > 0) await record({ task: 'embedding', personId: null, model: embedder.model, tokens: answer.tokens });
    return answer;
  },
});

/** Stores what an answer of a model took. */
export const createUsageRecorder =
  ({ db, clock, newId, prices }: Pick<ServiceDeps, 'db' | 'clock' | 'newId'> & { readonly prices: readonly ModelPrice[] }) =>
  async (usage: Usage): Promise<void> => {
    const { task, personId, model, tokens } = usage;
    await db.prisma.assistantUsage.create({
      data: {
        id: newId(),
        task,
        userId: personId,
        model,
        promptTokens: tokens?.prompt ?? null,
        completionTokens: tokens?.completion ?? null,
        cost: costOf(usage, prices),
        createdAt: clock.now(),
      },
    });
  };
