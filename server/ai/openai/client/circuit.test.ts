import { beforeEach, describe, expect, it } from 'vitest';
import { AssistantUnavailable } from '#domain/failures.ts';
import { createCircuitBreaker } from './circuit.ts';
import { ModelFailure, type Reason } from './failure.ts';

let time: number;
let asked: number;
let guarded: ReturnType<typeof createCircuitBreaker>;

beforeEach(() => {
  time = Date.UTC(2026, 0, 1);
  asked = 0;
  guarded = createCircuitBreaker({ now: () => new Date(time), restMs: 30_000 });
});

const works = () =>
  guarded(async () => {
    asked += 1;
    return 'fine';
  });

const fails = (reason: Reason) =>
  guarded(async () => {
    asked += 1;
    throw new ModelFailure(reason);
  });

async function failTimes(times: number, reason: Reason = 'unreachable') {
  for (let time = 0; time < times; time += 1) await expect(fails(reason)).rejects.toThrow(AssistantUnavailable);
}

describe('a service that fails', () => {
  it('is asked until it failed three times in a row, then left alone', async () => {
    await failTimes(3);
    await expect(works()).rejects.toThrow('The assistant cannot be reached. Please try again in 30 seconds.');
    expect(asked).toBe(3);
  });

  it('is forgiven by one success', async () => {
    await failTimes(2);
    await works();
    await failTimes(2);
    await expect(works()).resolves.toBe('fine');
  });

  it('counts the seconds that are left', async () => {
    await failTimes(3, 'slow');
    time += 12_500;
    await expect(works()).rejects.toThrow('The assistant took too long to answer. Please try again in 18 seconds.');
  });

  it('is asked again after the rest, and used when it works', async () => {
    await failTimes(3);
    time += 30_000;
    await expect(works()).resolves.toBe('fine');
    await expect(works()).resolves.toBe('fine');
  });

  it('rests anew when it fails after the rest', async () => {
    await failTimes(3);
    time += 30_000;
    await failTimes(1, 'broken');
    await expect(works()).rejects.toThrow('The assistant had an internal error. Please try again in 30 seconds.');
    expect(asked).toBe(4);
  });

  it('is tried by one request only after the rest', async () => {
    await failTimes(3);
    time += 30_000;
    let answer: (text: string) => void = () => {};
    const first = guarded(() => new Promise<string>((resolve) => (answer = resolve)));
    await expect(works()).rejects.toThrow(AssistantUnavailable);
    answer('back');
    await expect(first).resolves.toBe('back');
    await expect(works()).resolves.toBe('fine');
  });

  it('is tried by the next one when the one who tried was stopped', async () => {
    await failTimes(3);
    time += 30_000;
    const stopped = guarded(() => Promise.reject(new DOMException('Stopped', 'AbortError')));
    await expect(stopped).rejects.toThrow('Stopped');
    await expect(works()).resolves.toBe('fine');
  });

  it.each(['refusedKey', 'outOfQuota', 'unknownModel'] as const)('is left alone at once when asking again is vain: %s', async (reason) => {
    await failTimes(1, reason);
    await expect(works()).rejects.toThrow(/administrator/);
    expect(asked).toBe(1);
  });

  it.each(['unusable', 'declined', 'filtered', 'answerTooLong', 'messageTooLong', 'rejected'] as const)(
    'is not blamed for one message: %s',
    async (reason) => {
      await failTimes(5, reason);
      await expect(works()).resolves.toBe('fine');
    },
  );
});
