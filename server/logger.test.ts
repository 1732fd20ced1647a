import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { runPeriodically } from './run-periodically.ts';

/** A failure as a driver throws it, with its client and parameters attached. */
const failure = () => Object.assign(new Error('No answer'), { client: { password: 'hunter2' }, parameters: ['hunter2'] });

/** A logger, and what it wrote. */
function collectLines() {
  const lines: string[] = [];
  return { log: createLogger('debug', { write: (line) => void lines.push(line) }), lines };
}

describe('an error', () => {
  it('that is a plain object, or has one as its cause, is logged by its fields', () => {
    const { log, lines } = collectLines();
    const cause = {
      originalCode: '57014',
      originalMessage: 'canceling statement due to statement timeout',
      kind: 'postgres',
      query: 'hunter2',
    };
    log.warn({ error: new Error('Prisma failed', { cause }) }, 'Failed');
    log.warn({ error: cause }, 'Failed');
    expect(lines.join('')).not.toMatch(/object Object|hunter2/);
    const { query: _, ...fields } = cause;
    expect(lines.map((line) => JSON.parse(line).error)).toMatchObject([{ message: 'Prisma failed', cause: fields }, fields]);
  });

  it('about a full disk is one line a minute, whoever logs it', () => {
    const { log, lines } = collectLines();
    const full = Object.assign(new Error('could not extend file "base/1/2": No space left on device'), { code: '53100' });
    for (let number = 0; number < 100; number += 1) log.child({ job: 'sync' }).error({ error: full }, 'Job failed');
    log.error({ error: full }, 'Storing the security log failed');
    log.warn({ error: Object.assign(new Error('write'), { code: 'ENOSPC' }) }, 'Upload failed');
    log.warn({ error: new Error('No answer') }, 'Job failed');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      'The database has no room',
      'The folder for uploads has no room',
      'Job failed',
    ]);
  });
});

describe('a periodic task', () => {
  it('is logged when it fails: with each cause, and no secret that a driver attached', async () => {
    const lines: string[] = [];
    const logged = Promise.withResolvers<void>();
    const log = createLogger('error', {
      write: (line) => {
        lines.push(line);
        logged.resolve();
      },
    });
    const run = async () => {
      throw new AggregateError([failure(), new Error('Too late')], '2 of 3 calls could not be closed');
    };
    const sweeper = runPeriodically({ name: 'Closing abandoned live calls', intervalMs: 1, run, log });
    await logged.promise;
    await sweeper.close();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'Closing abandoned live calls failed',
      error: { message: '2 of 3 calls could not be closed', errors: [{ message: 'No answer' }, { message: 'Too late' }] },
    });
    expect(lines.join('')).not.toContain('hunter2');
  });
});
