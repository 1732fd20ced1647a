import { DEVICE_DAYS } from '#server/auth/known-devices.ts';
import type { Deps } from '../deps.ts';
import type { JobOutcome, JobQueue } from '../jobs/queue.ts';

const DAY = 86_400_000;

/** What is kept for how long: notifications that were read, finished work, and how many notifications a person has at most. */
export const KEPT = { readDays: 90, runDays: 30, importDays: 30, notifications: 500 } as const;

interface Chore {
  readonly what: string;
  /** `$1` is the moment before which it is of no use. */
  readonly sql: string;
  readonly days: number;
}

/** What is removed once nobody needs it; in pieces, so that nobody waits long for a lock. */
const CHORES: readonly Chore[] = [
  {
    what: 'sessions that are over',
    days: 0,
    sql: 'delete from sessions where id in (select id from sessions where expires_at < $1 limit 5000)',
  },
  {
    what: 'browsers that nobody signed in with for long',
    days: DEVICE_DAYS,
    sql: 'delete from known_devices where device_hash in (select device_hash from known_devices where last_used_at < $1 limit 5000) and last_used_at < $1',
  },
  {
    what: 'attempts to sign in that no longer count',
    days: 0,
    sql: `delete from throttles where key in (select key from throttles where expire < extract(epoch from $1::timestamptz) * 1000 limit 5000)`,
  },
  {
    what: 'notifications that were read long ago',
    days: KEPT.readDays,
    sql: 'delete from notifications where id in (select id from notifications where read_at < $1 limit 5000)',
  },
  {
    what: 'the oldest notifications of who has too many',
    days: 0,
    sql: `delete from notifications where id in (
      select id from (select id, created_at, row_number() over (partition by user_id order by id desc) as place from notifications) as placed
      where place > ${KEPT.notifications} and created_at < $1 limit 5000)`,
  },
  {
    what: 'files that came in long ago',
    days: KEPT.importDays,
    sql: 'delete from imports where id in (select id from imports where created_at < $1 limit 5)',
  },
  {
    what: 'work that was done long ago',
    days: KEPT.runDays,
    sql: 'delete from job_runs where id in (select id from job_runs where finished_at < $1 limit 5000)',
  },
];

export type Housekeeping = ReturnType<typeof createHousekeeping>;

/** Keeps the database from filling up with what nobody needs. */
export const createHousekeeping = ({ db, clock, jobs }: Pick<Deps, 'db' | 'clock'> & { readonly jobs: JobQueue }) => ({
  clean: async (): Promise<JobOutcome> => {
    const now = clock.now();
    let done = 0;
    for (const { sql, days } of CHORES) {
      const { rowCount } = await db.pool.query(sql, [new Date(now.getTime() - days * DAY)]);
      done += rowCount ?? 0;
    }
    await jobs.giveUpLost();
    return { done };
  },
});
