import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { playCall, scheduleTranscript } from './call-player.ts';

describe('the schedule of a transcript', () => {
  it('has interim results at speaking pace and a pause between two turns', () => {
    const schedule = scheduleTranscript('Rep: One two three four five six seven eight.\nCustomer: Yes.');
    expect(schedule.map(({ at, segment, isComplete }) => [at, segment.id, segment.revision, segment.text, isComplete])).toEqual([
      [2_000, 'turn-0', 0, 'One two three four five', false],
      [3_200, 'turn-0', 1, 'One two three four five six seven eight.', true],
      [4_200, 'turn-1', 0, 'Yes.', true],
    ]);
    expect(schedule.at(-1)?.segment).toMatchObject({ speaker: 'customer', startMs: 3_800, endMs: 4_200 });
  });

  it('needs a speaker on each line', () => {
    expect(() => scheduleTranscript('Nobody says who speaks here.')).toThrow('Start each line with the speaker');
  });
});

describe('a played call', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    await app.signUp('mara');
  });
  afterAll(() => app.close());

  it('is stored like any other call, and prints the prompts of the rep', async () => {
    const lines: string[] = [];
    const transcript = await readFile('docs/calls/too-expensive.txt', 'utf8');
    const person = { username: 'mara', password: 'correct horse' };
    await playCall({ url: app.url, ...person, transcript, callId: 'again', speed: 10_000, print: (line) => lines.push(line) });
    expect(lines[0]).toMatch(/^Playing 3:15 as again/);
    expect(lines.filter((line) => /^ +\d+:\d\d {2}(Rep|Customer): /.test(line))).toHaveLength(18);
    expect(lines.at(-1)).toBe('The call has ended. It is stored under Transcriptions.');
    const call = await app.container.db.prisma.liveCall.findFirstOrThrow({ include: { transcription: true } });
    expect(call.transcription?.content).toBe(call.currentTranscript);
    expect(call.currentTranscript).toContain('Customer: Okay, but honestly, that sounds too expensive for us.');
  });

  it('explains why it cannot start', async () => {
    const replay = {
      url: app.url,
      username: 'mara',
      password: 'wrong',
      transcript: 'Rep: Hi.',
      callId: 'x',
      speed: 1,
      print: () => undefined,
    };
    await expect(playCall(replay)).rejects.toThrow('401: Invalid username or password');
  });
});
