import { z } from 'zod';

/** How far back the demo data go, in days. */
export const DEMO_DAYS = 90;

export const MINUTES_PER_DAY = 1_440;

/** A moment of the demo data: whole minutes before the `now` they are seeded for. */
export interface Moment {
  readonly minutesBefore: number;
}

export const ago = (days: number, minutes = 0): Moment => ({ minutesBefore: days * MINUTES_PER_DAY + minutes });

/** The files write a moment as an ISO 8601 duration before `now`, in days and minutes: `P17DT500M`. */
export const Moment = z
  .string()
  .regex(/^P(?=\d|T\d)(\d+D)?(T\d+M)?$/, 'A duration before now in days and minutes, e.g. P17DT500M')
  .transform((duration) => ago(Number(/(\d+)D/.exec(duration)?.[1] ?? 0), Number(/(\d+)M/.exec(duration)?.[1] ?? 0)))
  .refine(({ minutesBefore }) => minutesBefore <= DEMO_DAYS * MINUTES_PER_DAY, `At most ${DEMO_DAYS} days before now`);
