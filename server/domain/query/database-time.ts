import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds of database time one operation has for nothing: most analyst queries need less. */
const FREE_DATABASE_MS = 50;
/** What each further millisecond costs, in points. */
export const POINTS_PER_DATABASE_MS = 1;

/** What one operation has used of the database in analyst queries. */
export interface DatabaseMeter {
  milliseconds: number;
  /** Points charged for it so far. */
  points: number;
}

const meters = new AsyncLocalStorage<DatabaseMeter>();

/** Runs an operation; what its analyst queries use, together, is found in `meter`. */
export const withDatabaseMeter = <Result>(meter: DatabaseMeter, operation: () => Result): Result => meters.run(meter, operation);

/** Counts database time into the operation it was used for; returns the points due for it. Outside an operation each query counts alone. */
export function meterDatabaseTime(milliseconds: number): number {
  const meter = meters.getStore() ?? { milliseconds: 0, points: 0 };
  meter.milliseconds += milliseconds;
  const total = Math.max(0, Math.round((meter.milliseconds - FREE_DATABASE_MS) * POINTS_PER_DATABASE_MS));
  const due = total - meter.points;
  meter.points = total;
  return due;
}
