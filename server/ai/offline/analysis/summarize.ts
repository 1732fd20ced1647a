import { ANALYSIS_LIMITS, type CallType } from '#contract/call.ts';
import { isSpokenQuestion } from '#domain/conversation/spoken-questions.ts';
import { capitalised, clip } from '#server/language/plain-text.ts';
import { wordsOf } from '#server/language/words.ts';
import type { NextStep } from '../../port.ts';
import { type CallSentence, type CallText, withoutFillers, withoutLeadIn } from './call-text.ts';
import { momentWeight, strongest } from './moments.ts';
import { doneIn, type Outcome } from './outcome.ts';
import { firstSubject, purposeIn, subjectIn } from './subject.ts';
import { customersNamed, whoCalled } from './who.ts';

/** What somebody says who needs something. */
const WISH =
  /\b(?:we|i)(?:'re| are|'m| am|'ve| have)? (?:(?:really|just|also|currently|currently|still|been) )*(?:need|looking (?:for|to|into|at)|look for|struggl\w+|trying to|hoping (?:to|for)|want(?:ed)?|would like|thinking (?:of|about)|planning|considering|interested in|having (?:trouble|problems|issues)|experiencing|drowning|tired of)\b|\b(?:we|i)'d (?:like|love|need)\b|\b(?:problem|issue|challenge|goal|trouble) is\b|\b(?:is|are|isn't|aren't|keeps?) (?:killing|breaking|slow|broken|a mess)\b|\b(?:takes?|took|averaging|pushing) (?:\w+ ){0,4}(?:hours?|days?|weeks?|months?)\b/i;
/** Of those the ones that want something. */
const WANTS =
  /\b(?:need|want|looking|look for|trying to|hoping|(?:would|'d) (?:like|love)|planning|considering|interested in|thinking (?:of|about)|goal is)\b/i;
/** The same words about the talk itself, not about what is wanted from us. */
const ABOUT_THE_TALK =
  /\b(?:want(?:ed)? to (?:make sure|be (?:clear|honest|upfront)|know|say|ask|see if|hear|confirm|check)|need to (?:think|talk|run|discuss|check|ask|go|know|hear|hit|get going)|would have to (?:talk|ask)|have to (?:talk|ask|show)|'d like to (?:think|move|involve|say|ask|thank)|think about it|moving forward|move forward|exactly what|what (?:we|i) (?:need|want)|approve the|to have \w+ on|prepare my|not (?:really )?(?:interested|ready)|don't have time|don't want|if the numbers|run it (?:past|by)|meeting you|reach(?:ing)? out|caught me|in a meeting|another meeting|curious to|finishing|heading out|minutes before|calling from|(?:good|nice|great) to (?:see|meet)|time today|(?:our|the|this) (?:meeting|conversation|call)|(?:account|phone) number|zip code|date of birth|talking about this)\b|\b(?:within|in) our budget\b/i;
/** "That's the kind of insight we're looking for" answers somebody. */
const REACTION =
  /^(?:\W*(?:well|okay|ok|so|yes|yeah|oh|wow|actually|honestly)\b,? )?(?:that|this)(?:'s|’s| is|'d| would| sounds| could| actually)\b/i;
/** "And if we want to cancel?" says nothing of what is wanted. */
const HYPOTHETICAL = /^(?:\W*(?:and|but|so|well|okay)\b,? )?(?:what )?if\b.*\?/i;
const REFUSAL =
  /\b(?:not (?:really )?interested|don't (?:have time|need (?:anything|it))|take (?:me|us) off|no thank you|not (?:right )?now|remove (?:me|us))\b/i;

const OURS = /\b(?:we|our|us|i|my)\b/i;
/** News with which somebody opens a call: "our contract is ending soon". */
const NEWS =
  /\b(?:noticed|running out|received|moving|opening|higher than|ending|expir\w+|calling (?:to|about|because)|keeps?|(?:has|have|'ve|been|was|were) (?:been )?(?:\w+ly )?\w+(?:ing|ed)|need|want|like|worried|concerned|problem|trouble|issues?|questions? about)\b/i;
/** "How do we do that?" asks about what was said before. */
const POINTS_BACK =
  /\b(?:that|this|it|them|happened|the process|you help(?: me| us)?(?: with (?:that|this))?|you (?:assist|guide us.*)|options|why|more (?:information|about it))\W*$/i;
/** Sentences that only say how somebody feels, or urge. */
const ONLY_FELT =
  /^(?:\W*(?:hi|hello|hey|look|honestly)\b,? ?)*(?:i(?:'m| am)|we(?:'re| are)) (?:\w+ ){0,2}(?:fed up|tired of|unhappy|frustrated|annoyed|angry|upset|disappointed|furious|confused)\b|\b(?:need|want) (?:this|it) (?:fixed|resolved|sorted)\b|\bwaiting (?:for|on|here)\b/i;

const REASON_WORDS = { least: 4, most: 60 } as const;
const PREFERRED_WORDS = 22;
/** What a customer says first weighs more than what they say later. */
const FIRST_TURNS = 2;

/** How well a sentence says why the customer talks to us; 0 where it does not. */
function reasonWeight(type: CallType, each: CallSentence, isOpening: boolean): number {
  const { text, position } = each;
  const words = wordsOf(text).length;
  if (
    words < REASON_WORDS.least ||
    words > REASON_WORDS.most ||
    ABOUT_THE_TALK.test(text) ||
    REACTION.test(text) ||
    HYPOTHETICAL.test(text) ||
    ONLY_FELT.test(text) ||
    (text.endsWith('?') && POINTS_BACK.test(text))
  )
    return 0;
  const isWish = WISH.test(text);
  const isProblem = momentWeight('problem', each) > 0 && (type === 'support' || (OURS.test(text) && !/\?|\beven if\b/i.test(text)));
  const isNews = isOpening && !text.endsWith('?') && (NEWS.test(text) || subjectIn(text) !== null);
  if (!isWish && !isProblem && !isNews) return 0;
  const kind = type === 'support' ? (isProblem ? 1 : 0.6) : (isWish ? 1 : 0) + (isProblem ? 0.3 : 0);
  return kind + (isOpening ? 0.8 : 0) + 1.2 * (1 - position) + Math.min(words, PREFERRED_WORDS) / 44 - (text.endsWith('?') ? 0.5 : 0);
}

/** Whether a sentence at the beginning of a call for help says why somebody calls. */
const opensCall = ({ text, speaker }: CallSentence): boolean =>
  speaker === 'customer' &&
  wordsOf(text).length >= REASON_WORDS.least &&
  !ABOUT_THE_TALK.test(text) &&
  !REACTION.test(text) &&
  !ONLY_FELT.test(text) &&
  !(text.endsWith('?') && POINTS_BACK.test(text)) &&
  (subjectIn(text) !== null || (!text.endsWith('?') && OURS.test(text) && wordsOf(text).length >= 6));

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
  const opening = new Set([...new Set(call.customer.slice(0, 12).map(({ turn }) => turn))].slice(0, FIRST_TURNS));
  const wish = best((each) => reasonWeight(type, each, each.speaker === 'customer' && opening.has(each.turn)));
  const kindOf = ({ text }: CallSentence) => (text.includes('?') ? 'question' : WANTS.test(text) ? 'wish' : 'other');
  // Who asks for help says why at once.
  const first = type === 'support' ? call.customer.find((each) => opening.has(each.turn) && opensCall(each)) : undefined;
  if (first) return { sentence: first, kind: kindOf(first) };
  if (wish) return { sentence: wish, kind: kindOf(wish) };
  const refusal = call.customer.find(({ text }) => REFUSAL.test(text));
  if (refusal) return { sentence: refusal, kind: 'refusal' };
  // What is held against an offer later on is no reason to call.
  const concern = best((each) =>
    each.text.includes('?') || ABOUT_THE_TALK.test(each.text) || REACTION.test(each.text)
      ? 0
      : momentWeight('need', each) + (each.position < 0.4 ? momentWeight('objection', each) : 0),
  );
  if (concern) return { sentence: concern, kind: 'other' };
  const question = best(({ text, position }) => {
    const words = wordsOf(text).length;
    return position < 0.6 &&
      isSpokenQuestion(text) &&
      !POINTS_BACK.test(text) &&
      !/\b(?:send|email|call) me\b|\bare you (?:proposing|calling)\b|\bwould you like\b/i.test(text) &&
      words >= REASON_WORDS.least &&
      words <= REASON_WORDS.most
      ? Math.min(words, PREFERRED_WORDS) + 10 * (1 - position)
      : 0;
  });
  return question && { sentence: question, kind: 'question' };
}

/** Without the marks at its end; a run of them elsewhere is passed in one step, however long it is. */
const unstopped = (text: string): string => text.replace(/(?<![\s.!?,;:])[\s.!?,;:]+$/, '');
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const TITLE_WORDS = { least: 3, most: 8 } as const;

/** What the call is about in a few words: what the customer wants, else what the rep came for; null where neither is said. */
export function subjectOf(call: CallText, reason: Reason | null): string | null {
  if (reason?.kind === 'refusal') return purposeIn(call);
  const wanted = reason && subjectIn(reason.sentence.text);
  const isOpening = (reason?.sentence.position ?? 1) < 0.5;
  if (wanted !== null && isOpening) return wanted;
  const first = call.customer.slice(0, FIRST_SENTENCES).filter(({ text, speaker }) => speaker === 'customer' && !ABOUT_THE_TALK.test(text));
  return firstSubject(first) ?? purposeIn(call) ?? wanted;
}
const FIRST_SENTENCES = 6;

/** The reason itself, where it is short enough for a title; null otherwise. */
function inWords(reason: Reason | null): string | null {
  const short = reason && unstopped(withoutLeadIn(withoutFillers(reason.sentence.text)));
  const words = short ? wordsOf(short).length : 0;
  return words >= TITLE_WORDS.least && words <= TITLE_WORDS.most ? short : null;
}

const HANDED_OVER = /^(?:send|e-?mail|prepare|draft|put together|share|sign|schedule|order|ship|update)\b/i;
/** Meetings whose name says nothing. */
const ANY_MEETING = /^Hold the (?:next call|appointment|meeting)$/;

/** The appointment that was made, else what the rep hands over, in few words; null where neither is short. */
function nextIn(steps: readonly NextStep[]): string | null {
  const step =
    steps.find(({ text }) => text.startsWith('Hold the ') && !ANY_MEETING.test(text)) ??
    steps.find(({ owner, text }) => owner === 'rep' && HANDED_OVER.test(text)) ??
    steps.find(({ text }) => ANY_MEETING.test(text));
  const words = step?.text.replace(/^Hold the /, '').replace(/ the (?:customer|rep)\b(?!')/, '');
  const text = step && words ? capitalised(step.due && step.text.startsWith('Hold the ') ? `${words} ${withDays(step.due)}` : words) : null;
  return text !== null && text.split(' ').length >= 2 && text.split(' ').length <= TITLE_WORDS.most ? text : null;
}
const withDays = (text: string): string => text.replace(/\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/gi, capitalised);

/** "Bill and charges": one word alone names too little. */
function withTopic(subject: string, topics: readonly string[]): string {
  const other = topics.find((topic) => !topic.toLowerCase().includes(subject.toLowerCase().slice(0, -1)));
  return other === undefined ? subject : `${subject} and ${other}`;
}

/** What a colleague would call it: who, then what about. */
export function titleOf(call: CallText, { type, subject, reason, topics, steps }: Omit<SummaryFacts, 'outcome'>): string {
  const pair = topics.find((topic) => topic.includes(' ')) ?? null;
  const otherwise = [type === 'support' ? inWords(reason) : nextIn(steps), pair, inWords(reason), nextIn(steps), topics[0] ?? null];
  const name = subject ?? (reason?.kind === 'refusal' ? 'Not interested' : (otherwise.find((each) => each !== null) ?? null));
  const about =
    name === null ? (type === 'sales' ? 'Sales call' : 'Support call') : capitalised(name.includes(' ') ? name : withTopic(name, topics));
  const title = [whoCalled(call), about].filter(Boolean).join(': ').replace(/\s+/g, ' ').trim();
  return clip(title, ANALYSIS_LIMITS.title);
}

const HEADS = {
  wish: 'The customer wants',
  question: 'The customer asked',
  refusal: 'The customer declined',
  other: 'The customer said',
} as const satisfies Record<Reason['kind'], string>;

const QUOTED = 230;
/** Where a long sentence can be cut so that what is left still makes sense. */
const CLAUSE_END = /[,;:—–](?= )| (?=(?:and|but|so|because|which|although|while|then|or) )/g;

/** A sentence as it is quoted: whole, or its first clauses where it is long; null where it has none short enough. */
function quoteOf(text: string): string | null {
  const said = withoutLeadIn(withoutFillers(text.replace(/^\p{Lu}\p{Ll}{2,20}: (?=\p{Lu})/u, '')))
    .replace(/(?<=^| )i(?=['’ ]|$)/g, 'I')
    .replace(/^["“”']+|["“”]+$|(?<=[.!?])["“”]+\.?$/g, '')
    .trim();
  if (said.length <= QUOTED) return said === '' ? null : `“${/[.!?…]$/.test(said) ? said : `${said}.`}”`;
  const ends = [...said.slice(0, QUOTED).matchAll(CLAUSE_END)].map(({ index }) => index).filter((index) => index > 30);
  const end = ends.at(-1);
  return end === undefined ? null : `“${said.slice(0, end).trim()}”`;
}

const FIGURE = /[$€£₹] ?\d|\d ?(?:%|percent|dollars|euros|pounds)|\b(?:hundred|thousand|dollars|percent)\b/i;
const OFFERING =
  /\b(?:offer|price|pricing|costs?|plan|discount|off|per|month|year|annual\w*|total|comes? to|quote|credit|refund|free|included?|charge|waive|upgrade|package|it's|that's|would be|all[- ]in|priced|investment|subscription)\b/i;
const ELSEWHERE =
  /\b(?:revenue|lost|losing|saved?|(?:our|other|of our) (?:customers?|clients?)|clients? (?:like|saw)|customers? (?:like|saw)|saw (?:a|an|their)|conversion|increase in|roi|for example|for instance|case study|last (?:month|year|quarter)|roaming charges on)\b/i;
/** An offer without a figure. */
const SUGGESTED =
  /\b(?:i|we)(?:'d| would)? (?:recommend|suggest|like to offer|can offer|can do|offer|can (?:set|equip|give|provide|include|add|switch|move|upgrade))\b|\byou qualify\b|\bi(?:'ll| will) offer\b|\bpilot program\b/i;

/** What the rep offered, the one said last among those that say most: with its figures, else a suggestion; null where none was heard. */
function offerIn({ sentences }: CallText): CallSentence | null {
  const offers = sentences.filter(
    ({ speaker, text }) =>
      speaker === 'rep' &&
      ((FIGURE.test(text) && OFFERING.test(text)) || (SUGGESTED.test(text) && !/\b(?:not|nothing|anything|see)\b|n't\b/i.test(text))) &&
      !ELSEWHERE.test(text) &&
      !/\b(?:if|unless) (?:you|we|it|they)\b/i.test(text),
  );
  const weight = ({ text, position }: CallSentence) =>
    (/[$€£₹]|dollars/i.test(text) ? 1 : 0) +
    (FIGURE.test(text) ? 1 : 0) +
    (/\b(?:total|all[- ]in|annually|a year|comes? to|offer|discount|credit|can do|we'll|i can)\b/i.test(text) ? 0.6 : 0) +
    (text.endsWith('?') ? -0.7 : 0) +
    position * 0.5;
  return offers.toSorted((a, b) => weight(b) - weight(a))[0] ?? null;
}

/** Who has to agree before anything is bought. */
const APPROVAL =
  /\b(?:\p{Lu}\p{Ll}+|she|he|they|who|(?:my|our|the) (?:\w+ )?(?:boss|manager|director|partner|board|owner|c[efto]o|committee|wife|husband|principal|treasurer|procurement|legal|finance(?: team)?|vp|president))(?:'ll| will| would)? (?:(?:also|still|ultimately) )?(?:need(?:s|ed)? to|has to|have to|must|can|decides?|approves?|signs?|sign-?off)(?: (?:to )?(?:approve|sign|decide|agree|okay|weigh in|review)\w*)?\b|\b(?:run (?:it|this|that) (?:by|past)|sign-?off|approv(?:e|al|es)|final (?:say|decision|call))\b/iu;
const APPROVES =
  /\b(?:approv\w+|sign(?:s|ed)?(?:[- ]off| it| this)?\b|decides\b|final (?:say|decision|call)|run (?:it|this|that) (?:by|past)|okay it|agree to (?:it|this))/i;

const MOST_STEPS_TOLD = 4;
const stepText = ({ text, owner, due }: NextStep): string => {
  const what = `${text.charAt(0).toLowerCase()}${text.slice(1)}${due && !text.includes(due) ? ` ${due}` : ''}`;
  return owner ? `${owner} to ${what}` : what;
};

const OUTCOMES = {
  resolved: 'Outcome: resolved',
  unresolved: 'Outcome: not resolved during the call',
  agreed: 'Outcome: the customer agreed',
  declined: 'Outcome: the customer declined',
  postponed: 'Outcome: not decided yet',
  untested: 'Outcome: the customer still has to test it',
  open: 'Not answered when the call ended',
} as const satisfies Record<Outcome['kind'], string>;

const ALSO =
  /\b(?:can|could|would) (?:you|we|i) also\b|^(?:\W*(?:and|oh|okay|great)\b,? )?(?:also|another thing|one more thing|secondly|second)\b|\bwe also (?:need|want)\b/i;

/** In so many sentences somebody says more than a question. */
const LONG_CALL = 60;

interface SummaryFacts {
  readonly type: CallType;
  readonly subject: string | null;
  readonly topics: readonly string[];
  readonly reason: Reason | null;
  readonly outcome: Outcome | null;
  readonly steps: readonly NextStep[];
}

/** The sentences of a turn that belong to the reason: a question says little without what stands before it, and the other way round. */
function reasonText({ sentences }: CallText, { sentence }: Reason): string {
  const at = sentences.indexOf(sentence);
  const near = (offset: number): string | null => {
    const other = sentences[at + offset];
    return other !== undefined &&
      other.turn === sentence.turn &&
      wordsOf(other.text).length >= REASON_WORDS.least &&
      `${other.text}${sentence.text}`.length < QUOTED - 10
      ? other.text
      : null;
  };
  if (sentence.text.length > QUOTED) return sentence.text;
  const before = sentence.text.endsWith('?') || /^(?:it|they|that|this|he|she)\b/i.test(sentence.text) ? near(-1) : null;
  const after = near(1);
  return before !== null && !before.endsWith('?')
    ? `${withoutLeadIn(before)} ${sentence.text}`
    : after !== null && !/^(?:can|could) (?:you|someone|anybody) (?:please )?(?:help|assist|guide|check)\b/i.test(after)
      ? `${sentence.text} ${after}`
      : sentence.text;
}

/**
 * What a colleague who was not there should know, in this order: who it was and what they want, what was offered, what stood against it,
 * what was done and how it ended, then the next steps. Every quote is the call's own words without fillers. That no next step was
 * recognised does not mean that none was agreed.
 */
export function summaryOf(call: CallText, { type, subject, topics, reason, outcome, steps }: SummaryFacts): string {
  const [who, people] = [whoCalled(call), customersNamed(call)];
  const isCompany = who !== null && !people.includes(who);
  const names = isCompany || people.length === 0 ? who : listed([...new Set([who ?? '', ...people])].filter(Boolean));
  const isUnlabelled = call.sentences.every(({ speaker }) => speaker === null);
  const used: string[] = [];
  const told = (head: string, ...texts: readonly (string | undefined)[]): string => {
    const quotes = texts.flatMap((text) => {
      if (text === undefined || used.some((one) => one.includes(text))) return [];
      const quote = quoteOf(text);
      if (quote === null) return [];
      used.push(text);
      return [quote];
    });
    return quotes.length === 0 ? '' : `${head}: ${quotes.join(' ')}`;
  };
  const isRefused = reason?.kind === 'refusal';
  const head = isUnlabelled
    ? 'Noted'
    : reason === null || (type === 'support' && reason.kind !== 'other')
      ? 'The customer’s request'
      : type === 'support'
        ? 'The customer reported'
        : HEADS[reason.kind];
  // A question of a later moment is not what somebody came for, where the rep has said what the call is about.
  const isAside =
    type === 'sales' &&
    reason?.kind === 'question' &&
    reason.sentence.position > 0.25 &&
    (purposeIn(call) !== null || call.sentences.length > LONG_CALL);
  const request = isAside ? '' : told(isRefused ? OUTCOMES.declined : head, reason ? reasonText(call, reason) : undefined);
  const isEmpty = reason === null && outcome === null && steps.length === 0;
  const thing = request === '' || isRefused ? (subject ?? (isEmpty && topics.length > 0 ? listed(topics.slice(0, 2)) : null)) : null;
  const about = thing === null ? '' : ` about ${/\p{Lu}/u.test(thing.slice(1)) ? thing : thing.toLowerCase()}`;
  const opening = `${type === 'sales' ? 'Sales' : 'Support'} call${names ? ` with ${names}` : ''}${about}.`;
  // Where the offer was quoted before, what the customer agreed to is known.
  const toldOutcome = ({ kind, sentence, proposal }: Outcome): string =>
    proposal === null || used.includes(proposal.text)
      ? told(OUTCOMES[kind], sentence.text)
      : told('Outcome: the customer agreed to', proposal.text, sentence.text);
  // What decides the call is told as its outcome, and not before.
  const last = outcome?.sentence.text;
  const isLast = (text: string | undefined): boolean => text !== undefined && text === last;
  const objection = isUnlabelled
    ? null
    : strongest(
        'objection',
        call.customer.filter(({ text }) => !isLast(text)),
      );
  const also = call.customer.find(
    ({ text, speaker }) => speaker === 'customer' && ALSO.test(text) && !isLast(text) && wordsOf(text).length >= 5,
  );
  const approval = call.sentences.find(
    ({ text, speaker }) => speaker === 'customer' && APPROVAL.test(text) && APPROVES.test(text) && !text.endsWith('?') && !isLast(text),
  );
  const done = doneIn(call).map(({ text }) => text);
  const parts: readonly (readonly [string, number])[] = [
    [opening, 0],
    [isRefused ? '' : request, 1],
    [told('Also asked', also?.text), 5],
    [told('Offered', offerIn(call)?.text), 3],
    [told('Objection', objection?.text), 4],
    [type === 'sales' ? told('Approval', approval?.text) : '', 6],
    [told('Done', ...done), 4],
    [isRefused ? request : outcome === null ? '' : toldOutcome(outcome), 2],
    [
      steps.length > 0
        ? `Next steps: ${steps.slice(0, MOST_STEPS_TOLD).map(stepText).join('; ')}.`
        : call.sentences.length > 4
          ? 'Next steps: none recognised.'
          : '',
      0,
    ],
  ];
  // What says least gives way where there is no room for everything.
  const text = (some: typeof parts) =>
    some
      .map(([part]) => part)
      .filter(Boolean)
      .join(' ')
      .replace(/\s+/g, ' ');
  const levels = [6, 5, 4, 3, 2, 1].map((level) => parts.filter(([, rank]) => rank <= level));
  const fitting = levels.find((some) => text(some).length <= ANALYSIS_LIMITS.summary);
  return clip(text(fitting ?? parts.filter(([, rank]) => rank === 0)), ANALYSIS_LIMITS.summary);
}
