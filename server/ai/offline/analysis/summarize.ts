import { ANALYSIS_LIMITS, type CallType, type Sentiment } from '#contract/call.ts';
import { capitalised, clip } from '#server/language/plain-text.ts';
import { wordsOf } from '#server/language/words.ts';
import type { KeyMoment, NextStep } from '../../port.ts';
import { type CallSentence, type CallText, withoutFillers, withoutLeadIn } from './call-text.ts';
import { strongest } from './moments.ts';

// Names come from labels, and from what people say when they greet each other.
const GREETING_TURNS = 4;
const INTRODUCED_FROM =
  /\b(?:[Cc]alling (?:from|on behalf of)|(?:[Tt]his is|I'm|I am|[Ii]t's|[Mm]y name is) \p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?,? (?:(?:over )?here )?(?:from|at|with)|^(?:\p{L}+[,!.]? )?\p{Lu}[\p{L}'-]+,? (?:here )?from|(?:[Hh]i|[Hh]ello|[Hh]ey)[^.!?]{0,30} (?:here )?from) ((?:\p{Lu}[\p{L}&'-]*)(?: (?:\p{Lu}[\p{L}&'-]*|of|and|&)){0,3})/u;
const CALLED =
  /\b(?:[Hh]i|[Hh]ello|[Hh]ey|[Tt]hank you|[Tt]hanks|[Bb]ye|[Gg]oodbye|[Gg]ood (?:morning|afternoon|evening)),? ((?:Dr\. )?\p{Lu}\p{Ll}+)(?=[,.!?]|$)/u;
const NO_NAME =
  /^(?:The|This|That|It|Just|You|Yes|No|So|And|But|What|How|Let|Is|Are|Then|There|Good|Great|Everyone|Everybody|All|Guys|Team|Folks|Sir|Madam|Maam|Again|Perfect|Bye|Rep|Customer|Speaker|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Jan(?:uary)?|Feb(?:ruary)?|March|April|May|June|July|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)$/;

/** Names of countries: "calling from India" names no company. */
const COUNTRIES: ReadonlySet<string> = (() => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return new Set(letters.flatMap((one) => letters.map((two) => names.of(one + two) ?? '')));
})();

/** Who was on the other end: the name of their label, their company where they greet with it, else the name they are greeted by; null where nobody says. */
export function whoCalled({ sentences, turns }: CallText): string | null {
  const first = new Set(
    turns
      .filter(({ speaker }) => speaker === 'customer')
      .slice(0, GREETING_TURNS / 2)
      .map(({ index }) => index),
  );
  for (const { text, turn } of sentences) {
    const company = first.has(turn) ? INTRODUCED_FROM.exec(text)?.[1]?.replace(/ (?:and|of|&)$/, '') : undefined;
    if (company && !NO_NAME.test(company) && !COUNTRIES.has(company)) return company;
  }
  const byLabel = turns.find(
    ({ speaker, name }) => speaker === 'customer' && name !== null && !/^(?:speaker|participant|voice|unknown)\b/i.test(name),
  )?.name;
  if (byLabel) return byLabel;
  const last = turns.length - GREETING_TURNS;
  const called = new Map<string, number>();
  for (const { text, speaker, turn } of sentences) {
    if (speaker !== 'rep' || (turn >= GREETING_TURNS && turn < last)) continue;
    const name = CALLED.exec(text)?.[1];
    if (name && !NO_NAME.test(name) && !COUNTRIES.has(name)) called.set(name, (called.get(name) ?? 0) + 1);
  }
  return [...called].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** The customer's own words for why the call took place. */
export function reasonOf(call: CallText, type: CallType): CallSentence | null {
  const kinds = type === 'support' ? (['problem', 'need', 'objection'] as const) : (['need', 'problem', 'price', 'objection'] as const);
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

/** The customer's own words make a title when there are neither too few nor too many of them. */
const TITLE_WORDS = { least: 3, most: 10 } as const;

/** What a colleague would call it: who, then what about. */
export function titleOf(
  call: CallText,
  { type, topics, reason }: { type: CallType; topics: readonly string[]; reason: CallSentence | null },
): string {
  const who = whoCalled(call);
  const short = reason && unstopped(withoutLeadIn(withoutFillers(reason.text)));
  const words = short ? wordsOf(short).length : 0;
  const isTitle = short !== null && !reason?.text.endsWith('?') && words >= TITLE_WORDS.least && words <= TITLE_WORDS.most;
  const about = isTitle
    ? short
    : topics.length > 0
      ? capitalised(listed(topics.slice(0, 2)))
      : (short ?? unstopped(withoutLeadIn(call.sentences[0]?.text ?? '')));
  const title = [who, about].filter(Boolean).join(': ').replace(/\s+/g, ' ').trim();
  return clip(title, ANALYSIS_LIMITS.title) || (type === 'sales' ? 'Sales call' : 'Support call');
}

const MOODS = { positive: 'They sounded pleased.', negative: 'They sounded unhappy.', neutral: null } as const;

const QUOTED = 150;
const quoteOf = (text: string, limit = QUOTED): string => `“${clip(sentence(withoutLeadIn(withoutFillers(text))), limit)}”`;

const FIGURE = /[$€£₹] ?\d|\d ?(?:%|percent|dollars|euros|pounds)|\b(?:hundred|thousand|dollars|percent)\b/i;
const OFFERING =
  /\b(?:offer|price|pricing|costs?|plan|discount|off|per|month|year|annual\w*|total|comes? to|quote|credit|refund|free|included?|charge|waive|upgrade|package|it's|that's|would be)\b/i;
const ELSEWHERE =
  /\b(?:revenue|lost|losing|saved?|customers? (?:like|saw)|roi|for example|case study|last (?:month|year|quarter)|roaming charges on)\b/i;

/** What the rep offered, with its figures: the one said last among those that say most; null where none was heard. */
function offerIn({ sentences }: CallText): CallSentence | null {
  const offers = sentences.filter(
    ({ speaker, text }) => speaker === 'rep' && FIGURE.test(text) && OFFERING.test(text) && !ELSEWHERE.test(text),
  );
  const weight = ({ text, position }: CallSentence) =>
    (/[$€£₹]|dollars/i.test(text) ? 1 : 0) +
    (/\b(?:total|comes? to|offer|discount|credit|can do|we'll|i can)\b/i.test(text) ? 0.6 : 0) +
    (text.endsWith('?') ? -0.7 : 0) +
    position * 0.5;
  return offers.toSorted((a, b) => weight(b) - weight(a))[0] ?? null;
}

const stepText = ({ text, owner, due }: NextStep): string => {
  const what = `${text.charAt(0).toLowerCase()}${text.slice(1)}${due && !text.includes(due) ? ` ${due}` : ''}`;
  return owner ? `${owner} to ${what}` : what;
};

interface SummaryFacts {
  readonly type: CallType;
  readonly topics: readonly string[];
  readonly reason: CallSentence | null;
  readonly sentiment: Sentiment;
  readonly steps: readonly NextStep[];
  readonly moments: readonly KeyMoment[];
}

/**
 * What a colleague who was not there should know: who it was and about what, what they want, what was offered, what they
 * held against it, what was agreed. Every quote is the call's own words without fillers. That no next step was recognised does
 * not mean that none was agreed.
 */
export function summaryOf(call: CallText, { type, topics, reason, sentiment, steps, moments }: SummaryFacts): string {
  const who = whoCalled(call);
  const about = topics.length > 0 ? ` about ${listed(topics.slice(0, 3))}` : '';
  const opening = `${type === 'sales' ? 'Sales' : 'Support'} call${who ? ` with ${who}` : ''}${about}.`;
  const offer = offerIn(call);
  const objection = strongest('objection', call.customer);
  const agreement = moments.findLast(({ kind }) => kind === 'agreement');
  const isUnlabelled = call.sentences.every(({ speaker }) => speaker === null);
  const used = new Set<string>();
  const told = (head: string, text: string | undefined): string => {
    if (text === undefined || used.has(text)) return '';
    used.add(text);
    return `${head}: ${quoteOf(text)}`;
  };
  const head = isUnlabelled
    ? 'Noted'
    : reason?.speaker === 'rep'
      ? 'The rep said'
      : type === 'support'
        ? 'The customer’s request'
        : 'The customer wants';
  const parts = [
    opening,
    told(head, reason?.text),
    told('Offered', offer?.text),
    told('Objection', isUnlabelled ? undefined : objection?.text),
    steps.length === 0 ? told('Agreed', agreement?.quote) : '',
    MOODS[sentiment] ?? '',
  ];
  const agreed =
    steps.length > 0
      ? `Next steps: ${steps.slice(0, 3).map(stepText).join('; ')}.`
      : call.sentences.length > 4
        ? 'Next steps: none recognised.'
        : '';
  const text = (some: readonly string[]) => some.filter(Boolean).join(' ').replace(/\s+/g, ' ');
  // What comes next is never cut off: the quotes give way.
  const room = ANALYSIS_LIMITS.summary - agreed.length - 1;
  return clip(text([clip(text(parts), Math.max(opening.length, room)), agreed]), ANALYSIS_LIMITS.summary);
}
