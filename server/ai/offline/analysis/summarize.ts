import { ANALYSIS_LIMITS, type CallType, type Sentiment } from '#contract/call.ts';
import { isSpokenQuestion } from '#domain/conversation/spoken-questions.ts';
import { capitalised, clip } from '#server/language/plain-text.ts';
import { wordsOf } from '#server/language/words.ts';
import type { KeyMoment, NextStep } from '../../port.ts';
import { type CallSentence, type CallText, withoutFillers, withoutLeadIn } from './call-text.ts';
import { momentWeight, strongest } from './moments.ts';

// Names come from labels, and from what people say when they greet each other.
const GREETING_TURNS = 4;
const INTRODUCED_FROM =
  /\b(?:[Cc]alling (?:from|on behalf of)|(?:[Tt]his is|I'm|I am|[Ii]t's|[Mm]y name is) \p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?,? (?:(?:over )?here )?(?:from|at|with)|^(?:\p{L}+[,!.]? )?\p{Lu}[\p{L}'-]+,? (?:here )?from|(?:[Hh]i|[Hh]ello|[Hh]ey)[^.!?]{0,30} (?:here )?from) ((?:\p{Lu}[\p{L}&'-]*)(?: (?:\p{Lu}[\p{L}&'-]*|of|and|&)){0,3})/u;
const CALLED =
  /\b(?:[Hh]i|[Hh]ello|[Hh]ey|[Tt]hank you|[Tt]hanks|[Bb]ye|[Gg]oodbye|[Gg]ood (?:morning|afternoon|evening)),? ((?:Dr\. )?\p{Lu}\p{Ll}+)(?=[,.!?]|$)/u;
const NO_NAME =
  /^(?:The|This|That|It|Just|You|Yes|No|So|And|But|What|How|Let|Is|Are|Then|There|Good|Great|Everyone|Everybody|All|Guys|Team|Folks|Sir|Madam|Maam|Again|Perfect|Bye|Rep|Customer|Speaker|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Jan(?:uary)?|Feb(?:ruary)?|March|April|May|June|July|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)$/;

/** Labels that say what somebody is, and not who. */
const NO_PERSON =
  /^(?:(?:speaker|participant|voice|unknown|person)\b.*|receptionist|administrator|visitor|attendee|host|secretary|nurse|teacher|manager|employee|owner|homeowner|interviewer|audience|reporter|moderator|assistant|coordinator|event coordinator|sales manager|barista|farm hand|patient|student|guest|member|tenant|driver|technician)$/i;

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
  const byLabel = turns.find(({ speaker, name }) => speaker === 'customer' && name !== null && !NO_PERSON.test(name))?.name;
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

/** What somebody says who needs something. */
const WISH =
  /\b(?:we|i)(?:'re| are|'m| am|'ve| have)? (?:(?:really|just|also|currently|currently|still|been) )*(?:need|looking (?:for|to|into|at)|look for|struggl\w+|trying to|hoping (?:to|for)|want(?:ed)?|would like|thinking (?:of|about)|planning|considering|interested in|having (?:trouble|problems|issues)|experiencing|drowning|tired of)\b|\b(?:we|i)'d (?:like|love|need)\b|\b(?:problem|issue|challenge|goal|trouble) is\b|\b(?:is|are|isn't|aren't|keeps?) (?:killing|breaking|slow|broken|a mess)\b|\b(?:takes?|took|averaging|pushing) (?:\w+ ){0,4}(?:hours?|days?|weeks?|months?)\b/i;
/** The same words about the talk itself, not about what is wanted from us. */
const ABOUT_THE_TALK =
  /\b(?:want(?:ed)? to (?:make sure|be (?:clear|honest|upfront)|know|say|ask|see if|hear|confirm|check)|need to (?:think|talk|run|discuss|check|ask|go|know|hear|hit|get going)|would have to (?:talk|ask)|have to (?:talk|ask|show)|'d like to (?:think|move|involve|say|ask|thank)|think about it|moving forward|move forward|exactly what|what (?:we|i) (?:need|want)|approve the|to have \w+ on|prepare my|not (?:really )?(?:interested|ready)|don't have time|don't want|if the numbers|run it (?:past|by))\b|\b(?:within|in) our budget\b/i;
/** "That's the kind of insight we're looking for" answers somebody. */
const REACTION =
  /^(?:\W*(?:well|okay|ok|so|yes|yeah|oh|wow|actually|honestly)\b,? )?(?:that|this)(?:'s|’s| is|'d| would| sounds| could| actually)\b/i;
/** "And if we want to cancel?" says nothing of what is wanted. */
const HYPOTHETICAL = /^(?:\W*(?:and|but|so|well|okay)\b,? )?(?:what )?if\b.*\?/i;
const REFUSAL =
  /\b(?:not (?:really )?interested|don't (?:have time|need (?:anything|it))|take (?:me|us) off|no thank you|not (?:right )?now|remove (?:me|us))\b/i;

const OURS = /\b(?:we|our|us|i|my)\b/i;

const REASON_WORDS = { least: 5, most: 45 } as const;
const PREFERRED_WORDS = 22;

/** How well a sentence says why the customer talks to us; 0 where it does not. */
function reasonWeight(type: CallType, each: CallSentence): number {
  const { text, position } = each;
  const words = wordsOf(text).length;
  if (
    words < REASON_WORDS.least ||
    words > REASON_WORDS.most ||
    ABOUT_THE_TALK.test(text) ||
    REACTION.test(text) ||
    HYPOTHETICAL.test(text)
  )
    return 0;
  const isWish = WISH.test(text);
  const isProblem = momentWeight('problem', each) > 0 && (type === 'support' || (OURS.test(text) && !/\?|\beven if\b/i.test(text)));
  if (!isWish && !isProblem) return 0;
  const kind = type === 'support' ? (isProblem ? 1 : 0.6) : (isWish ? 1 : 0) + (isProblem ? 0.3 : 0);
  return kind + 1.2 * (1 - position) + Math.min(words, PREFERRED_WORDS) / 44 - (text.endsWith('?') ? 0.5 : 0);
}

/** Why the call took place, in the customer's own words, and whether they only say no; null where they say neither. */
export interface Reason {
  readonly sentence: CallSentence;
  readonly kind: 'wish' | 'question' | 'refusal' | 'other';
}

export function reasonOf(call: CallText, type: CallType): Reason | null {
  const best = (weight: (each: CallSentence) => number): CallSentence | null =>
    call.customer.reduce<{ each: CallSentence; weight: number } | null>((so, each) => {
      const own = weight(each);
      return own > (so?.weight ?? 0) ? { each, weight: own } : so;
    }, null)?.each ?? null;
  const wish = best((each) => reasonWeight(type, each));
  if (wish) return { sentence: wish, kind: wish.text.includes('?') ? 'question' : 'wish' };
  const refusal = call.customer.find(({ text }) => REFUSAL.test(text));
  if (refusal) return { sentence: refusal, kind: 'refusal' };
  const concern = best((each) => (each.text.includes('?') ? 0 : momentWeight('need', each) + momentWeight('objection', each)));
  if (concern) return { sentence: concern, kind: 'other' };
  const question = best(({ text, position }) => {
    const words = wordsOf(text).length;
    return position < 0.6 &&
      isSpokenQuestion(text) &&
      !/\b(?:send|email|call) me\b|\bare you (?:proposing|calling)\b|\bwould you like\b/i.test(text) &&
      words >= REASON_WORDS.least &&
      words <= REASON_WORDS.most
      ? Math.min(words, PREFERRED_WORDS) + 10 * (1 - position)
      : 0;
  });
  if (question) return { sentence: question, kind: 'question' };
  const other = best(({ text, position }) => {
    const words = wordsOf(text).length;
    return words <= REASON_WORDS.most ? words * (1.5 - position) : 0;
  });
  return other && { sentence: other, kind: 'other' };
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
  { type, topics, reason }: { type: CallType; topics: readonly string[]; reason: Reason | null },
): string {
  const who = whoCalled(call);
  const short = reason && unstopped(withoutLeadIn(withoutFillers(reason.sentence.text)));
  const words = short ? wordsOf(short).length : 0;
  const isTitle =
    short !== null &&
    reason?.kind === 'wish' &&
    !reason.sentence.text.endsWith('?') &&
    words >= TITLE_WORDS.least &&
    words <= TITLE_WORDS.most;
  const about = isTitle
    ? short
    : topics.length > 0
      ? capitalised(listed(topics.slice(0, 2)))
      : (short ?? unstopped(withoutLeadIn(call.sentences[0]?.text ?? '')));
  const title = [who, about].filter(Boolean).join(': ').replace(/\s+/g, ' ').trim();
  return clip(title, ANALYSIS_LIMITS.title) || (type === 'sales' ? 'Sales call' : 'Support call');
}

const HEADS = {
  wish: 'The customer wants',
  question: 'The customer asked',
  refusal: 'The customer declined',
  other: 'The customer said',
} as const satisfies Record<Reason['kind'], string>;

const MOODS = { positive: 'They sounded pleased.', negative: 'They sounded unhappy.', neutral: null } as const;

const QUOTED = 150;
const quoteOf = (text: string, limit = QUOTED): string => `“${clip(sentence(withoutLeadIn(withoutFillers(text))), limit)}”`;

const FIGURE = /[$€£₹] ?\d|\d ?(?:%|percent|dollars|euros|pounds)|\b(?:hundred|thousand|dollars|percent)\b/i;
const OFFERING =
  /\b(?:offer|price|pricing|costs?|plan|discount|off|per|month|year|annual\w*|total|comes? to|quote|credit|refund|free|included?|charge|waive|upgrade|package|it's|that's|would be|all[- ]in)\b/i;
const ELSEWHERE =
  /\b(?:revenue|lost|losing|saved?|customers? (?:like|saw)|roi|for example|case study|last (?:month|year|quarter)|roaming charges on)\b/i;

/** What the rep offered, with its figures: the one said last among those that say most; null where none was heard. */
function offerIn({ sentences }: CallText): CallSentence | null {
  const offers = sentences.filter(
    ({ speaker, text }) => speaker === 'rep' && FIGURE.test(text) && OFFERING.test(text) && !ELSEWHERE.test(text),
  );
  const weight = ({ text, position }: CallSentence) =>
    (/[$€£₹]|dollars/i.test(text) ? 1 : 0) +
    (/\b(?:total|all[- ]in|annually|a year|comes? to|offer|discount|credit|can do|we'll|i can)\b/i.test(text) ? 0.6 : 0) +
    (text.endsWith('?') ? -0.7 : 0) +
    position * 0.5;
  return offers.toSorted((a, b) => weight(b) - weight(a))[0] ?? null;
}

const DONE =
  /\b(?:(?:i|we)(?:'ve| have)(?: just| now| already)?|(?:has|have) (?:now )?been|is now) (?:reset|fixed|applied|credited|refunded|updated|processed|restarted|configured|replaced|activated|added|removed|resolved|scheduled|opened|created|renewed|restored|set|enabled|upgraded|cancel+ed|changed|extended|issued)\b|\b(?:is|are|it's) (?:now )?up and running\b/i;

/** How a customer says that something works again. */
const RESOLVED =
  /\b(?:(?:works?|working|fixed|resolved|stable|connected|online|solved|back|up|loads?|loading) (?:now|again|fine|perfectly)|(?:now|again) (?:works?|working|stable|connected|online)|that (?:worked|fixed it|helped|did it)|it(?:'s| is) (?:working|fixed|resolved|back)|seems? (?:to be )?(?:much )?(?:stable|fine|okay|ok|working|better|resolved))\b/i;

/** What the rep did during the call, as they said last; null where they said nothing of the kind. */
const doneIn = ({ sentences }: CallText): CallSentence | null =>
  sentences.findLast(
    ({ speaker, text }) =>
      speaker === 'rep' &&
      DONE.test(text) &&
      !/\?|\b(?:as soon as|once|when|if|until)\b/i.test(text) &&
      wordsOf(text).length <= REASON_WORDS.most,
  ) ?? null;

/** The customer's last word that it works, in the second half of the call; null where it did not come to that. */
const resultIn = ({ customer }: CallText): CallSentence | null =>
  customer.findLast(
    ({ text, position }) => position > 0.5 && RESOLVED.test(text) && !/\?|n't\b|\bnot\b|\b(?:if|when|once)\b/i.test(text),
  ) ?? null;

const stepText = ({ text, owner, due }: NextStep): string => {
  const what = `${text.charAt(0).toLowerCase()}${text.slice(1)}${due && !text.includes(due) ? ` ${due}` : ''}`;
  return owner ? `${owner} to ${what}` : what;
};

interface SummaryFacts {
  readonly type: CallType;
  readonly topics: readonly string[];
  readonly reason: Reason | null;
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
  const result = type === 'support' ? resultIn(call) : null;
  const agreement = moments.findLast(({ kind }) => kind === 'agreement');
  const isUnlabelled = call.sentences.every(({ speaker }) => speaker === null);
  const used = new Set<string>();
  const told = (head: string, text: string | undefined): string => {
    if (text === undefined || used.has(text)) return '';
    used.add(text);
    return `${head}: ${quoteOf(text)}`;
  };
  const head = isUnlabelled ? 'Noted' : reason === null || type === 'support' ? 'The customer’s request' : HEADS[reason.kind];
  const parts = [
    opening,
    told(head, reason?.sentence.text),
    told('Done', doneIn(call)?.text),
    told('Result', result?.text),
    told('Offered', offer?.text),
    told('Objection', isUnlabelled ? undefined : objection?.text),
    steps.length === 0 ? told('Agreed', agreement?.quote) : '',
    // Trouble that is over leaves nobody unhappy.
    sentiment === 'negative' && result !== null ? '' : (MOODS[sentiment] ?? ''),
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
