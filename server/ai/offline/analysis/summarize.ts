import { ANALYSIS_LIMITS, type CallType, type Sentiment } from '#contract/call.ts';
import { capitalised, clip } from '#server/language/plain-text.ts';
import { wordsOf } from '#server/language/words.ts';
import type { NextStep } from '../../port.ts';
import { type CallSentence, type CallText, withoutLeadIn } from './call-text.ts';
import { strongest } from './moments.ts';

const FROM =
  /\b(?:calling from|(?:here|i'm|i am|this is \p{L}+),? (?:from|at|with)|\p{L}+ (?:here )?from) ((?:\p{Lu}[\p{L}&'-]*)(?: (?:\p{Lu}[\p{L}&'-]*|of|and|&)){0,3})/u;
const CALLED = /\b(?:hi|hello|hey|thank you|thanks|sorry|bye|goodbye|perfect|okay|well),? ((?:Dr\. )?\p{Lu}\p{Ll}+)\b/u;
const NO_NAME =
  /^(?:The|This|That|It|Just|You|Yes|No|So|And|But|What|How|Let|Is|Are|Then|There|Good|Great|Rep|Customer|Monday|Tuesday|Wednesday|Thursday|Friday)$/;

/** Who was on the other end: their company where they say it, else the name they are called by. */
export function whoCalled({ sentences, turns }: CallText): string | null {
  const customerSentences = sentences.filter(({ speaker, position }) => speaker === 'customer' && position < 0.5);
  for (const { text } of customerSentences) {
    const company = FROM.exec(text)?.[1];
    if (company && !NO_NAME.test(company)) return company.replace(/ (?:and|of|&)$/, '');
  }
  const byName = turns.find(({ speaker, name }) => speaker === 'customer' && name !== null)?.name;
  if (byName) return byName;
  const called = new Map<string, number>();
  for (const { text, speaker } of sentences) {
    const name = speaker === 'rep' ? CALLED.exec(text)?.[1] : undefined;
    if (name && !NO_NAME.test(name)) called.set(name, (called.get(name) ?? 0) + 1);
  }
  return [...called].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** The customer's own words for why the call took place. */
export function reasonOf(call: CallText, type: CallType): CallSentence | null {
  const kinds = type === 'support' ? (['problem', 'need', 'objection'] as const) : (['need', 'objection', 'price', 'problem'] as const);
  for (const kind of kinds) {
    const found = strongest(kind, call.customer);
    if (found) return found;
  }
  return (
    call.customer.toSorted((a, b) => wordsOf(b.text).length - wordsOf(a.text).length).find(({ text }) => wordsOf(text).length <= 40) ?? null
  );
}

/** Without the marks at its end; a run of them elsewhere is passed in one step, however long it is. */
const unstopped = (text: string): string => text.replace(/(?<![\s.!?,;:])[\s.!?,;:]+$/, '');
const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** What a colleague would call it: who, then what about. */
export function titleOf(
  call: CallText,
  { type, topics, reason }: { type: CallType; topics: readonly string[]; reason: CallSentence | null },
): string {
  const who = whoCalled(call);
  const short = reason && unstopped(withoutLeadIn(reason.text));
  const about =
    type === 'support' && short && !reason.text.endsWith('?') && wordsOf(short).length <= 9
      ? short
      : topics.length > 0
        ? capitalised(listed(topics.slice(0, 2)))
        : (short ?? unstopped(withoutLeadIn(call.sentences[0]?.text ?? '')));
  const title = [who, about].filter(Boolean).join(': ').replace(/\s+/g, ' ').trim();
  return clip(title, ANALYSIS_LIMITS.title) || (type === 'sales' ? 'Sales call' : 'Support call');
}

const MOODS = { positive: 'They sounded pleased', negative: 'They sounded unhappy', neutral: null } as const;

/** What a colleague who was not there should know: what it was about, why they called in their own words, how it ended. */
export function summaryOf(
  call: CallText,
  {
    type,
    topics,
    reason,
    sentiment,
    steps,
  }: { type: CallType; topics: readonly string[]; reason: CallSentence | null; sentiment: Sentiment; steps: readonly NextStep[] },
): string {
  const who = whoCalled(call);
  const about = topics.length > 0 ? ` about ${listed(topics.slice(0, 3))}` : '';
  const opening = `${type === 'sales' ? 'Sales' : 'Support'} call${who ? ` with ${who}` : ''}${about}.`;
  const quoted = reason
    ? `${reason.speaker === 'rep' ? 'The rep' : 'The customer'} said: “${clip(sentence(withoutLeadIn(reason.text)), 180)}”`
    : '';
  const promised = steps
    .slice(0, 2)
    .map(
      ({ text, owner, due }) =>
        `${text.charAt(0).toLowerCase()}${text.slice(1)}${due && !text.includes(due) ? ` ${due}` : ''}${owner ? ` (${owner})` : ''}`,
    );
  const mood = MOODS[sentiment];
  const agreed = promised.length > 0 ? `next: ${promised.join('; ')}` : call.sentences.length > 4 ? 'no next step was agreed' : '';
  const ending = [mood, agreed].filter(Boolean).join('; ');
  return clip(
    [opening, quoted, ending && sentence(capitalised(ending))].filter(Boolean).join(' ').replace(/\s+/g, ' '),
    ANALYSIS_LIMITS.summary,
  );
}
