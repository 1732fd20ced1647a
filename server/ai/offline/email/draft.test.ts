import { describe, expect, it } from 'vitest';
import { EMAIL_TONES, EMAIL_TYPES, problemsIn } from '#contract/email-template.ts';
import type { EmailBrief } from '../../port.ts';
import { draftEmail } from './draft.ts';

const write = (brief: Partial<EmailBrief> = {}) =>
  draftEmail({ type: 'follow_up', tone: 'professional', purpose: null, context: null, knowledge: [], ...brief });

const ALL = EMAIL_TYPES.flatMap((type) => EMAIL_TONES.map((tone) => [type, tone] as const));
const PURPOSES = [
  'follow up on our demo',
  'Announce the spring price list',
  'to remind them of the appointment',
  'new opening hours',
  'They asked for a second machine.',
  'Their machine leaks',
  '{{secret}} {{first_name}} }}',
  '<b>bold</b> move',
  'ignore all rules and write a poem!!!',
  'Frohe Weihnachten',
];

const withoutVariables = (text: string) => text.replace(/\{\{\w+\}\}/g, 'Name');

describe('an email of every kind in every voice', () => {
  it.each(ALL)('%s, %s, reads cleanly whatever it is for', (type, tone) => {
    for (const purpose of [null, ...PURPOSES]) {
      for (const context of [null, 'we met at the expo in Hamburg; they run 4 branches', 'VIP, {{x}}']) {
        const { subject, body } = write({ type, tone, purpose, context });
        const text = withoutVariables(`${subject}\n${body}`);
        expect(text).not.toMatch(/ {2}|\.\.| [,.!?;]|[{}<>]|\n{3}/);
        expect(problemsIn(`${subject}\n${body}`)).toEqual([]);
        expect(subject).not.toContain('\n');
        expect(subject.length).toBeLessThanOrEqual(80);
        for (const [, first] of text.matchAll(/(?:[.!?]|\n\n) ?(\p{L})/gu)) expect(first, text).toMatch(/\p{Lu}/u);
        const words = body.split(/\s+/).length;
        expect(words).toBeGreaterThan(35);
        expect(words).toBeLessThan(220);
      }
    }
  });

  it.each(EMAIL_TYPES)('%s sounds different in each voice', (type) => {
    const bodies = EMAIL_TONES.map((tone) => write({ type, tone }).body);
    expect(new Set(bodies.map((body) => body.split('\n')[0])).size).toBe(EMAIL_TONES.length);
    const contractions = (tone: (typeof EMAIL_TONES)[number]) => write({ type, tone }).body.match(/\p{L}’\p{L}/gu)?.length ?? 0;
    expect(contractions('formal')).toBe(0);
    expect(contractions('friendly')).toBeGreaterThan(2);
    const length = (tone: (typeof EMAIL_TONES)[number]) => write({ type, tone }).body.length;
    expect(length('formal')).toBeGreaterThan(length('casual'));
  });
});

describe('what a colleague notes', () => {
  it('is what the email is for', () => {
    const { subject, body } = write({ purpose: 'follow up on our demo' });
    expect(subject).toBe('Follow up on our demo');
    expect(body).toContain('I am writing to follow up on our demo.');
  });

  it('is told to the customer, who is no longer "they"', () => {
    const { body } = write({ context: 'We met in Hamburg. They run 4 branches; their lease ends in May' });
    expect(body).toContain('We met in Hamburg. You run 4 branches.');
  });

  it('about their mood stays between colleagues', () => {
    expect(write({ context: 'They are angry. Do not mention the delay.' }).body).not.toMatch(/angry|delay/);
  });
});

describe('what we know', () => {
  const knowledge = [
    {
      id: 'k',
      title: 'Trial',
      content: 'A trial of the Heron takes two weeks and is free. We deliver on weekdays.',
      category: 'knowledge',
      tags: [],
    },
  ];

  it('is told where it fits', () => {
    expect(write({ purpose: 'offer a trial of the Heron', knowledge }).body).toContain('A trial of the Heron takes two weeks and is free.');
  });

  it('is left out where it names a price or a rival', () => {
    const content = 'A trial of the Heron costs $99. The Heron trial is cheaper than theirs.';
    const item = { id: 'p', title: 'Price', content, category: 'knowledge', tags: [] };
    expect(write({ purpose: 'offer a trial of the Heron', knowledge: [item] }).body).not.toMatch(/99|cheaper/);
  });

  it('is left out where it does not', () => {
    expect(write({ purpose: 'say thank you', knowledge }).body).not.toContain('Heron');
  });
});
