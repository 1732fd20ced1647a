import { ANALYSIS_LIMITS, type Speaker } from '#contract/call.ts';
import type { Money } from '#contract/money.ts';
import { optionalMoney } from '#contract/text.ts';
import { capitalised, clip } from '#server/language/plain-text.ts';
import { AMOUNT } from '#server/language/quantities.ts';
import type { NextStep } from '../../port.ts';
import type { CallSentence } from './call-text.ts';

// Promises ("I'll send the quote by Friday") bind who says them, requests ("Could you send me the plan?") the other one.

const DO =
  '(?:send|email|mail|call|phone|ring|write|book|schedule|arrange|prepare|check|ask|talk|get back|come back|come by|bring|put|share|look into|find out|order|ship|deliver|refund|credit|fix|repair|replace|install|meet|visit|sign|pay|confirm|follow up|update|measure|sketch|set up|forward|organi[sz]e|discuss|speak|try|let you know|have (?:a|the) )';
const PROMISE = new RegExp(
  `\\b(?:i|we)(?:'ll| will| can| am going to| are going to|'m going to|'re going to) (?:\\w+ly |just |also |then |personally )?(${DO}\\b[^.!?;]*)`,
  'i',
);
const PASSIVE = /\b(?:you(?:'ll| will) (?:get|have|receive) ([^.!?;]*))/i;
const REQUEST = new RegExp(`\\b(?:(?:could|can|would|will) you (?:please |maybe |also )?|please )(${DO}\\b[^.!?;]*)`, 'i');
const TOGETHER = new RegExp(`\\blet(?:'s| us) (${DO}\\b[^.!?;]*)`, 'i');

const DUE =
  /\b(?:by (?:the end of (?:the )?\w+|tomorrow(?: \w+)?|next \w+|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: \w+)?|noon|\w+ (?:\d{1,2}|o'clock))|(?:on )?(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening))?|tomorrow(?: (?:morning|afternoon|evening|before [\w:. ]{1,10}))?|today|tonight|this (?:afternoon|evening|week)|next (?:week|month|quarter)|in (?:a|two|three|four|five|\d+) (?:minutes?|hours?|days?|weeks?|months?)|within \w+ (?:hours?|days?|weeks?)|right (?:now|away)|at (?:\d{1,2}(?::\d{2})?|seven|eight|nine|ten|eleven|twelve|noon)(?: ?(?:a\.?m\.?|p\.?m\.?|thirty|o'clock))?)\b/i;

const WORDS = { least: 2, most: 18 } as const;
/** Said of what a caller is to do at once, while both are on the line. */
const AT_ONCE = /\b(?:hold on|while (?:we|you|i)|let me|one (?:second|moment)|tell (?:me|you) (?:what|how|if)|try (?:that|it) now)\b/i;

const other = (speaker: Speaker): Speaker => (speaker === 'rep' ? 'customer' : speaker === 'customer' ? 'rep' : null);

/** In a list of steps "you" and "me" are people of the call. */
const named = (text: string, speaker: Speaker): string => {
  const [me, you] = speaker === 'rep' ? ['the rep', 'the customer'] : ['the customer', 'the rep'];
  return text
    .replace(/\byou (?=(?:myself|personally)\b)/gi, `${you} `)
    .replace(/\bmyself\b|\bpersonally\b/gi, '')
    .replace(/\byour\b/gi, 'their')
    .replace(/\bmy\b|\bour\b/gi, 'our')
    .replace(/\bme\b|\bus\b/gi, me ?? '')
    .replace(/\byou\b/gi, you ?? '')
    .replace(/\s+/g, ' ');
};

function stepIn({ text, speaker }: CallSentence): NextStep | null {
  const asked = REQUEST.exec(text)?.[1];
  const promised = PROMISE.exec(text)?.[1] ?? TOGETHER.exec(text)?.[1];
  const given = PASSIVE.exec(text)?.[1];
  const phrase = promised ?? (given && DUE.test(text) ? `send ${given}` : asked);
  if (!phrase || AT_ONCE.test(text)) return null;
  const own = promised !== undefined || given !== undefined;
  const due = DUE.exec(text)?.[0] ?? null;
  const until = phrase
    .split(/,? (?:because|so that|so you|and then|whether|if|even if|but|which|until) |, /i)[0]
    ?.replace(due ?? /$^/, '')
    .replace(/\b(?:by|on|at|for|and|the|to|with|in)\s*$/i, '')
    .trim();
  const words = until?.split(/\s+/).length ?? 0;
  if (!until || words < WORDS.least || words > WORDS.most) return null;
  return { text: clip(capitalised(named(until, speaker).trim()), ANALYSIS_LIMITS.step), owner: own ? speaker : other(speaker), due };
}

const alike = (a: string, b: string): boolean => {
  const [one, two] = [a, b].map((text) => new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? []));
  const shared = [...(one ?? [])].filter((word) => two?.has(word)).length;
  return shared >= Math.min(one?.size ?? 0, two?.size ?? 0) * 0.6;
};

