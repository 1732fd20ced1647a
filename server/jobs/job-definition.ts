import type { z } from 'zod';
import type { Job, JobInputs, JobName, JobOutcome } from '#domain/jobs/queue.ts';
import type { JobRun } from '#prisma/generated/client.ts';
import type { Tx } from '#server/database/client.ts';

interface JobShape<Name extends JobName> {
  readonly name: Name;
  /** What it does, in a sentence. */
  readonly description: string;
  readonly input: z.ZodType<JobInputs[Name]>;
  /** Of those with one key only one is under way; any number may be where it is left out. */
  readonly key?: (input: JobInputs[Name]) => string;
  /** How often it is tried again after it failed for a reason that may pass. */
  readonly retries: number;
  /** Seconds before the first of these tries; twice as many before each other one, up to `longest`. */
  readonly backOff: { readonly first: number; readonly longest: number };
  /** Seconds it may take; then it is somebody else's turn. */
  readonly expires: number;
  /** How many an instance does at a time. */
  readonly concurrency: number;
  /** When it is done by itself, in UTC. */
  readonly cron?: string;
  run(job: Job<JobInputs[Name]>): Promise<JobOutcome>;
  /** Tells of it whenever it gets on, in that very transaction. */
  tell?(tx: Tx, input: JobInputs[Name], run: JobRun): Promise<void>;
}

/** A row of the table of jobs, ready to be done with whatever input was stored. */
export interface JobDefinition extends Omit<JobShape<JobName>, 'input' | 'key' | 'run' | 'tell'> {
  keyOf(input: unknown): string | null;
  run(job: Job<unknown>): Promise<JobOutcome>;
  tell(tx: Tx, input: unknown, run: JobRun): Promise<void>;
}

/** A job; its input is read with its schema before anything is done with it. */
export function job<Name extends JobName>({ input: schema, key, run, tell, ...rest }: JobShape<Name>): JobDefinition {
  return {
    ...rest,
    keyOf: (input) => key?.(schema.parse(input)) ?? null,
    run: (given) => run({ ...given, input: schema.parse(given.input) }),
    tell: async (tx, input, state) => tell?.(tx, schema.parse(input), state),
  };
}

/** Seconds until the next try, after so many. */
export const pauseAfter = ({ backOff }: Pick<JobDefinition, 'backOff'>, attempts: number): number =>
  Math.min(backOff.longest, backOff.first * 2 ** Math.max(0, attempts - 1));
