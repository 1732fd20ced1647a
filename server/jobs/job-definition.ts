import type { z } from 'zod';
import type { Job, JobInputs, JobName, JobOutcome } from '#domain/jobs/queue.ts';
import type { JobRun } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';

interface TypedDefinition<Name extends JobName> {
  readonly name: Name;
  /** What it does, in a sentence. */
  readonly description: string;
  readonly input: z.ZodType<JobInputs[Name]>;
  /** Jobs with the same key are joined while one has not ended. Without it, any number may run. */
  readonly key?: (input: JobInputs[Name]) => string;
  /** How many times it is retried after a failure that may be temporary. */
  readonly retries: number;
  /** Seconds before the first retry; doubled for each further one, up to `max`. */
  readonly backOff: { readonly first: number; readonly max: number };
  /** Seconds after which a running job is delivered to another server. */
  readonly expires: number;
  /** How many one server runs at a time. */
  readonly concurrency: number;
  /** The schedule in UTC, for a job that runs by itself. */
  readonly cron?: string;
  run(job: Job<JobInputs[Name]>): Promise<JobOutcome>;
  /** Called on every change of state, inside the transaction that makes it. */
  onStateChange?(tx: Tx, input: JobInputs[Name], run: JobRun): Promise<void>;
}

/** A job, ready to run with a stored input. */
export interface JobDefinition extends Omit<TypedDefinition<JobName>, 'input' | 'key' | 'run' | 'onStateChange'> {
  keyOf(input: unknown): string | null;
  run(job: Job<unknown>): Promise<JobOutcome>;
  onStateChange(tx: Tx, input: unknown, run: JobRun): Promise<void>;
}

/** Defines a job. Its stored input is parsed with its schema before it is used. */
export function defineJob<Name extends JobName>({ input: schema, key, run, onStateChange, ...rest }: TypedDefinition<Name>): JobDefinition {
  return {
    ...rest,
    keyOf: (input) => key?.(schema.parse(input)) ?? null,
    run: (job) => run({ ...job, input: schema.parse(job.input) }),
    onStateChange: async (tx, input, state) => onStateChange?.(tx, schema.parse(input), state),
  };
}

/** Seconds before the next attempt, after this many. */
export const retryDelay = ({ backOff }: Pick<JobDefinition, 'backOff'>, attempts: number): number =>
  Math.min(backOff.max, backOff.first * 2 ** Math.max(0, attempts - 1));
