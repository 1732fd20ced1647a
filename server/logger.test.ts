import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { runPeriodically } from './run-periodically.ts';

/** A failure as a driver throws it, with what it was doing hung on it. */
const failure = () => Object.assign(new Error('No answer'), { client: { password: 'hunter2' }, parameters: ['hunter2'] });

describe('what is done again and again', () => {
  it('is logged when it fails: each reason, and no secret a driver hung on it', async () => {
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
    const sweeper = runPeriodically({ name: 'closing silent calls', intervalMs: 1, run, log });
    await logged.promise;
    await sweeper.close();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'closing silent calls failed',
      error: { message: '2 of 3 calls could not be closed', errors: [{ message: 'No answer' }, { message: 'Too late' }] },
    });
    expect(lines.join('')).not.toContain('hunter2');
  });
});
