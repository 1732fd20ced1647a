import { calm, clip } from '#server/language/plain-text.ts';

// biome-ignore format: a table
const SWAPS: Readonly<Record<string, string>> = {
  i: 'you', "i'm": "you're", "i've": "you've", "i'd": "you'd", "i'll": "you'll", im: "you're", ive: "you've",
  me: 'you', my: 'your', mine: 'yours', myself: 'yourself', am: 'are',
  we: 'you', "we're": "you're", "we've": "you've", "we'd": "you'd", "we'll": "you'll",
  us: 'you', our: 'your', ours: 'yours', ourselves: 'yourselves',
  your: 'our', yours: 'ours', "you're": "we're", "you've": "we've", "you'd": "we'd", "you'll": "we'll", yourself: 'ourselves', yourselves: 'ourselves', ur: 'our',
};

const TAKES_OBJECT = new Set(
  `to from with of for by at about without against between behind on in over than told tell tells asked ask asking emailed email called call calling rang paid pay paying contacted contact contacting
  written thank thanked gave give sent send show showed owe owed let help trust trusted reach reaching choose chose recommend recommended like love hearing see saw meet met and over`.split(
    /\s+/,
  ),
);
const AUXILIARIES = new Set(
  'are do did does have had can could will would should were may must if when that what how where why because since'.split(' '),
);

function swapYou(previous: string, next: string): string {
  if (AUXILIARIES.has(previous)) return 'we';
  const ends = next === '' || /^[.,;:!?)]/.test(next);
  return TAKES_OBJECT.has(previous) || ends ? 'us' : 'we';
}

/** A customer's statement as we would repeat it to them: "my order" becomes "your order", "you charged me" becomes "we charged you". */
export function swapPronouns(text: string): string {
  const tokens = text.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*|[^\p{L}\p{N}]+/gu) ?? [];
  const word = (at: number) => tokens[at]?.toLowerCase() ?? '';
  return tokens
    .map((token, at) => {
      const lower = token.toLowerCase();
      const previous = word(at - 2);
      if (lower === 'you')
        return swapYou(
          previous,
          tokens
            .slice(at + 1, at + 3)
            .join('')
            .trimStart(),
        );
      if (lower === 'was' && (previous === 'i' || word(at + 2) === 'i')) return 'were';
      if (token === 'US') return token;
      return Object.hasOwn(SWAPS, lower) ? (SWAPS[lower] ?? token) : token;
    })
    .join('');
}

const UNFIT =
  /\b(?:fuck\w*|shit\w*|bullshit|crap\w*|damn\w*|bastards?|idiots?|morons?|asshole\w*|arsehole\w*|bloody|hell|wtf|stupid|liars?|thieves|scammers?|clowns?|useless|incompeten\w+|pathetic|ridiculous|disgrace\w*|a joke|rip-?off|scam|you people|rubbish|garbage)\b/i;

