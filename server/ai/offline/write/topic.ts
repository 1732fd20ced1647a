import { calm } from '#server/language/plain-text.ts';
import { quotable, swapPronouns } from './swap-pronouns.ts';

/** What a question is about, ready to follow "You asked". */
export interface Topic {
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
  [/^how to .+$/i, ([whole]) => whole, 'clause'],
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
    ([, auxiliary = '', words = '']) => prefixed('whether', statement(auxiliary, words)),
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

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

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
      if (found && phrase !== null) return { phrase: swapPronouns(lowered(phrase)), form };
      if (found) break;
    }
  }
  return { phrase: `"${quotable(bare, 110)}"`, form: 'quote' };
}
