import { ANALYSIS_LIMITS, type Speaker } from '#contract/call.ts';
import { capitalised, clip } from '#server/language/plain-text.ts';
import type { NextStep } from '../../port.ts';
import { type CallSentence, withoutFillers } from './call-text.ts';
import { DONE } from './outcome.ts';

// A step needs somebody who does it, a verb of doing and what it is done to: "I'll send the quote by Friday".

/** What is done after a call. Anybody who says so means to do it. */
const LATER =
  '(?:(?:re)?send|e-?mail|mail|forward|prep|give (?:you|me|us|him|her|them) a (?:call|ring)|text|ship|deliver|call|ring|phone|write|(?:re)?schedule|book|set up|arrange|organi[sz]e|prepare|draft|put together|follow up|get back|come back|circle back|reach out|meet|visit|come by|stop by|loop in|escalate|introduce|connect|invite|submit|file|refund|reimburse|replace|repair|install|measure|sketch|sign|run (?:it|this|that) (?:by|past)|line up|touch base|shoot|drop|bring|hold your|let you know|hear)';
/** What is done for a customer who asks: promised, unless it is said later that it has been done. */
const SERVICE =
  '(?:refund|credit|issue|process|cancel|dispatch|waive|suspend|adjust|compile|reverse|renew|enrol+|remove those|remove the|apply (?:a|the|that|this|your)|expedite|reorder|escalate)';
/** What may be done at once as well: a step only with a date, "after this call", or near the end. */
const MAYBE_NOW =
  '(?:share|check|look into|find out|confirm|order|process|update|review|discuss|talk|speak|ask|verify|fix|credit|apply|open|create|mark|add|get (?:you|it|that|those|them|the|a)|put|have (?:\\w+ ){1,3}(?:call|send|contact|reach)|try|pay|transfer|recommend|build|provide|give|offer|cancel|dispatch|issue|waive|suspend|adjust|compile|reverse|renew|enrol+|remove|expedite|monitor|upgrade|switch|activate)';
const ADVERB = '(?:\\w+ly |just |also |then |go ahead and |be sure to |make sure to |try to |have to |need to )?';
const SUBJECT =
  '(?:i|we|(?:my|our) (?:\\w+ )?(?:team|colleague|technician|manager|engineer|engineers|assistant|lawyer|cfo|boss|driver|roofer|installer|plumber|electrician|consultant|specialist|office|warehouse|accountant|partner))';
const PROMISE = new RegExp(
  `\\b(${SUBJECT})(?:'ll| will|'m going to| am going to|'re going to| are going to|'m gonna|'re gonna| need to| have to| should) ${ADVERB}((${LATER}|${MAYBE_NOW})\\b.*)`,
  'i',
);
const OFFERED = new RegExp(
  `\\b(i|we) (?:can|could|am happy to|would be happy to|'d be happy to) ${ADVERB}((${LATER}|${SERVICE})\\b.*)`,
  'i',
);
/** Something given for nothing, which counts where it is taken. */
const GIVEN =
  /\b(?:i|we)(?:'d like to| would like to| can|'ll| will) (?:also )?offer (?:you )?((?:an?|the|\w+ (?:months?|weeks?|days?)) .*)/i;
/** "Can I get back to you by Friday?" promises as well. */
const ASKED_LEAVE =
  /\b(?:can|could|may) (i|we) (?:just |please |maybe )?((get back|come back|circle back|let you know|call you back|follow up)\b.*)/i;