/** The customer's words made safe to repeat: no shouting, no brackets that look like ours, no links, one line. */
export const quotable = (text: string, limit = 160) =>
  clip(
    calm(text)
      .replace(/https?:\/\/\S+|www\.\S+/gi, 'the link')
      .replace(/[[{<]/g, '(')
      .replace(/[\]}>]/g, ')')
      .replace(/["\n]+/g, ' ')
      .replace(/([!?.])\1+/g, '$1')
      .replace(/\s+/g, ' ')
      .trim(),
    limit,
  );

/** Whether a customer's words can be said back to them politely. */
export const isDecent = (text: string) => !UNFIT.test(text);

const DESIRE =
  /\b(?:i|we)(?:'d| would)? (?:now |also |still |really |just |kindly |urgently )?(?:like|want|need|require|demand|expect|request|prefer|rather) (.+)$/i;
const INTEREST =
  /\b(?:i|we)(?:'m| am|'re| are) (?:\w+ )?(?:interested in|looking for|after|hoping to|in need of) (.+)$|^(?:looking for|requesting|need) (.+)$/i;
const HAND_OVER =
  /^(?:send|resend|email|forward|provide|share|prepare|put together|give|get|sending|putting together|quote)(?: over)?(?: (?:me|us))?(?: with| over)? ((?:an?|the|your|our|some|my|one|two|pricing|prices|details|information|more|invoice|order|copies|it)\b.*|\d.*)$/i;
const TO_US =
  /^(?:(?:please|kindly|pls) |(?:can|could|would|will) (?:you|someone|somebody|anyone) (?:please |kindly |just |mind )?|let(?:'s| us) )(.+)$/i;
const FOR_ME = /^(?:(?:can|could|may) (?:i|we) (?:please |also )?|help (?:me|us) (?:to )?(?!with\b))(.+)$/i;
const BARE_VERB =
  /^(?:cancel|refund|replace|book|schedule|call|ring|fix|check|look|update|change|reset|unlock|arrange|send|move|remove|add|stop|extend|correct|exchange|terminate|explain|tell|confirm|make|set|get|ask|prepare|give|quote|let|let me|deliver|ship|help)\b/i;

/** What a request wants, ready to follow "You would like"; null when it cannot be said back. "Please cancel my plan" becomes "us to cancel your plan". */
export function requestOf(request: string): string | null {
  const bare = quotable(request, 180)
    .replace(/[\s?.!,;:]+$/, '')
    .replace(/,? (?:please|asap|thanks|thank you)$/i, '');
  const wanted = DESIRE.exec(bare)?.[1] ?? INTEREST.exec(bare)?.slice(1).find(Boolean);
  if (wanted) return swapPronouns(handedOver(wanted.replace(/^you to /i, 'you to ')));
  const mine = FOR_ME.exec(bare)?.[1];
  if (mine)
    return /^(?:have|get) (?:an?|the|your|my|our|some) /i.test(mine)
      ? swapPronouns(mine.replace(/^(?:have|get) /i, ''))
      : `to ${swapPronouns(mine)}`;
  const act = TO_US.exec(bare)?.[1] ?? (BARE_VERB.test(bare) ? bare : null);
  if (act === null) return null;
  const object = HAND_OVER.exec(act)?.[1];
  if (object) return swapPronouns(object);
  return BARE_VERB.test(act) ? `us to ${swapPronouns(act.charAt(0).toLowerCase() + act.slice(1))}` : null;
}

const handedOver = (wanted: string) =>
  wanted.replace(/^to (?:get|have|receive) (?=(?:an?|the|your|some) )/i, '').replace(/^(?:rather|prefer) /i, '');

/** What a question is about, ready to follow "You asked". */
interface Topic {
  /** "our refund policy", "whether we ship to Canada", or the quoted question. */
  readonly phrase: string;
  /** A thing ("our refund policy") follows "about"; a clause ("whether we ship") follows "asked". */
  readonly form: 'thing' | 'clause' | 'quote';
}

const DETERMINER = /^(?:the|a|an|my|our|your|this|that|these|those|any|its|their|order|invoice|ticket)\b/i;
const PRONOUN = '(?:i|we|you|it|they|he|she|there|this|that|these|those|anyone|someone|everyone)';
// Words that end the subject and begin what is said about it.
const PREDICATE =
  /^(?:included|available|possible|compatible|covered|free|open|closed|down|still|in|on|at|out|for|safe|suitable|easy|hard|ready|due|back|better|able|also|already|necessary|required|needed|worth|correct|right|wrong|true|normal|arriving|coming|going|being|not|charged|sold|made|refundable|negotiable|compliant|kept|held|made|built|sent|\w{3,}(?:ed|able|ible))$/i;
const BASE_VERB =
  /^(?:have|get|support|work|come|make|do|take|cost|include|ship|deliver|arrive|offer|integrate|connect|sync|run|allow|let|need|use|fit|handle|go|be|send|provide|last|look|export|import|add|edit|change|cancel|return|pay|start|stop|expire|apply|mean|happen|keep|charge|install|replace|cover|talk|speak|hold|store|show|track|reset|clean|descale|fix|reach|help|say|show|renew|require|weigh|measure|dispense|brew|update|crash|freeze|leak|log|sell|produce|read|fail|see|share|give|become|compare|differ)$/i;

const thirdPerson = (verb: string) =>
  verb === 'have'
    ? 'has'
    : verb === 'do'
      ? 'does'
      : verb === 'be'
        ? 'is'
        : verb === 'go'
          ? 'goes'
          : /(?:s|x|ch|sh|z)$/.test(verb)
            ? `${verb}es`
            : /[^aeiou]y$/.test(verb)
              ? `${verb.slice(0, -1)}ies`
              : `${verb}s`;

const isPlural = (subject: string) =>
  /^(?:i|we|you|they|these|those)$/i.test(subject) ||
  /\b(?:and)\b/.test(subject) ||
  (/[^s'u]s$/i.test(subject.split(/ (?:for|to|of|in|from|with|on) /)[0] ?? '') && !/'s$/.test(subject));

interface Split {
  readonly subject: string;
  readonly rest: string;
}

/** Where the subject ends, found by the first word that can only begin the predicate. */
function split(words: string, predicate: RegExp): Split | null {
  const parts = words.split(' ');
  if (new RegExp(`^${PRONOUN}$`, 'i').test(parts[0] ?? '') && !(DETERMINER.test(parts[0] ?? '') && !predicate.test(parts[1] ?? '')))
    return { subject: parts[0] ?? '', rest: parts.slice(1).join(' ') };
  const at = parts.findIndex(
    (part, index) => index > (DETERMINER.test(parts[0] ?? '') ? 1 : 0) && predicate.test(part.replace(/[^\w]/g, '')),
  );
  return at > 0 ? { subject: parts.slice(0, at).join(' '), rest: parts.slice(at).join(' ') } : null;
}

const did = ({ subject, rest }: Split, auxiliary: string) => {
  const [verb = '', ...after] = rest.split(' ');
  if (/^do(?:n't)?$/i.test(auxiliary)) return `${subject} ${auxiliary.endsWith("n't") ? "don't " : ''}${rest}`;
  if (/^does$/i.test(auxiliary))
    return [
      subject,
      BASE_VERB.test(verb) ? (isPlural(subject) && !/^(?:it|this|that)$/i.test(subject) ? verb : thirdPerson(verb)) : `does ${verb}`,
      ...after,
    ].join(' ');
  return subject.endsWith(',') ? `${subject.slice(0, -1)} ${auxiliary}, ${rest}` : `${subject} ${auxiliary} ${rest}`;
};

const isBe = (auxiliary: string) => /^(?:is|are|was|were|isn't|aren't)$/i.test(auxiliary);

/** "do you ship to Canada" as "you ship to Canada"; null when the parts cannot be told apart safely. */
function statement(auxiliary: string, words: string): string | null {
  const parts = split(words, isBe(auxiliary) ? PREDICATE : BASE_VERB);
  if (!parts || (parts.rest === '' && !isBe(auxiliary))) return null;
  return did(parts, auxiliary.toLowerCase()).trim();
}

const AUXILIARY = "do|does|did|don't|is|are|was|were|isn't|aren't|can|could|will|would|should|have|has|may|am";

type Rule = readonly [pattern: RegExp, make: (found: RegExpExecArray) => string | null, form: Topic['form']];

const priceOf = (subject: string) =>
  new RegExp(`^${PRONOUN}$`, 'i').test(subject) ? 'the price' : subject === '' ? null : `the price of ${subject}`;

// "Is volunteering on a building site insured": where an activity ends and the question goes on cannot be seen.
const hasClearSubject = (auxiliary: string, words: string) => !/^(?:is|are|was|were)$/i.test(auxiliary) || !/^\w+ing\b/i.test(words);

const RULES: readonly Rule[] = [
  [
    /^how much (?:is|are|does|do|would|will|for) (.+?)(?: (?:cost|be|come to))?$/i,
    ([, thing = '']) =>
      /^\d+$/.test(thing) ? `the price for ${thing}` : /\b(?:you|we|i) (?:charge|pay)\b/i.test(thing) ? null : priceOf(thing),
    'thing',
  ],
  [/^what (?:do|does|would|will) (.+?) cost$/i, ([, thing = '']) => priceOf(thing), 'thing'],
  [/^what(?:'s| is| are|s) ((?:the|your|our|my|its)\b(?! (?:best|matter)).+)$/i, ([, thing = '']) => thing, 'thing'],
  [/^how (?:do|can|should|would|could) (?:i|we|you) (?!think|feel|compare|differ|know)(.+)$/i, ([, act = '']) => `how to ${act}`, 'clause'],
  [
    /^(?:can|could|would|will) (?:you|someone) (?:please )?(?:show|tell|give) (?:me|us) ((?:the|your|our|my|a|an)\b.+)$/i,
    ([, thing = '']) => thing,
    'thing',
  ],
  [/^(?:how|where|when) to .+$/i, ([whole]) => whole, 'clause'],
  [/^what (?:can|should|do|must) (?:i|we) (?:have to |need to )?do to (.+)$/i, ([, act = '']) => `how to ${act}`, 'clause'],
  [
    new RegExp(
      `^((?:how (?:long|soon|often|many \\w+|big|large|loud|far)|what (?:kind|sort|type) of \\w+|which \\w+|what \\w+|when|where|why|how|what|who))(?:'s)? (${AUXILIARY}) (.+)$`,
      'i',
    ),
    ([, question = '', auxiliary = '', words = '']) => whClause(question, auxiliary, words),
    'clause',
  ],
  [/^(?:what happens|who (?:does|do|pays|is|can|handles|takes)|what if|which of)\b.+$/i, ([whole]) => whole, 'clause'],
  [/^(?:whether|if) (.+)$/i, ([, rest]) => `whether ${rest}`, 'clause'],
  [
    new RegExp(`^(${AUXILIARY}) (.+)$`, 'i'),
    ([, auxiliary = '', words = '']) => (hasClearSubject(auxiliary, words) ? prefixed('whether', statement(auxiliary, words)) : null),
    'clause',
  ],
  [
    /^(?:how|what|when|where|why|which|who)\b(?! (?:about|is|are|do|does|did|can|will|would|should)\b)(?=.* \b(?:is|are|costs?|works?|takes?|can|could|would|will|does|needs?)\b)(?!.*\?).+$/i,
    ([whole]) => whole,
    'clause',
  ],
  [/^any (?:chance|way)(?: that| of)? (.+)$/i, () => null, 'quote'],
  [/^(?:about )?((?:the|your|our|my)\b.+)$/i, ([, thing]) => thing ?? null, 'thing'],
];

const prefixed = (before: string, clause: string | null) => (clause === null ? null : `${before} ${clause}`);

function whClause(question: string, auxiliary: string, words: string): string | null {
  if (
    /^(?:what|which|who|how|why)$/i.test(question) &&
    isBe(auxiliary) &&
    !DETERMINER.test(words) &&
    !new RegExp(`^${PRONOUN}\\b`, 'i').test(words)
  )
    return null;
  const clause = statement(auxiliary, words);
  if (clause !== null) return prefixed(question, isBe(auxiliary) && clause.endsWith(` ${auxiliary.toLowerCase()}`) ? clause : clause);
  const simple = isBe(auxiliary) && !/^why$/i.test(question) && words.split(' ').length <= 6 && DETERMINER.test(words);
  return simple ? `${question} ${words} ${auxiliary.toLowerCase()}` : null;
}

const lowercaseFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Turns a question into something we can say back: "Do you ship to Canada?" becomes "whether we ship to Canada". What resists is quoted. */
export function topicOf(question: string): Topic {
  const bare = quotable(calm(question), 200)
    .replace(/[\s?.!,;:]+$/, '')
    .replace(/,? please$/i, '')
    .replace(/^(?:so|and|but|also),? /i, '');
  if (bare.length <= 130) {
    for (const [pattern, make, form] of RULES) {
      const found = pattern.exec(bare);
      const phrase = found ? make(found) : null;
      if (found && phrase !== null) return { phrase: swapPronouns(lowercaseFirst(phrase)), form };
      if (found) break;
    }
  }
  return { phrase: `"${quotable(bare, 110)}"`, form: 'quote' };
}
