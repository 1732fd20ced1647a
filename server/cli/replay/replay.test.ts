import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { play } from './play.ts';
import { scheduleOf } from './schedule.ts';

describe('how a transcript is told', () => {
  it('at speaking pace, with corrections, one breath between two turns', () => {
    const schedule = scheduleOf('Rep: One two three four five six seven eight.\nCustomer: Yes.');
    expect(schedule.map(({ at, segment, isWhole }) => [at, segment.id, segment.revision, segment.text, isWhole])).toEqual([
      [2_000, 'turn-0', 0, 'One two three four five', false],
      [3_200, 'turn-0', 1, 'One two three four five six seven eight.', true],
      [4_200, 'turn-1', 0, 'Yes.', true],
    ]);
    expect(schedule.at(-1)?.segment).toMatchObject({ speaker: 'customer', startMs: 3_800, endMs: 4_200 });
  });

  it('only where somebody is known to speak', () => {
    expect(() => scheduleOf('Nobody says who speaks here.')).toThrow('Start each line with the speaker');
  });
});

describe('a replay', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    await app.signUp('mara');
  });
  afterAll(() => app.close());

  it('is a call like any other, and says what the rep would be told', async () => {
    const said: string[] = [];
    const transcript = await readFile('docs/calls/too-expensive.txt', 'utf8');
    const person = { username: 'mara', password: 'correct horse' };
    await play({ url: app.url, ...person, transcript, callId: 'again', speed: 10_000, say: (line) => said.push(line) });
    expect(said[0]).toMatch(/^Playing 3:15 of talk as again/);
    expect(said.filter((line) => /^ +\d+:\d\d {2}(Rep|Customer): /.test(line))).toHaveLength(18);
    expect(said.at(-1)).toBe('The call has ended. It is stored under Transcriptions.');
    const call = await app.container.db.prisma.liveCall.findFirstOrThrow({ include: { transcription: true } });
    expect(call.transcription?.content).toBe(call.currentTranscript);
    expect(call.currentTranscript).toContain('Customer: Okay, but honestly, that sounds too expensive for us.');
  });

  it('says why it cannot begin', async () => {
    const replay = {
      url: app.url,
      username: 'mara',
      password: 'wrong',
      transcript: 'Rep: Hi.',
      callId: 'x',
      speed: 1,
      say: () => undefined,
    };
    await expect(play(replay)).rejects.toThrow('401: Invalid username or password');
  });
});