/** What was promised or asked for, each thing once; what has a date and what comes late in the call first kept. */
export function stepsOf(sentences: readonly CallSentence[]): NextStep[] {
  const found = sentences.flatMap((each) => {
    const step = stepIn(each);
    // A request in the first half is mostly done during the call.
    return step && (step.due !== null || each.position > 0.5 || PROMISE.test(each.text))
      ? [{ step, worth: (step.due ? 1 : 0) + each.position, turn: each.turn }]
      : [];
  });
  const selected: typeof found = [];
  for (const one of found.toSorted((a, b) => b.worth - a.worth)) {
    if (!selected.some(({ step }) => alike(step.text, one.step.text))) selected.push(one);
  }
  return selected
    .slice(0, ANALYSIS_LIMITS.steps)
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ step }) => step);
}

// What a deal may be worth is an amount that is called so: a budget, a quote, a total. A refund or a credit is not.

const DEAL =
  /\b(?:budget|total|altogether|in all|quote[ds]?|offer|proposal|order (?:is|of|for|worth)|worth|deal|contract|project|investment|spend|purchase|together (?:they|it|that)'?(?:s| is|re| are)?|comes to|adds up|for (?:all|the) (?:\w+ ){0,2}(?:machines|seats|licen[cs]es|units|lot))\b/i;
const NOT_A_DEAL =
  /\b(?:refund\w*|credit(?:ed)?|charged|fee|deposit|receipt|overcharg\w+|invoice|late|penalty|each|apiece|per (?:unit|piece|cup|person|filter)|shipping|delivery|plumber)\b/i;
const YEARLY = /\b(?:a|per|each|every) year\b|\bannual\w*\b|\byearly\b/i;
const MONTHLY = /\b(?:a|per|each|every) month\b|\bmonthly\b/i;

const NUMBERS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const NUMBER_WORD = `(?:${Object.keys(NUMBERS).join('|')}|hundred|thousand|million|and|a(?= (?:hundred|thousand|million)))`;
const SPOKEN = new RegExp(`\\b((?:${NUMBER_WORD})(?:[ -](?:${NUMBER_WORD}))*) (?:dollars|bucks|grand)\\b`, 'gi');

/** "Three hundred and ninety" as 390. */
function spokenNumber(words: string): number {
  let total = 0;
  let part = 0;
  for (const word of words.toLowerCase().split(/[ -]/)) {
    if (word === 'hundred') part = Math.max(1, part) * 100;
    else if (word === 'thousand' || word === 'million') {
      total += Math.max(1, part) * (word === 'thousand' ? 1_000 : 1_000_000);
      part = 0;
    } else part += NUMBERS[word] ?? (word === 'a' ? 1 : 0);
  }
  return total + part;
}

function written(amount: string): number {
  const digits = Number.parseFloat(amount.replace(/[^\d.]/g, ''));
  return /k\b/i.test(amount) ? digits * 1_000 : /m\b/i.test(amount) ? digits * 1_000_000 : digits;
}

const amountsIn = (text: string): number[] => [
  ...(text.match(AMOUNT) ?? []).filter((amount) => /\$|usd|dollars|k\b/i.test(amount)).map(written),
  ...[...text.matchAll(SPOKEN)].map(([total, words = '']) => spokenNumber(words) * (/grand$/i.test(total) ? 1_000 : 1)),
];

/** The largest amount that is called a deal; one that is paid every month counts for a year where a year is spoken of. */
export function dealValueOf(sentences: readonly CallSentence[]): Money | null {
  const yearly = sentences.some(({ text }) => YEARLY.test(text));
  const amounts = sentences
    .filter(({ text }) => DEAL.test(text) && !NOT_A_DEAL.test(text))
    .flatMap(({ text }) => amountsIn(text).map((amount) => (MONTHLY.test(text) ? (yearly ? amount * 12 : 0) : amount)));
  const largest = Math.max(0, ...amounts.filter(Number.isFinite));
  return largest === 0 ? null : (optionalMoney.safeParse(largest.toFixed(2)).data ?? null);
}
