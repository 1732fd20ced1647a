import { ANALYSIS_LIMITS, type Speaker } from '#contract/call.ts';
import { capitalised, clip } from '#server/language/plain-text.ts';
import type { NextStep } from '../../port.ts';
import { type CallSentence, withoutFillers } from './call-text.ts';

// A step needs somebody who does it, a verb of doing and what it is done to: "I'll send the quote by Friday".

/** What is done after a call. Anybody who says so means to do it. */
const LATER =
  '(?:(?:re)?send|e-?mail|mail|forward|text|ship|deliver|call|ring|phone|write|(?:re)?schedule|book|set up|arrange|organi[sz]e|prepare|draft|put together|follow up|get back|come back|circle back|reach out|meet|visit|come by|stop by|loop in|escalate|introduce|connect|invite|submit|file|refund|reimburse|replace|repair|install|measure|sketch|sign|run (?:it|this|that) (?:by|past)|line up|touch base|shoot|drop|bring|hold your|let you know|hear)';
/** What may be done at once as well: a step only with a date, "after this call", or near the end. */
const MAYBE_NOW =
  '(?:share|check|look into|find out|confirm|order|process|update|review|discuss|talk|speak|ask|verify|fix|credit|apply|open|create|mark|add|get (?:you|it|that|those|them|the|a)|put|have (?:\\w+ ){1,3}(?:call|send|contact|reach)|try|pay|transfer|recommend|build|provide|give)';
const ADVERB = '(?:\\w+ly |just |also |then |go ahead and |be sure to |make sure to |try to |have to |need to )?';
const SUBJECT = '(?:i|we|(?:my|our) (?:\\w+ )?(?:team|colleague|technician|manager|engineer|assistant|lawyer|cfo|boss))';
const PROMISE = new RegExp(
  `\\b(${SUBJECT})(?:'ll| will|'m going to| am going to|'re going to| are going to|'m gonna|'re gonna| need to| have to| should) ${ADVERB}((${LATER}|${MAYBE_NOW})\\b.*)`,
  'i',
);
const OFFERED = new RegExp(`\\b(i|we) (?:can|could) ${ADVERB}((${LATER})\\b.*)`, 'i');
const LET_ME = new RegExp(
  `\\b(let me) ${ADVERB}((follow up|get back|put together|ask (?:my|our)|check with|talk to|speak (?:to|with)|see)\\b.*)`,
  'i',
);
const TOGETHER = new RegExp(
  `\\blet(?:'s| us) ${ADVERB}((schedule|book|meet|set up|arrange|plan|talk|speak|touch base|reconnect|sign)\\b.*)`,
  'i',
);
const PASSIVE = /\byou(?:'ll| will| should) (?:get|have|receive) (.*)/i;
const REQUEST =
  /(?:\b(?:could|can|would|will) you (?:please |maybe |also |just )?|\bplease |^(?:and |then |yes,? |okay,? |great,? |good[.,]? |yeah,? |[A-Z][a-z]+, )?)(((?:send|e-?mail|forward|text|cc|call|ring) (?:me|us|it|that|the|a|over|whatever|my|our|back)|schedule|book|ship|resend|draft)\b.*)/i;
const RECAP = /\b(?:next steps?|action items?|to recap|quick recap|to sum up|to summari[sz]e)\b/i;
const RECAP_PART = new RegExp(`^(?:and )?(i|you|we)(?:'ll| will)? (${LATER}|${MAYBE_NOW})\\b(.*)`, 'i');
const MEETING = /\b(demo|call|meeting|visit|appointment|follow-?up|session|walkthrough|check-in|kick-?off|review)\b/gi;

const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const CLOCK =
  "(?:\\d{1,2}(?::\\d{2})?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon)(?: ?(?:a\\.?m\\.?|p\\.?m\\.?|o'clock|thirty)(?!\\w))?";
const MONTH = '(?:january|february|march|april|may|june|july|august|september|october|november|december)';
const NUMBER = '(?:a|an|one|two|three|four|five|six|seven|eight|ten|a few|a couple of|\\d{1,3})';
const UNIT = '(?:business |working )?(?:minutes?|hours?|days?|weeks?|months?)';
const DUE = new RegExp(
  [
    `\\bby (?:the )?(?:end of (?:the |this |next )?(?:day|week|month|quarter|business)|eod|cob|tomorrow(?: \\w+)?|next \\w+|today|tonight|${DAY}(?: (?:morning|afternoon|evening|noon))?|noon|${MONTH} \\d{1,2}|\\d{1,2}(?::\\d{2})?(?: ?[ap]m)?)\\b`,
    `\\b(?:before|until|on|for)? ?(?:next |this |coming )?${DAY}(?: (?:morning|afternoon|evening))?(?:,? (?:at |around )?${CLOCK})?\\b`,
    `\\btomorrow(?: (?:morning|afternoon|evening|before [\\w:. ]{1,10}))?(?: at ${CLOCK})?\\b`,
    '\\b(?:today|tonight|this (?:afternoon|evening|week|month)|(?:early |late )?next (?:week|month|quarter)|(?:right )?after (?:this|the|our) call|right (?:now|away)|end of (?:the )?(?:day|week|month)|first thing (?:tomorrow|\\w+day))\\b',
    `\\b(?:in|within) (?:the next )?${NUMBER} (?:to \\w+ )?${UNIT}\\b`,
    `\\b(?:on )?${MONTH} \\d{1,2}(?:st|nd|rd|th)?\\b`,
    `\\bat ${CLOCK}(?=[\\s.,!?]|$)`,
  ].join('|'),
  'i',
);

/** What only holds if something else does, and what somebody only imagines, binds nobody. */
const CONDITION =
  /\b(?:if|unless|whether|in case|suppose|imagine|let's say|would have|might|whenever|every time|each time|automatically|typically|usually|normally|always|never|when(?:ever)? (?:you|a|the|your|someone|customers?|users?)|once (?:you|we|they|a|the|it's live)|what happens)\b/i;