/** "Can we get the quote by Friday?" asks for something that is sent. */
const ASKED_FOR =
  /\b(?:(?:can|could|may) (?:i|we) (?:also |please |maybe )?(?:get|have|see|receive)|(?:i|we)(?:'d| would) like to (?:get|have|see|receive)|do you have) ((?:the|a|an|some|that|your|those|more) .*)/i;
/** People of ours who do something for the customer: "a senior technician will call you within the hour". */
const OTHERS =
  /\b((?:an?|the|our|one of our) (?:[\w-]+ ){0,3}(?:technicians?|engineers?|specialists?|team|colleague|manager|driver|experts?|consultant|representative|advisor|plumber|electrician|installer|department))(?:'ll| will| is going to| are going to) ((?:be (?:out|there|on[- ]site|with you)|call|contact|visit|come|arrive|reach out|get in touch|e-?mail|follow up|get back|send|pick)\b.*)/i;
/** "The credit will be applied to your next bill." */
const WILL_BE =
  /\b(?:the|an?|your) ((?:[\w-]+ ){0,2}(?:credit|refund|discount|replacement|order|adjustment|contract|quote|parts?|package|confirmation)) will be (applied|issued|processed|shipped|sent|delivered|credited|refunded|replaced|mailed|emailed)\b(.*)/i;
/** An appointment that was made during the call. */
const SCHEDULED =
  /\b(?:i|we)(?:'ve| have) (?:just |now |already )?(?:scheduled|booked|arranged|set up) (?:you (?:in )?for )?((?:an?|the|your|our) .*)/i;
const LET_ME = new RegExp(
  `\\b(let me) ${ADVERB}((follow up|get back|put together|ask (?:my|our)|check with|talk to|speak (?:to|with)|see|escalate|apply (?:a|the)|issue|process|credit|refund|schedule|arrange)\\b.*)`,
  'i',
);
const TOGETHER = new RegExp(
  `\\blet(?:'s| us) ${ADVERB}((schedule|book|meet|set up|arrange|plan|talk|speak|touch base|reconnect|sign)\\b.*)`,
  'i',
);
const SHALL_WE = /\b(?:shall|should|can|could) we (?:[\w ]{0,60}? (?:to|and) )?((?:schedule|book|set up|arrange|plan|sign|meet)\b.*)/i;
const PASSIVE = /\byou(?:'ll| will| should)(?: also)? (?:get|have|receive) (.*)/i;
const REQUEST =
  /(?:\b(?:could|can|would|will) you (?:please |maybe |also |just )?|\bplease |^(?:and |then |yes,? |okay,? |great,? |good[.,]? |yeah,? |[A-Z][a-z]+, )?)(((?:send|e-?mail|forward|text|cc|call|ring) (?:me|us|it|that|the|a|over|whatever|my|our|back)|schedule|book|ship|resend|draft)\b.*)/i;
const RECAP = /\b(?:next steps?|action items?|open (?:items?|points?)|to-?dos?|to recap|quick recap|to sum up|to summari[sz]e)\b/i;
const RECAP_PART = new RegExp(
  `^(?:and )?(i|you|we|\\p{Lu}\\p{Ll}+(?= \\p{Ll}+s ))(?:'ll| will)? (${LATER}|${MAYBE_NOW})(?:e?s)?\\b(.*)`,
  'iu',
);
const MEETING =
  /\b(demo|video call|(?<=\b(?:a|the|our|next|another|quick|short|phone|up|kick-?off|discovery|minute|this) )(?:call|review|visit)|meeting|appointment|follow-?up|session|walkthrough|check-in|kick-?off|valuation|consultation|inspection|tour|viewing|installation|assessment|tasting|delivery|pick-?up)\b/gi;
const BY_PHONE = /\b(?:call|ring|phone) (?:you|me|us)\b|\b(?:talk|speak)\b/i;
/** Said of a meeting to which somebody goes. */
const IN_PERSON =
  /\b(?:com(?:e|ing) (?:by|over|out)|(?:your|the) home|stop by|swing by|drop by|visit|in person|meeting you|on-?site|(?:at|to) (?:the|your|our) (?:\w+ )?(?:office|shop|store|bakery|house|home|place|site|plant|clinic|restaurant|school|warehouse|factory|facility|hotel|farm|showroom|cafe|salon))\b/i;

const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const CLOCK =
  "(?:\\d{1,2}(?::\\d{2})?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon)(?: ?(?:a\\.?m\\.?|p\\.?m\\.?|o'clock|thirty)(?!\\w))?";
const MONTH = '(?:january|february|march|april|may|june|july|august|september|october|november|december)';
const NUMBER = '(?:a|an|one|two|three|four|five|six|seven|eight|ten|a few|a couple of|\\d{1,3})';
const UNIT = '(?:business |working )?(?:minutes?|hours?|days?|weeks?|months?)';
const DUE = new RegExp(
  [
    `\\b\\d{1,2}(?::\\d{2})? ?[ap]\\.?m\\.?(?: on)?,? (?:next |this )?${DAY}\\b`,
    `\\bby (?:the )?(?:end of (?:the |this |next )?(?:day|week|month|quarter|business)|eod|cob|tomorrow(?: \\w+)?|next \\w+|today|tonight|${DAY}(?: (?:morning|afternoon|evening|noon))?|noon|${MONTH} \\d{1,2}|\\d{1,2}(?::\\d{2})?(?: ?[ap]m)?)\\b`,
    `\\b(?:before|until|on|for)? ?(?:next |this |coming )?${DAY}(?: (?:morning|afternoon|evening))?(?:,? (?:at |around )?${CLOCK})?\\b`,
    `\\btomorrow(?: (?:morning|afternoon|evening|before [\\w:. ]{1,10}))?(?: at ${CLOCK})?\\b`,
    '\\b(?:today|tonight|this (?:afternoon|evening|week|month)|(?:for )?next weekend|(?:early |late )?next (?:week|month|quarter)|(?:right )?after (?:this|the|our) call|right (?:now|away)|end of (?:the )?(?:day|week|month)|first thing (?:tomorrow|\\w+day))\\b',
    `\\b(?:in|within) (?:(?:the next )?${NUMBER} (?:to \\w+ )?${UNIT}|the next (?:hour|day|week|month))\\b`,
    `\\b(?:on )?${MONTH} \\d{1,2}(?:st|nd|rd|th)?\\b`,
    `\\bat ${CLOCK}(?=[\\s.,!?]|$)`,
    '\\b(?:shortly|immediately|as soon as possible)\\b',
  ]
    .map((way) => `(?:${way})(?!['’]s)`)
    .join('|'),
  'i',
);

/** What only holds if something else does binds nobody. "When" and "once" only make a condition where they come first: "I'll call you when it arrives" is a promise. */
const CONDITION =
  /\b(?:if|unless|whether|suppose|imagine|let's say|would have|whenever|every time|each time|automatically|what happens)\b/i;
const CONDITION_FIRST =
  /\b(?:not sure|not certain|doubt|don't (?:know|think)|might|typically|usually|normally|always|never|in case|as long as|when(?:ever)? (?:you|a|an|the|your|someone|customers?|users?)|once (?:you|we|they|a|the|your|it's live))\b/i;
/** Where another promise begins in the same sentence; speech without punctuation has many in one. */
const CLAUSE = new RegExp(
  `(?:[,;—–]? (?:and|but|so|then|or|because)|[,;—–]| )\\s*(?<!\\b(?:that|what|which|who|how|where|when|if|once|unless|whether|while|because|as) )(?=(?:${SUBJECT}(?:'ll| will|'m going to|'re going to| am going to| are going to| need to| have to| can| could)|let me|let's|please|could you|can you|shall we)\\b)`,
  'gi',
);
/** Said of what goes on during the call: showing a screen, asking, telling, holding the line. */
const DURING =
  /\b(?:(?:share|sharing) (?:my|the|our|your) (?:screen|desktop|browser|deck)|my screen|hold on|on hold|while (?:we|you|i)|one (?:second|moment)|bear with me|in a (?:second|moment|minute)|(?:ask|tell|show|give) you (?:a|an|one|some|the|what|how|why)?\b(?! (?:credit|refund|call|quote|copy|access))|be honest|let you go|talk (?:about|through)|walk (?:you )?through|go (?:through|over)|back to (?:that|this) (?:later|in)|at (?:this|the) (?:slide|screen|page)|tell (?:me|you)|try (?:that|it) now|meet in the middle|have a look|take a look|call it|call (?:that|this|them)\b|so called|ask (?:you|a question)|give you an? (?:idea|example|overview|sense|answer)|click|as you can see|measure (?:exactly )?(?:what|how|success|impact)|put (?:you|that|it|this) (?:down|in|on)|(?:my|our|the) calendar)\b/i;
/** "If you don't see a difference we refund it", also where nobody wrote a comma. */
const UNDER_CONDITION = /\b(?:if|unless) (?:you|we|they|it|he|she|the|your|that)\b[^.!?]{0,120}$/i;
/** Before "we could": what somebody thinks or likes is no promise. */
const ONLY_THOUGHT = /\b(?:glad|hope|wish|not sure|not certain|don't know|doubt|wondering)(?: that)?[\s,]*$/i;
const ONLY_BELIEVED = /\b(?:believe|think|guess|imagine|happy)(?: that)?[\s,]*$/i;
/** What a supplier does for every customer is no step of its own, unless it has a date or comes at the end. */
const DELIVERY = /^(?:install|measure|set up|replace|repair|build|connect|deliver|organi[sz]e|come back)\b/i;

const OTHER_WORDS =
  /,? (?:in case|to ensure|to make sure|because|so that|so you|so we|so i|and then|whether|if|even if|but|which|until|since|given|though|who) /i;
/** Where speech without punctuation goes on with something else. */
const GOES_ON =
  /\s(?:okay|ok|alright|thanks|thank you|great|perfect|does that|is that|sound good|no hard feelings|it's been|it (?:should|will)|we appreciate|your new|you'?ll|you will|you won't|they should|have a (?:great|good|nice)|i'm (?:excited|looking|sure)|---|and (?:i|we|you|they|it|he|she|that|let's|please|tell|see)\b)/i;
const SENDABLE =
  /\b((?:(?:the|a|an|our|your|that|this|both|some|those|these|my) )(?:[\w-]+ ){0,2}(?:quotes?|proposals?|contracts?|invites?|invitations?|invoices?|reports?|white-?papers?|documents?|docs?|brochures?|pricing|case stud(?:y|ies)|links?|agreements?|forms?|summary|summaries|samples?|catalogs?|catalogues?|receipts?|labels?|plans?|details|instructions|offers?|numbers|slides|deck|recording|notes|breakdown|technician|replacement|parts?|order|email|figures|references?))\b/gi;
const PRONOUN =
  /^(it|that|this|them|those|one|everything|something)(?= (?:to|over|by|on|at|for|right|out|in|as|with|via|back|up|today|tomorrow|next|before|after)\b|$)/i;
const NEEDS_NO_OBJECT =
  /^(?:follow up|get back|come back|circle back|reach out|call|ring|phone|write|meet|visit|come by|stop by|touch base|let you know|talk|speak|text|hear)\b/i;
const ACCEPTED =
  /^(?:yes|yeah|yep|sure|of course|absolutely|will do|certainly|definitely|no problem|done|okay|ok|great|perfect|sounds (?:good|great)|please(?: do)?|that (?:would|works|helps|sounds)|that's (?:a |an |very )?(?:good|great|fair|fine|perfect|kind|reasonable)|not a problem|can do|alright|all right|understood|absolutely|we appreciate|i appreciate|that'd|happy to|i'll|we'll|i will|right away|consider it|works|good|awesome|excellent|wonderful|thank)\b/i;

/** "Absolutely not", "sure, but not now". */
const REFUSED = /^\W*\w+,? (?:not|no)\b|\bnot (?:now|interested|yet)\b|\bno,? (?:thanks|thank you)\b/i;

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
    .replace(/\bI(?:'ve| have)\b/g, `${me} has`)
    .replace(/\bI\b/g, me ?? '')
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

const PLAIN_VERBS: Readonly<Record<string, string>> = {
  applied: 'apply',
  issued: 'issue',
  processed: 'process',
  shipped: 'ship',
  sent: 'send',
  delivered: 'deliver',
  credited: 'apply',
  refunded: 'refund',
  replaced: 'replace',
  mailed: 'mail',
  emailed: 'email',
};

const isMaybeNow = (verb: string): boolean => !new RegExp(`^${LATER}$`, 'i').test(verb);
const AND_VERB = new RegExp(`(?:,|,? and)(?: also| then)?(?: i'll| we'll)? (?=(?:${LATER}|share|check with|order|confirm)\\b)`, 'i');

/** The steps of a sentence that sums up: "Next steps: I send the quote, you review it with IT". */
function recapIn(text: string, speaker: Speaker): readonly Phrase[] {
  if (!RECAP.test(text)) return [];
  const parts = text
    .slice(text.search(RECAP))
    .replace(/^[^:,]*[:,]/, '')
    .split(/[,;]|\band (?=(?:i|you|we)\b)/i);
  return parts.flatMap((part) => {
    const [, who = '', verb = '', rest = ''] = RECAP_PART.exec(part.trim()) ?? [];
    const owner = who.toLowerCase() === 'you' ? other(speaker) : speaker;
    return verb === '' ? [] : [{ words: `${verb}${rest}`, owner, isMaybeNow: false, needsConsent: false }];
  });
}

/** A line of a list of steps: "Maya updates the quote", "Priya to schedule the review", "Share the report (Elena)". */
const LISTED = new RegExp(
  `^(?:(\\p{Lu}[\\p{L}'’-]*) (?:to |will )?)?((?:${LATER}|${MAYBE_NOW}|attach|include|revise|finali[sz]e|commit to))(?:e?s)?\\b(.*)$`,
  'iu',
);
/** The one who is named behind a listed step. */
const NAMED_BEHIND = /\s*\((\p{Lu}[\p{L}'’-]*)\)[.]?$/u;

/** The parts people play, by their first names in lower case. */
export type People = ReadonlyMap<string, Speaker>;

/** The step of a line below "Action items:" in the same turn; null where it is none. */
function listedStep(sentences: readonly CallSentence[], at: number, people: People): NextStep | null {
  const line = sentences[at];
  const heading = line && sentences.slice(Math.max(0, at - ANALYSIS_LIMITS.steps), at).findLast(({ text }) => text.endsWith(':'));
  if (!line || !heading || heading.turn !== line.turn || !RECAP.test(heading.text)) return null;
  const [, behind = ''] = NAMED_BEHIND.exec(line.text) ?? [];
  const [, ahead = '', verb = '', rest = ''] = LISTED.exec(line.text.replace(NAMED_BEHIND, '')) ?? [];
  if (verb === '') return null;
  const name = behind || ahead;
  const due = DUE.exec(rest)?.[0].trim() ?? null;
  const what = `${verb}${rest.replace(due ?? /$^/, '')}`.replace(/\s*\([^()]*\)/g, '').replace(/[\s.,;]+$/, '');
  const words = what.split(/\s+/).slice(0, WORDS.most).join(' ');
  return {
    text: clip(capitalised(words.toLowerCase() === words ? words : words.charAt(0).toLowerCase() + words.slice(1)), ANALYSIS_LIMITS.step),
    owner: people.get(name.toLowerCase()) ?? line.speaker,
    due,
  };
}

/** Whether a clause only holds under a condition, in itself or in the clause before it, or is usual, or goes on during the call. */
function isNoPromise(clause: string, before: string, verbAt: number): boolean {
  const head = clause.slice(0, verbAt);
  return (
    CONDITION.test(clause) ||
    CONDITION_FIRST.test(head) ||
    ONLY_THOUGHT.test(before) ||
    UNDER_CONDITION.test(before) ||
    (/\b(?:can|could) /i.test(head) && ONLY_BELIEVED.test(before)) ||
    DURING.test(clause.replace(/ and (?:tell|show|let) .*/i, '')) ||
    (/(?:^|[-–—,;:] )\s*(?:and |but |so )?(?:if|unless|when|once|whenever|suppose|as long as)\b/i.test(before) && !/[.!?]/.test(before))
  );
}

/** A sentence, clause by clause: each may hold a promise of its own. */
function clausesOf(text: string): readonly string[] {
  const starts = [...text.matchAll(CLAUSE)].map(({ index, 0: found }) => index + found.length);
  return [0, ...starts].map((start, at) => text.slice(start, starts[at] ?? text.length).trim());
}

function phrasesIn({ text: said, speaker }: CallSentence, text: string, before: string): readonly Phrase[] {
  const promise = PROMISE.exec(text);
  const offered = promise ? null : (LET_ME.exec(text) ?? OFFERED.exec(text));
  const others = promise ? null : OTHERS.exec(text);
  const given = PASSIVE.exec(text)?.[1];
  const willBe = promise ? null : WILL_BE.exec(text);
  const free = GIVEN.exec(text)?.[1];
  const leave = said.includes('?') ? ASKED_LEAVE.exec(text) : null;
  const askedFor = speaker === 'rep' ? undefined : ASKED_FOR.exec(text)?.[1];
  const together = TOGETHER.exec(text)?.[1];
  const proposed = SHALL_WE.exec(text)?.[1];
  const request = REQUEST.exec(text);
  const found = promise ?? offered ?? leave ?? request;
  if (isNoPromise(text, before, found ? found.index + found[0].length - (found.at(-2)?.length ?? 0) : text.length)) return [];
  if (leave) return [{ words: leave[2] ?? '', owner: speaker, isMaybeNow: false, needsConsent: true }];
  if (free !== undefined) return [{ words: `give you ${free}`, owner: speaker, isMaybeNow: false, needsConsent: true }];
  if (others)
    return [
      {
        words: `have ${others[1]?.replace(/^\p{Lu}/u, (first) => first.toLowerCase())} ${others[2]?.replace(/^be (?:out|there|on[- ]site|with you)/i, 'come')}`,
        owner: speaker,
        isMaybeNow: true,
        needsConsent: false,
      },
    ];
  if (willBe) {
    const verb = PLAIN_VERBS[willBe[2]?.toLowerCase() ?? ''];
    if (verb) return [{ words: `${verb} the ${willBe[1]}${willBe[3]}`, owner: speaker, isMaybeNow: false, needsConsent: false }];
  }
  const [words = '', verb = ''] = promise?.slice(2) ?? offered?.slice(2) ?? [];
  if (promise && /\b(?:need|have) to|should\b/i.test(promise[0].slice(0, promise[0].length - words.length)) && said.includes('?'))
    return [];
  if (words !== '') {
    const parts = words.split(AND_VERB);
    const due = parts.map((part) => DUE.exec(part)?.[0]).find((date) => date !== undefined);
    const doer = promise?.[1]?.toLowerCase().replace(/^my /, 'our ') ?? '';
    const byOthers = /^our /.test(doer) && /^(?:come|visit|call|contact|reach|meet|stop|get|follow|send|e-?mail)/i.test(words);
    return parts.map((part, at) => ({
      words: `${byOthers && at === 0 ? `have ${doer} ` : ''}${part.replace(/[.!\s]+$/, '')}${due !== undefined && !DUE.test(part) && at > 0 ? ` ${due}` : ''}`,
      owner: speaker,
      // What somebody needs to do may be what they call about.
      isMaybeNow: (at === 0 && isMaybeNow(verb)) || /\b(?:need|have) to$/i.test(text.slice(0, text.indexOf(words)).trim()),
      needsConsent: offered !== null && !/^let me/i.test(offered[1] ?? ''),
    }));
  }
  if (given !== undefined && DUE.test(given)) return [{ words: `send ${given}`, owner: speaker, isMaybeNow: false, needsConsent: false }];
  if (together !== undefined && (DUE.test(together) || /\b(?:call|meeting|demo|follow-?up)\b/i.test(together)))
    return [{ words: together, owner: null, isMaybeNow: !DUE.test(together), needsConsent: false }];
  if (proposed !== undefined && said.includes('?')) return [{ words: proposed, owner: null, isMaybeNow: false, needsConsent: true }];
  if (request === null && askedFor !== undefined && said.includes('?') && new RegExp(SENDABLE.source, 'i').test(`${askedFor} `))
    return [{ words: `send ${askedFor}`, owner: other(speaker), isMaybeNow: false, needsConsent: true }];
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

/** What is left of words that were heard wrongly. */
const BROKEN = /\b(?:the|an?) (?:the|an?|with|back|to|of|for|today|tomorrow|that|this)\b/i;

/** A step of too many words without its last parts. */
function shortened(step: string): string {
  if (step.split(' ').length <= WORDS.most) return step;
  const within = step
    .split(' ')
    .slice(0, WORDS.most + 1)
    .join(' ');
  const end = [...within.matchAll(/,? (?:with|and|for|including|that|about|from|so|on|in) /g)]
    .map(({ index }) => index)
    .filter((index) => index > 12)
    .at(-1);
  return end === undefined ? step : within.slice(0, end);
}

/** Cuts a phrase to verb and object, and takes its date out; null where that leaves no step. */
function stepOf({ words, owner }: Phrase, speaker: Speaker, before: readonly CallSentence[]): NextStep | null {
  const whole = (words.split(/[!?;—]|[.:](?!\d)| - /)[0] ?? '').replace(
    /\b(shared|discussed|covered|mentioned|saw|said|talked about) (?:with (?:me|us) )?today\b/gi,
    '$1',
  );
  const due = DUE.exec(whole)?.[0].trim() ?? null;
  const phrase = (whole.split(GOES_ON)[0] ?? '')
    .split(OTHER_WORDS)[0]
    ?.replace(due ?? /$^/, ' ')
    .split(/, (?!and\b|the\b|a\b|our\b|your\b)/)[0]
    ?.replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .trim()
    .replace(
      /(?: (?:over|by|on|at|for|and|the|a|to|with|in|from|of|as|just|then|right|away|that work for|that work|that works|sometime|probably|actually|asap))+$/i,
      '',
    )
    .replace(/[,\s]+$/, '')
    .replace(/\s*\([^()]*$/, '');
  if (!phrase) return null;
  const verb = /^have (?:an?|the|our|one) /i.test(phrase)
    ? 'have '
    : (new RegExp(`^(${LATER}|${MAYBE_NOW})\\b ?`, 'i').exec(phrase)?.[0] ?? `${phrase.split(' ', 1)[0]} `);
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
  const direct = /^(?:call|ring|phone|visit|meet|text) with/i.test(addressed) ? addressed.replace(' with ', ' ') : addressed;
  const final = shortened(direct);
  const count = final.split(' ').length;
  if (count < WORDS.least || count > WORDS.most || BROKEN.test(final)) return null;
  // "That invite" is the one that was spoken of.
  const told = named(
    final.replace(
      /^(\w+ (?:the (?:customer|rep) |you |me |us )?)(?:that|this|those) (?!with|back|over|into|from|when|soon|once|after|before|along|through|next|today|tomorrow|down)(?=\p{Ll}{4})/u,
      '$1the ',
    ),
    speaker,
  ).trim();
  return { text: clip(capitalised(told), ANALYSIS_LIMITS.step), owner, due };
}

/** A meeting both agree to: "Friday at 10 works." */
function meetingIn(sentences: readonly CallSentence[], at: number): NextStep | null {
  const sentence = sentences[at];
  if (!sentence || sentence.position < 0.4 || sentence.text.includes('?')) return null;
  const agreed = new RegExp(
    `(${DUE.source}).{0,12}\\b(?:works|(?:is|would be|sounds) (?:good|fine|great|perfect|better|ideal)|it is|suits)\\b|\\b(?:see you|talk(?: to you)?|speak|until) (${DUE.source})`,
    'i',
  ).exec(sentence.text);
  const due =
    agreed &&
    DUE.exec(agreed[0])?.[0]
      .trim()
      .replace(/^(?:until|before|for) /i, '');
  if (!due) return null;
  const nearby = sentences.slice(Math.max(0, at - 16), at + 2).map(({ text }) => text);
  const kind = nearby.flatMap((text) => [...text.matchAll(MEETING)].map(([word]) => word.toLowerCase())).at(-1);
  const around = sentences.slice(Math.max(0, at - 8), at + 6);
  // "We can do it by video or at your shop": the one who chooses says which.
  const chosen = sentences.slice(at, at + 2).some(({ text, turn }) => turn === sentence.turn && IN_PERSON.test(text));
  const isOpen = kind === undefined || kind === 'call' || kind === 'meeting';
  const isVisit = chosen || (isOpen && around.some(({ text }) => IN_PERSON.test(text)));
  const isCall = kind === 'call' || (kind === undefined && nearby.some((text) => BY_PHONE.test(text)));
  const what = isVisit ? 'visit' : isCall ? 'next call' : (kind ?? 'appointment');
  return { text: `Hold the ${what}`, owner: null, due };
}

/** An appointment that the rep has made during the call; null where the sentence makes none with a date. */
function scheduledIn({ text, speaker }: CallSentence): NextStep | null {
  const [, made = ''] = SCHEDULED.exec(text.replace(/[’‘]/g, "'")) ?? [];
  const whole = made.split(/[!?;.](?!\d)/)[0] ?? '';
  const due = DUE.exec(whole)?.[0].trim();
  if (speaker !== 'rep' || !due) return null;
  const what = named(whole.slice(0, whole.indexOf(due)).replace(/^(?:an?|the|your|our) /i, ''), speaker)
    .replace(/(?: (?:for|on|at|to|in|within))+\s*$/i, '')
    .trim();
  if (what === '' || what.split(' ').length > WORDS.most) return null;
  if (/\b(?:technician|engineer|installer|driver|plumber|electrician|specialist)$/i.test(what))
    return { text: clip(`Have the ${what} come`, ANALYSIS_LIMITS.step), owner: 'rep', due: due.replace(/^for /i, '') };
  return new RegExp(MEETING.source, 'i').test(made)
    ? { text: clip(`Hold the ${what}`, ANALYSIS_LIMITS.step), owner: null, due: due.replace(/^for /i, '') }
    : null;
}

/** Words that say nothing of what a promise is about. */
const OF_ANY_PROMISE = /^(?:custom|accou|team|issue|this|their|with|have|will|your|been|next|month|servi)/;
const stemsOf = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 5)).filter((stem) => !OF_ANY_PROMISE.test(stem)));

const SENDS = /^(?:e-?mail|mail|forward|shoot|share|text)$/;
/** The words that say what a step is about, by how they begin: "bill" and "billing" are one. */
const contentWords = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
      .filter((word) => !/^(?:the|and|with|customer|rep|for|our|their|that|this|over|give|have|come)$/.test(word))
      .map((word) => (SENDS.test(word) ? 'send' : word.slice(0, 4))),
  );

const DAY_NAME = new RegExp(`${DAY}|tomorrow`, 'i');
const isMeeting = ({ text }: NextStep): boolean => text.startsWith('Hold the ');
const SETS_A_DATE = /^(?:have the|have our|talk|speak|meet|schedule|book|set up|see|visit|come|reconnect|touch base|call)\b/i;
const dayOf = ({ due }: NextStep): string | undefined => DAY_NAME.exec(due ?? '')?.[0].toLowerCase();

const alike = (a: NextStep, b: NextStep): boolean => {
  if (isMeeting(a) && isMeeting(b)) return dayOf(a) === dayOf(b);
  if (isMeeting(a) !== isMeeting(b) && SETS_A_DATE.test(isMeeting(a) ? b.text : a.text) && dayOf(a) !== undefined && dayOf(a) === dayOf(b))
    return true;
  const [one, two] = [contentWords(a.text), contentWords(b.text)];
  const shared = [...one].filter((word) => two.has(word)).length;
  return (a.owner === b.owner || a.owner === null || b.owner === null) && shared >= Math.max(1, Math.min(one.size, two.size) * 0.6);
};

const LATE = 0.6;
const PROMISED_SERVICE = new RegExp(`^${SERVICE}\\b`, 'i');

/** What has an exact date and comes late matters most. */
const worthOf = ({ due }: NextStep, { position }: CallSentence): number =>
  (due ? 1 + Math.min(20, due.length) / 20 + (/\d|\bat \w/.test(due) ? 0.6 : 0) : 0) + position;

/** What was really promised or agreed to, each thing once, in the order of the call; what has a date and what comes late first kept. */
export function stepsOf(sentences: readonly CallSentence[], people: People = new Map()): NextStep[] {
  const done = sentences.flatMap(({ text, speaker }, at) =>
    speaker === 'rep' && DONE.test(text.replace(/[’‘]/g, "'")) ? [{ at, stems: stemsOf(text) }] : [],
  );
  const lastDone = done.at(-1)?.at ?? -1;
  const isDone = (step: NextStep, at: number): boolean => {
    if (step.owner !== 'rep' || at >= lastDone) return false;
    const stems = [...stemsOf(step.text)];
    return done.some((one) => one.at > at && stems.some((stem) => one.stems.has(stem)));
  };
  const found = sentences.flatMap((each, at): { readonly step: NextStep; readonly worth: number }[] => {
    const text = withoutFillers(each.text).replace(/[’‘]/g, "'");
    const meeting = meetingIn(sentences, at);
    // Of several ways to say the same date the most exact one counts.
    const scheduled = scheduledIn(each);
    const meetings = [meeting, scheduled].flatMap((step) => (step ? [{ step, worth: worthOf(step, each) }] : []));
    const listed = listedStep(sentences, at, people);
    if (listed) return [{ step: listed, worth: 1 + each.position }];
    const clauses = clausesOf(text);
    const recap = recapIn(text, each.speaker);
    const phrases = recap.length > 0 ? recap : clauses.flatMap((clause, index) => phrasesIn(each, clause, clauses[index - 1] ?? ''));
    if (phrases.length === 0) return meetings;
    const before = sentences.slice(Math.max(0, at - 5), at + 1);
    const reply = sentences.slice(at + 1).find(({ speaker, turn }) => turn !== each.turn && speaker !== each.speaker);
    const isAccepted = reply !== undefined && reply.turn - each.turn <= 1 && ACCEPTED.test(reply.text) && !REFUSED.test(reply.text);
    const answer =
      reply === undefined || !isAccepted
        ? []
        : sentences.slice(sentences.indexOf(reply), sentences.indexOf(reply) + 2).filter(({ turn }) => turn === reply.turn);
    const promisedBy = answer.flatMap(({ text: words }) => (words.includes('?') ? [] : (DUE.exec(words)?.[0].trim() ?? []))).at(0) ?? null;
    const steps = phrases.flatMap((phrase) => {
      if (phrase.needsConsent && !isAccepted) return [];
      const cut = stepOf(phrase, each.speaker, before);
      // "Can you send it?" "Sure, tomorrow": the answer says by when.
      const step = cut && phrase.owner !== each.speaker && phrase.owner !== null && cut.due === null ? { ...cut, due: promisedBy } : cut;
      if (!step || isDone(step, at)) return [];
      const isOpen =
        (phrase.isMaybeNow && (phrase.owner === 'customer' || !PROMISED_SERVICE.test(phrase.words))) || DELIVERY.test(phrase.words);
      if (isOpen && step.due === null && each.position < LATE) return [];
      // "Right now" is done by the time the call ends, unless it is something that arrives later.
      if (phrase.isMaybeNow && /^right (?:now|away)$/i.test(step.due ?? '')) return [];
      return [{ step, worth: worthOf(step, each) }];
    });
    return [...meetings, ...steps];
  });
  const selected: typeof found = [];
  for (const one of found.toSorted((a, b) => b.worth - a.worth)) {
    if (selected.length < ANALYSIS_LIMITS.steps && !selected.some(({ step }) => alike(step, one.step))) selected.push(one);
  }
  return selected.toSorted((a, b) => found.indexOf(a) - found.indexOf(b)).map(({ step }) => step);
}
