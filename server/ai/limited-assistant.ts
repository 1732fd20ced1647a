import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { LimitExceeded } from '#domain/failures.ts';
import { createConcurrencyLimiter, createKeyedConcurrencyLimiter } from '#server/concurrency-limiter.ts';
import type { Assistant, Attention } from './port.ts';
import type { AssistantTask } from './tasks.ts';

/** Requests that may wait while this server has all in progress that it may, and how long. */
const ASSISTANT_QUEUE = { server: 32, maxWaitMs: 10_000 } as const;

const MINUTE_S = 60;
const DAY_S = 86_400;

export interface AssistantLimits {
  /** Requests to a model one person may make within a minute, on all servers. */
  readonly perMinute: number;
  /** The same within 24 hours. */
  readonly perDay: number;
  /** Requests one person may have in progress, here. */
  readonly perPerson: number;
  /** Requests in progress for everybody, here. */
  readonly atOnce: number;
  /** Of them, requests of one task. */
  readonly perTask: Readonly<Record<AssistantTask, number>>;
}

interface LimitedAssistantOptions {
  /** Where requests are counted: the table `throttles`. While the database is away, each server counts by itself. */
  readonly pool: Pick<Pool, 'query'>;
  readonly limits: AssistantLimits;
}

type CallOptions = Pick<Attention, 'signal' | 'personId' | 'isBackground'>;

/**
 * The assistant within its limits, whatever it is used for: so many requests of a person and of all in progress, and so many of a
 * person in a minute and a day where a model is paid for them. A request without a person is the server's own, and is held by the
 * server's limit alone; of a person's background work only the day is counted. Throws `LimitExceeded`; what was refused is not counted.
 */
export function limitAssistant(assistant: Assistant, { pool, limits }: LimitedAssistantOptions): Assistant {
  const { perMinute, perDay, perPerson, atOnce, perTask } = limits;
  const ofEachPerson = createKeyedConcurrencyLimiter({
    concurrency: perPerson,
    queueSize: 0,
    maxWaitMs: 0,
    exceeded: () => tooManyOfPerson(perPerson),
  });
  const inProgress = {
    ofPerson: <Answer>(personId: string | null, work: () => Promise<Answer>) => (personId === null ? work() : ofEachPerson(personId, work)),
    ofServer: createConcurrencyLimiter({
      concurrency: atOnce,
      queueSize: ASSISTANT_QUEUE.server,
      maxWaitMs: ASSISTANT_QUEUE.maxWaitMs,
      exceeded: () => tooManyOfServer(atOnce),
    }),
  };
  const windows =
    assistant.engine === 'offline'
      ? []
      : [
          {
            limiter: createLimiter(pool, 'assistant-minute', perMinute, MINUTE_S),
            countsBackground: false,
            exceeded: (wait: number) => spentMinute(perMinute, wait),
          },
          {
            limiter: createLimiter(pool, 'assistant-day', perDay, DAY_S),
            countsBackground: true,
            exceeded: (wait: number) => spentDay(perDay, wait),
          },
        ];
  const count = async (personId: string, isBackground: boolean) => {
    for (const { limiter, exceeded } of windows.filter(({ countsBackground }) => countsBackground || !isBackground))
      await limiter.consume(personId).catch((refused: unknown) => {
        throw refused instanceof RateLimiterRes ? exceeded(Math.max(1, Math.ceil(refused.msBeforeNext / 1000))) : refused;
      });
  };
  const limited = <Request, Options extends CallOptions, Answer>(
    task: AssistantTask,
    call: (request: Request, options?: Options) => Promise<Answer>,
  ) => {
    // Its slots first: what waits for one of them takes nothing of the other tasks.
    const inSlot = createConcurrencyLimiter({
      concurrency: perTask[task],
      queueSize: ASSISTANT_QUEUE.server,
      maxWaitMs: ASSISTANT_QUEUE.maxWaitMs,
      exceeded: () => tooManyOfServer(perTask[task]),
    });
    return (request: Request, options?: Options): Promise<Answer> => {
      const { personId = null, isBackground = false } = options ?? {};
      return inProgress.ofPerson(isBackground ? null : personId, () =>
        inSlot(() =>
          inProgress.ofServer(async () => {
            if (personId !== null) await count(personId, isBackground);
            return call(request, options);
          }),
        ),
      );
    };
  };
  const { advise } = assistant;
  return {
    engine: assistant.engine,
    reply: limited('reply', assistant.reply),
    analyze: limited('analysis', assistant.analyze),
    draftEmail: limited('email', assistant.draftEmail),
    ...(advise && { advise: limited('advice', advise) }),
    coach: limited('coaching', assistant.coach),
  };
}

const createLimiter = (pool: Pick<Pool, 'query'>, keyPrefix: string, points: number, duration: number) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'throttles',
    tableCreated: true,
    // Counters that are over are deleted with those of the cost limiter.
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
    // Who is over the limit is refused without a look into the database until the window is over.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
  });

const tooManyOfPerson = (count: number) =>
  new LimitExceeded('TOO_MANY_IN_PROGRESS', `At most ${count} assistant requests per person may run at once. Wait until one finishes.`);

const tooManyOfServer = (count: number) =>
  new LimitExceeded(
    'TOO_MANY_IN_PROGRESS',
    `The assistant is busy: at most ${count} requests may run at once on this server. Try again in a moment.`,
    ASSISTANT_QUEUE.maxWaitMs / 1000,
  );

const spentMinute = (count: number, wait: number) =>
  new LimitExceeded(
    'RATE_LIMITED',
    `At most ${count} assistant requests per person are allowed in a minute. Try again in ${wait} s.`,
    wait,
  );

const spentDay = (count: number, wait: number) =>
  new LimitExceeded(
    'RATE_LIMITED',
    `At most ${count} assistant requests per person are allowed in 24 hours. Try again in ${Math.ceil(wait / 60)} min.`,
    wait,
  );