/** Said of what goes on during the call: showing a screen, asking, telling, holding the line. */
const DURING =
  /\b(?:(?:share|sharing) (?:my|the|our|your) (?:screen|desktop|browser|deck)|my screen|hold on|on hold|while (?:we|you|i)|one (?:second|moment)|bear with me|in a (?:second|moment|minute)|(?:ask|tell|show|give) you (?:a|an|one|some|the|what|how|why)?\b(?! (?:credit|refund|call|quote|copy|access))|be honest|let you go|talk (?:about|through)|walk (?:you )?through|go (?:through|over)|back to (?:that|this) (?:later|in)|at (?:this|the) (?:slide|screen|page)|tell (?:me|you)|try (?:that|it) now|meet in the middle|have a look|take a look|call it|call (?:that|this|them)\b|so called|ask (?:you|a question)|give you an? (?:idea|example|overview|sense|answer)|click|as you can see)\b/i;

const OTHER_WORDS = /,? (?:because|so that|so you|so we|so i|and then|whether|if|even if|but|which|until|since|given|though|who) /i;
/** Where speech without punctuation goes on with something else. */
const GOES_ON = /\s(?:okay|ok|alright|thanks|thank you|great|perfect|does that|is that|sound good|and (?:i|we|you|they|it|he|she|that)\b)/i;
const SENDABLE =
  /\b((?:(?:the|a|an|our|your|that|this|both|some|those|these|my) )(?:[\w-]+ ){0,2}(?:quotes?|proposals?|contracts?|invites?|invitations?|invoices?|reports?|white-?papers?|documents?|docs?|brochures?|pricing|case stud(?:y|ies)|links?|agreements?|forms?|summary|summaries|samples?|catalogs?|catalogues?|receipts?|labels?|plans?|details|instructions|offers?|numbers|slides|deck|recording|notes|breakdown|technician|replacement|parts?|order|email|figures|references?))\b/gi;
