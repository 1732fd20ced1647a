import { describe, expect, it } from 'vitest';
import { answers } from '#server/testing/emulators/openai/answers.ts';
import { crashes } from '#server/testing/emulators/openai/failures.ts';
import { contentOf } from '#server/testing/emulators/openai/request.ts';
import { transcriptParts } from '../prompts/analysis.ts';
import { openAssistant } from './testing.ts';

const LINES = Array.from({ length: 4_000 }, (_, at) => `${at % 2 ? 'Customer' : 'Rep'}: Line ${at} of a long call about machines.`);
const CALL = { content: LINES.join('\n'), duration: 7_200 };

describe('the parts of a transcript', () => {
  it.each([
    ['lines', LINES.join('\n')],
    ['one line', LINES.join(' ')],
    ['one word', 'x'.repeat(150_000)],
    ['far more than all parts', 'a line\n'.repeat(200_000)],
    ['a short call', 'Rep: Hello.'],
    ['nothing', ''],
  ])('lose nothing, and are few: %s', (_what, content) => {
    const parts = transcriptParts(content);
    expect(parts.join('')).toBe(content);
    expect(parts.length).toBeLessThanOrEqual(9);
  });

  it('end with a line', () => {
    for (const part of transcriptParts(CALL.content).slice(0, -1)) expect(part).toMatch(/machines\.\n$/);
  });
});

describe('a long call', () => {
  it('is read part by part, then as a whole, with the tokens of all', async () => {
    await using world = await openAssistant();
    const analysis = await world.assistant.analyze(CALL);
    const heard = world.model.requests.map((request) => contentOf('user', request));
    const parts = transcriptParts(CALL.content).length;
    expect(parts).toBeGreaterThan(2);
    expect(heard).toHaveLength(parts + 1);
    expect(heard.slice(0, parts).some((text) => text.includes('Line 2000 of'))).toBe(true);
    expect(heard.at(-1)).toContain('"parts":[');
    expect(analysis.tokens?.prompt).toBeGreaterThan(CALL.content.length / 5);
    expect(analysis.keyMoments[0]?.quote).toContain('Line 0 of');
  });

  it('fails where one of its parts does', async () => {
    await using world = await openAssistant({ settings: { retries: 0 } });
    world.model.next(answers(), crashes());
    await expect(world.assistant.analyze(CALL)).rejects.toThrow('The assistant');
  });
});
