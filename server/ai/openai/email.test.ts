import { describe, expect, it } from 'vitest';
import { EMAIL_TONE_LABELS, EMAIL_TONES, EMAIL_TYPES, problemsIn } from '#contract/email-template.ts';
import { answers } from '#server/testing/emulators/openai/answers.ts';
import { contentOf } from '#server/testing/emulators/openai/request.ts';
import { offlineAssistant } from '../offline/assistant.ts';
import { withFallback } from '../offline-fallback.ts';
import type { EmailBrief } from '../port.ts';
import { WITHHELD } from './grounding.ts';
import { openAssistant } from './testing.ts';

const CONTEXT = 'prospect compares us with Competitor X who quoted a flat 1500 per seat.';
const BRIEF: EmailBrief = {
  type: 'follow_up',
  tone: 'professional',
  purpose: 'follow up on the demo of 3 May',
  context: CONTEXT,
  knowledge: [{ id: 'k', title: 'Trial', content: 'A trial of the Heron is free for 14 days.', category: 'knowledge', tags: [] }],
};
const GOOD = 'Hi {{first_name}},\n\nthank you for the demo on 3 May. A trial of the Heron is free for 14 days.\n\n{{company_name}}';

describe('an email of a model', () => {
  it('is kept where its facts stand in the purpose or the knowledge', async () => {
    await using world = await openAssistant();
    world.model.next(answers({ subject: 'Your trial', body: GOOD }));
    expect(await world.assistant.draftEmail(BRIEF)).toMatchObject({ subject: 'Your trial', body: GOOD });
  });

  it('has brackets for what no source says, and none of what only the context says', async () => {
    await using world = await openAssistant();
    world.model.next(
      answers({ subject: 'Only $17', body: 'Hi {{first_name}}, Competitor X takes 1500, our Heron $17 until 9 June. {{company_name}}' }),
    );
    expect(await world.assistant.draftEmail(BRIEF)).toMatchObject({
      subject: 'Only [check: $17]',
      body: `Hi {{first_name}}, ${WITHHELD} takes ${WITHHELD}, our Heron [check: $17] until [check: 9 June]. {{company_name}}`,
    });
  });

  it.each([
    ['repeats the context', `For your information: ${CONTEXT}`],
    ['has a placeholder nobody fills in', 'Hi [Name], see you soon. {{company_name}}'],
    ['has an unknown variable', 'Hi {{nickname}}, see you soon. {{company_name}}'],
  ])('is sent back when it %s', async (_what, body) => {
    await using world = await openAssistant();
    world.model.next(answers({ subject: 'Hello', body }), answers({ subject: 'Hello', body: GOOD }));
    expect((await world.assistant.draftEmail(BRIEF)).body).toBe(GOOD);
    expect(world.model.requests).toHaveLength(2);
  });
});

describe('an email of every type', () => {
  it.each(EMAIL_TYPES)('asks for its tone and never has the context in it, whatever the model writes: %s', async (type) => {
    await using world = await openAssistant();
    const assistant = withFallback(world.assistant, offlineAssistant());
    const bodies: string[] = [];
    for (const tone of EMAIL_TONES) {
      const leak = answers({ subject: 'Hello', body: `Hi {{nickname}}, ${CONTEXT} [your name]` });
      world.model.next(leak, leak);
      const draft = await assistant.draftEmail({ ...BRIEF, type, tone });
      expect(contentOf('user', world.model.requests.at(-1) ?? expect.fail())).toContain(`"tone":"${EMAIL_TONE_LABELS[tone]}"`);
      expect(draft).toMatchObject({ engine: 'offline', fallbackReason: expect.stringContaining('not usable') });
      const text = `${draft.subject}\n${draft.body}`;
      expect(text).not.toMatch(/competitor|1500|prospect|per seat|nickname|[[\]]/i);
      expect(problemsIn(text)).toEqual([]);
      bodies.push(draft.body);
    }
    expect(new Set(bodies).size).toBe(EMAIL_TONES.length);
  });
});