const PRONOUN = /^(it|that|this|them|those|one|everything|something)\b/i;
const NEEDS_NO_OBJECT =
  /^(?:follow up|get back|come back|circle back|reach out|call|ring|phone|write|meet|visit|come by|stop by|touch base|let you know|talk|speak|text|hear)\b/i;
const ACCEPTED =
  /^(?:yes|yeah|yep|sure|of course|absolutely|will do|certainly|definitely|no problem|done|okay|ok|great|perfect|sounds (?:good|great)|please(?: do)?|that (?:would|works|helps|sounds)|that'd|happy to|i'll|we'll|i will|right away|consider it|works|good|awesome|excellent|wonderful|thank)\b/i;

const WORDS = { least: 2, most: 16 } as const;

const other = (speaker: Speaker): Speaker => (speaker === 'rep' ? 'customer' : speaker === 'customer' ? 'rep' : null);

/** In a list of steps "you" and "me" are people of the call. */
const named = (text: string, speaker: Speaker): string => {
  const [ours, yours] = speaker === 'customer' ? ['their', 'our'] : ['our', 'their'];
  const [me, you] = speaker === 'rep' ? ['the rep', 'the customer'] : ['the customer', 'the rep'];
  return text
    .replace(/\byou (?=(?:myself|personally)\b)/gi, `${you} `)
    .replace(/\bmyself\b|\bpersonally\b/gi, '')
    .replace(/\b(my|our|your)\b/gi, (word) => (word.toLowerCase() === 'your' ? yours : ours))
    .replace(/\byou(?:'ve| have)\b/gi, `${you} has`)
    .replace(/\byou(?:'re| are)\b/gi, `${you} is`)
    .replace(/\bme\b|\bus\b/gi, me ?? '')
    .replace(/\b(?:you guys|you)\b/gi, you ?? '')
    .replace(/\s+/g, ' ');
};

/** The last thing that can be sent which the sentences before speak of; null where none does. */
function referentIn(before: readonly CallSentence[]): string | null {
  for (const { text } of before.toReversed()) {
    const found = [...text.matchAll(SENDABLE)].at(-1)?.[1];
    if (found) return found.replace(/^(?:a|an|that|this|our|your|my)\b/i, 'the').toLowerCase();
  }
  return null;
}

interface Phrase {
  readonly words: string;
  readonly owner: Speaker;
  /** Whether it may have been done at once. */
  readonly isMaybeNow: boolean;
  /** Whether it counts only where the other one agrees. */
  readonly needsConsent: boolean;
}

const isMaybeNow = (verb: string): boolean => !new RegExp(`^${LATER}$`, 'i').test(verb);
const AND_VERB = new RegExp(`(?:,|,? and)(?: also| then)?(?: i'll| we'll)? (?=(?:${LATER}|share|check with|order|confirm)\\b)`, 'i');

function phrasesIn({ text: said, speaker }: CallSentence, text: string): readonly Phrase[] {
  if (RECAP.test(text)) {
    const parts = text
      .slice(text.search(RECAP))
      .replace(/^[^:,]*[:,]/, '')
      .split(/[,;]|\band (?=(?:i|you|we)\b)/i);
    const listed = parts.flatMap((part) => {
      const [, who = '', verb = '', rest = ''] = RECAP_PART.exec(part.trim()) ?? [];
      const owner = who.toLowerCase() === 'you' ? other(speaker) : speaker;
      return verb === '' ? [] : [{ words: `${verb}${rest}`, owner, isMaybeNow: false, needsConsent: false }];
    });
    if (listed.length > 0) return listed;
  }
  const promise = PROMISE.exec(text);
  const offered = promise ? null : (LET_ME.exec(text) ?? OFFERED.exec(text));
  const given = PASSIVE.exec(text)?.[1];
  const together = TOGETHER.exec(text)?.[1];
  const request = REQUEST.exec(text);
  const [words = '', verb = ''] = promise?.slice(2) ?? offered?.slice(2) ?? [];
  if (promise && /\b(?:need|have) to|should\b/i.test(promise[0].slice(0, promise[0].length - words.length)) && said.includes('?'))
    return [];
  if (words !== '') {
    return words.split(AND_VERB).map((part, at) => ({
      words: part,
      owner: speaker,
      isMaybeNow: at === 0 && isMaybeNow(verb),
      needsConsent: offered !== null && !/^let me/i.test(offered[1] ?? ''),
    }));
  }
  if (given !== undefined && DUE.test(given)) return [{ words: `send ${given}`, owner: speaker, isMaybeNow: false, needsConsent: false }];
  if (together !== undefined && (DUE.test(together) || /\b(?:call|meeting|demo|follow-?up)\b/i.test(together)))
    return [{ words: together, owner: null, isMaybeNow: !DUE.test(together), needsConsent: false }];
  if (request)
    return [
      {
        words: request[1] ?? '',
        owner: other(speaker),
        isMaybeNow: false,
        needsConsent: said.includes('?') || !/^(?:please|send|e-?mail)/i.test(text),
      },
    ];
  return [];
}

/** Cuts a phrase to verb and object, and takes its date out; null where that leaves no step. */
function stepOf({ words, owner }: Phrase, speaker: Speaker, before: readonly CallSentence[]): NextStep | null {
  const whole = words.split(/[!?;—]|[.:](?!\d)| - /)[0] ?? '';
  const due = DUE.exec(whole)?.[0].trim() ?? null;
  const phrase = (whole.split(GOES_ON)[0] ?? '')
    .split(OTHER_WORDS)[0]
    ?.replace(due ?? /$^/, ' ')
    .split(/, (?!and\b|the\b|a\b|our\b|your\b)/)[0]
    ?.replace(/\s+/g, ' ')
    .trim()
    .replace(/(?: (?:over|by|on|at|for|and|the|a|to|with|in|from|of|as|just|sometime|probably|actually|asap))+$/i, '')
    .replace(/[,\s]+$/, '');
  if (!phrase) return null;
  const verb = new RegExp(`^(${LATER}|${MAYBE_NOW})\\b ?`, 'i').exec(phrase)?.[0] ?? `${phrase.split(' ', 1)[0]} `;
  let rest = phrase.slice(verb.length).replace(/^(?:you|me|us|over|out|on|back|up) (?=\S)/i, (to) => (/^(?:over|out)/i.test(to) ? '' : to));
  const object = rest.replace(/^(?:you|me|us|over|out|to you|back) ?/i, '');
  const pronoun = PRONOUN.exec(object)?.[1];
  if (pronoun !== undefined && (object.split(' ').length < 4 || /^(?:send|e-?mail|forward|mail|share|ship)/i.test(verb))) {
    const meant = referentIn(before);
    if (meant === null) return null;
    rest = rest.replace(new RegExp(`\\b${pronoun}\\b`, 'i'), meant);
  }
  if (object.trim() === '' && !NEEDS_NO_OBJECT.test(verb)) return null;
  const text = `${verb}${rest}`.replace(/\s+/g, ' ').trim();
  const addressed =
    NEEDS_NO_OBJECT.test(verb) && object.trim() === '' && !/\b(?:you|me|us)\b/.test(text)
      ? `${text} with ${owner === 'rep' ? 'the customer' : 'the rep'}`
      : text;
  const final = /^(?:call|ring|phone|visit|meet|text) with/i.test(addressed) ? addressed.replace(' with ', ' ') : addressed;
  const count = final.split(' ').length;
  if (count < WORDS.least || count > WORDS.most) return null;
  return { text: clip(capitalised(named(final, speaker).trim()), ANALYSIS_LIMITS.step), owner, due };
}

/** A meeting both agree to: "Friday at 10 works." */
function meetingIn(sentences: readonly CallSentence[], at: number): NextStep | null {
  const sentence = sentences[at];
  if (!sentence || sentence.position < 0.4 || sentence.text.includes('?')) return null;
  const agreed = new RegExp(
    `(${DUE.source}).{0,12}\\b(?:works|is (?:good|fine|great|perfect|better)|it is|sounds good|suits)\\b|\\b(?:see you|talk(?: to you)?|speak|until) (${DUE.source})`,
    'i',
  ).exec(sentence.text);
  const due = agreed && DUE.exec(agreed[0])?.[0].trim();
  if (!due) return null;
  const nearby = sentences.slice(Math.max(0, at - 8), at + 2).map(({ text }) => text);
  const kind = nearby.flatMap((text) => [...text.matchAll(MEETING)].map(([word]) => word.toLowerCase())).at(-1);
  return { text: `Hold the ${kind === undefined || kind === 'call' ? 'next call' : kind}`, owner: null, due };
}

const contentWords = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !/^(?:the|and|with|customer|rep|for|our|their|that|this)$/.test(word)),
  );

const DAY_NAME = new RegExp(`${DAY}|tomorrow`, 'i');
const isMeeting = ({ text }: NextStep): boolean => text.startsWith('Hold the');

const alike = (a: NextStep, b: NextStep): boolean => {
  if (isMeeting(a) && isMeeting(b)) return DAY_NAME.exec(a.due ?? '')?.[0].toLowerCase() === DAY_NAME.exec(b.due ?? '')?.[0].toLowerCase();
  const [one, two] = [contentWords(a.text), contentWords(b.text)];
  const shared = [...one].filter((word) => two.has(word)).length;
  return (a.owner === b.owner || a.owner === null || b.owner === null) && shared >= Math.max(1, Math.min(one.size, two.size) * 0.6);
};

const LATE = 0.6;

/** What was really promised or agreed to, each thing once, in the order of the call; what has a date and what comes late first kept. */
export function stepsOf(sentences: readonly CallSentence[]): NextStep[] {
  const found = sentences.flatMap((each, at): { readonly step: NextStep; readonly worth: number }[] => {
    const text = withoutFillers(each.text).replace(/[’‘]/g, "'");
    const meeting = meetingIn(sentences, at);
    // Of several ways to say the same date the most exact one counts.
    const meetings = meeting ? [{ step: meeting, worth: 1 + (meeting.due ?? '').length / 20 + each.position }] : [];
    const phrases = phrasesIn(each, text);
    if (phrases.length === 0 || CONDITION.test(text) || DURING.test(text)) return meetings;
    const before = sentences.slice(Math.max(0, at - 5), at + 1);
    const reply = sentences.slice(at + 1).find(({ speaker, turn }) => turn !== each.turn && speaker !== each.speaker);
    const isAccepted = reply !== undefined && reply.turn - each.turn <= 1 && ACCEPTED.test(reply.text);
    const steps = phrases.flatMap((phrase) => {
      if (phrase.needsConsent && !isAccepted) return [];
      const step = stepOf(phrase, each.speaker, before);
      if (!step || (phrase.isMaybeNow && step.due === null && each.position < LATE)) return [];
      // "Right now" is done by the time the call ends, unless it is something that arrives later.
      if (phrase.isMaybeNow && /^right (?:now|away)$/i.test(step.due ?? '')) return [];
      return [{ step, worth: (step.due ? 1 : 0) + each.position }];
    });
    return [...meetings, ...steps];
  });
  const selected: typeof found = [];
  for (const one of found.toSorted((a, b) => b.worth - a.worth)) {
    if (selected.length < ANALYSIS_LIMITS.steps && !selected.some(({ step }) => alike(step, one.step))) selected.push(one);
  }
  return selected.toSorted((a, b) => found.indexOf(a) - found.indexOf(b)).map(({ step }) => step);
}
