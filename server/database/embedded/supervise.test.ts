import { describe, expect, it } from 'vitest';
import { EmbeddedDatabaseError } from '../database-errors.ts';
import type { Server } from './server.ts';
import { supervise } from './supervise.ts';

/** A database that ends on demand. */
function fakeServer() {
  const { promise: exited, resolve: end } = Promise.withResolvers<string>();
  const server: Server = { pid: 1, exited, stop: async () => end('stopped') };
  return { server, end };
}

const PAUSES = [0, 1, 1] as const;

describe('supervise', () => {
  it('starts the database again, trying several times', async () => {
    const [first, second] = [fakeServer(), fakeServer()];
    const lines: string[] = [];
    const started = Promise.withResolvers<void>();
    let attempts = 0;
    const launch = async () => {
      attempts += 1;
      if (attempts < 3) throw new Error(`no ${attempts}`);
      started.resolve();
      return second.server;
    };
    const stop = supervise({ first: first.server, launch, log: (line) => lines.push(line), onCrashLoop: () => {}, backoff: PAUSES });
    first.end('SIGSEGV');
    await started.promise;
    await stop();
    expect(lines).toEqual(['The database stopped unexpectedly (SIGSEGV). Restarting it.', 'no 1', 'no 2']);
    await expect(second.server.exited).resolves.toBe('stopped');
  });

  it('gives up after the last attempt and reports an error', async () => {
    const { server, end } = fakeServer();
    const crashed = Promise.withResolvers<EmbeddedDatabaseError>();
    const launch = async () => {
      throw new Error('the disk is full');
    };
    const stop = supervise({ first: server, launch, log: () => {}, onCrashLoop: crashed.resolve, backoff: PAUSES });
    end('exit code 1');
    const error = await crashed.promise;
    expect(error).toBeInstanceOf(EmbeddedDatabaseError);
    expect(error.cause).toEqual(new Error('the disk is full'));
    await stop();
  });

  it('does not restart after it was stopped on purpose', async () => {
    const { server, end } = fakeServer();
    const stop = supervise({
      first: server,
      launch: () => expect.unreachable(),
      log: (line) => end(line),
      onCrashLoop: () => expect.unreachable(),
    });
    await stop();
    await expect(server.exited).resolves.toBe('stopped');
  });
});
