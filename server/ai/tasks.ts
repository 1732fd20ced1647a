import type { Config } from '#server/config.ts';

/** What the assistant is asked to do; each has a model, an effort, a deadline, slots and a circuit breaker of its own. */
export const ASSISTANT_TASKS = ['reply', 'analysis', 'email', 'advice', 'coaching'] as const;
export type AssistantTask = (typeof ASSISTANT_TASKS)[number];

/** How long a model that reasons thinks, in the words of OpenAI's protocol. */
export const REASONING_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** A dated snapshot: an alias such as `gpt-5-mini` becomes another model from one day to the next. */
export const STANDARD_MODEL = 'gpt-5-mini-2025-08-07';

// Whoever stored a call waits for its analysis, and the offline one takes its place; advice that comes later finds the call somewhere
// else. Slots are part of ASSISTANT_CONCURRENCY: no task but the reply can take all of them.
const DEFAULTS = {
  reply: { seconds: 75, slots: 8, effort: 'low' },
  analysis: { seconds: 30, slots: 4, effort: 'low' },
  email: { seconds: 75, slots: 4, effort: 'low' },
  advice: { seconds: 15, slots: 3, effort: 'minimal' },
  coaching: { seconds: 75, slots: 2, effort: 'low' },
} as const satisfies Record<AssistantTask, { seconds: number; slots: number; effort: ReasoningEffort }>;

export interface TaskSettings {
  readonly model: string;
  /** Null where the model's server is to decide. */
  readonly effort: ReasoningEffort | null;
  /** For an answer as a whole, with its retry and its repair. */
  readonly deadlineMs: number;
}

const forEachTask = <Value>(settingOf: (task: AssistantTask) => Value): Readonly<Record<AssistantTask, Value>> => ({
  reply: settingOf('reply'),
  analysis: settingOf('analysis'),
  email: settingOf('email'),
  advice: settingOf('advice'),
  coaching: settingOf('coaching'),
});

/** How each task is put to a model. An effort is sent where it was set, or to the standard model, which is known to have one. */
export const taskSettings = ({
  OPENAI_MODEL,
  ASSISTANT_TASK_MODELS,
  ASSISTANT_TASK_EFFORTS,
  ASSISTANT_TASK_SECONDS,
}: Pick<Config, 'OPENAI_MODEL' | 'ASSISTANT_TASK_MODELS' | 'ASSISTANT_TASK_EFFORTS' | 'ASSISTANT_TASK_SECONDS'>): Readonly<
  Record<AssistantTask, TaskSettings>
> =>
  forEachTask((task) => {
    const model = ASSISTANT_TASK_MODELS?.[task] ?? OPENAI_MODEL ?? STANDARD_MODEL;
    return {
      model,
      effort: ASSISTANT_TASK_EFFORTS?.[task] ?? (model === STANDARD_MODEL ? DEFAULTS[task].effort : null),
      deadlineMs: 1_000 * (ASSISTANT_TASK_SECONDS?.[task] ?? DEFAULTS[task].seconds),
    };
  });

/** How many requests of each task may be in progress on this server. */
export const taskSlots = ({ ASSISTANT_TASK_SLOTS }: Pick<Config, 'ASSISTANT_TASK_SLOTS'>): Readonly<Record<AssistantTask, number>> =>
  forEachTask((task) => ASSISTANT_TASK_SLOTS?.[task] ?? DEFAULTS[task].slots);
