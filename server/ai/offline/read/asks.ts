import type { Seeks } from '#server/language/questions.ts';
import { isQuestion, questionsIn, seeksOf, withoutLeadIn } from '#server/language/questions.ts';
import { sentenceScore } from '#server/language/sentiment.ts';
import { termsOf } from '#server/language/words.ts';
import type { Intent } from './intents.ts';
import { INTENTS, intentsOf } from './intents.ts';
import { REFERENCE } from './patterns.ts';

/** One thing the customer wants from us: an answer, an action, or a problem gone. */
export interface Ask {
  readonly kind: 'question' | 'request' | 'problem';
  /** The customer's words for it, without introduction and end mark. */
  readonly text: string;
  readonly intent: Intent | null;
  readonly seeks: Seeks;
  /** The sentence it was found in. */
  readonly sentence: number;
  /** What "what does it mean?" is about: the sentence before, when the ask says nothing by itself. */
  readonly about: string | null;
}

const REQUEST =
  /^(?:please|kindly|pls)\b|^(?:can|could|would|will) (?:you|we|i|someone|somebody) (?:please |kindly |just |also |have |get |mind )?(?:send|resend|email|forward|provide|share|prepare|put|give|cancel|refund|replace|arrange|book|schedule|call|ring|fix|check|look|update|change|reset|unlock|get back|set up|make|move|remove|add|stop|extend|have a|get a|getting|sending|putting|have the|talk to|speak to)|\b(?:i|we)(?:'d| would)? (?:now |also |still |really |just |kindly |urgently )?(?:like|want|need|require|demand|expect|request|prefer|rather)\b|^(?:let(?:'s| us)|send|quote|call|cancel|refund|book|schedule|looking for|need|requesting|fix|get|give|arrange|tell|explain)\b|\b(?:i|we)(?:'m| am|'re| are) (?:\w+ )?(?:interested in|looking (?:for|to)|after a|hoping to|in need of)/i;
const BARE_TOPIC = 3;
const TROUBLE: readonly Intent[] = ['outage', 'bug', 'access', 'shipping', 'billing', 'refund', 'complaint'];
const PRACTICAL: readonly Intent[] = ['outage', 'bug', 'access'];
const BARGAINING: readonly Intent[] = ['competitor', 'discount', 'pricing', 'quote'];
const WANTS: readonly Intent[] = ['discount', 'competitor', 'cancellation', 'human'];

const GRATITUDE =
  /\bpass (?:on|along) (?:our|my) (?:thanks|regards|compliments)\b|^(?:please |kindly )?(?:thank|thanks|say thanks)\b|^(?:please |kindly |can you |can anyone )?help(?: me| us)?(?: out| please| asap| urgently| now)*[\s.!?]*$/i;
// Trouble told together with something else is asked about by itself: "it leaks and nobody answers the phone".
const partAbout = (text: string, intent: Intent) =>
  text
    .split(/,? (?:and|but|so|or) (?=(?:i|we|it|the|my|our|nobody|no one|only|your|you)\b)|, (?=(?:i|we|it|the|my|our|nobody|your)\b)/i)
    .find((part) => part.split(' ').length >= 3 && intentsOf(part).includes(intent)) ?? text;

const trimmed = (sentence: string) => withoutLeadIn(sentence).replace(/(?<![\s.!,;?])[\s.!,;?]+$/, '');

function asksIn(sentence: string, at: number): Ask[] {
  if (GRATITUDE.test(sentence)) return [];
  const intents = intentsOf(sentence);
  const text = trimmed(sentence);
  if (isQuestion(sentence))
    return questionsIn(sentence).map((question) => ({
      kind: REQUEST.test(question) && !/^(?:what|how|when|where|who|why|which)\b/i.test(question) ? 'request' : 'question',
      text: question,
      intent: intentsOf(question)[0] ?? (questionsIn(sentence).length === 1 ? (intents[0] ?? null) : null),
      seeks: seeksOf(question),
      sentence: at,
      about: null,
    }));
  const [intent = null] = intents.filter((one) => one !== 'praise');
  const one = (kind: Ask['kind']): Ask[] => [
    { kind, text, intent, seeks: kind === 'problem' && intent === 'bug' ? 'steps' : seeksOf(text), sentence: at, about: null },
  ];

  if (REQUEST.test(text) && !/\b(?:don't|do not|didn't|no longer|never) (?:want|need)\b/i.test(text))
    return intent || /^(?:please|send|call|give|fix|explain|tell)/i.test(text) || /\b(?:looking|interested|hoping|after)\b/i.test(text)
      ? one('request').map((ask) => ({ ...ask, text: intent ? partAbout(ask.text, intent) : ask.text }))
      : [];
  if (intent === null) return [];
  if (TROUBLE.includes(intent) && sentenceScore(sentence) <= -0.15)
    return one('problem').map((ask) => ({ ...ask, text: partAbout(ask.text, intent) }));
  if (WANTS.includes(intent)) return one('problem');
  return text.split(' ').length <= BARE_TOPIC &&
    termsOf(text.replace(REFERENCE, ' ')).length > 0 &&
    !/\b(?:i|we|my|our|is|was|are)\b/i.test(text)
    ? one('request')
    : [];
}

const OPEN_ENDED = /\b(?:workaround|fix|solution|way (?:a)?round|remedy)\b/i;

const SAYS_LITTLE: readonly Intent[] = ['praise', 'complaint', 'feature'];

// "Where is it?" is about whatever the sentences before were about.
function inContext(ask: Ask, sentences: readonly string[]): Ask {
  const isVague = ask.kind === 'question' && (termsOf(ask.text).length === 0 || OPEN_ENDED.test(ask.text));
  const pointsBack = isVague || /\b(?:it|this|that|them|they|one|these|those)\b/i.test(ask.text);
  const before = sentences.slice(Math.max(0, ask.sentence - 2), ask.sentence).reverse();
  const isOpen = ask.intent === null || (isVague && (ask.intent === 'feature' || ask.intent === 'bug'));
  const told = [...before, sentences[ask.sentence] ?? ''].flatMap(intentsOf).find((intent) => !SAYS_LITTLE.includes(intent));
  const intent = pointsBack && isOpen ? (told ?? ask.intent) : ask.intent;
  const about = before.find((sentence) => intent !== null && intentsOf(sentence).includes(intent)) ?? before[0] ?? null;
  return { ...ask, intent, about: isVague ? about : null };
}

const rank = (ask: Ask) => (ask.intent === null ? INTENTS.length : INTENTS.indexOf(ask.intent));

/** Everything the customer asks for, in their order. A problem told in several sentences is one; one that a question already asks about is background. */
export function asksOf(sentences: readonly string[]): Ask[] {
  const found = sentences.flatMap(asksIn).map((ask) => inContext(ask, sentences));
  // "The screen is frozen, what should I do?" is one ask, and the problem says more than the question.
  const isTold = (intent: Intent | null) => found.some((other) => other.kind === 'problem' && other.intent === intent);
  const all = found.filter(({ about, intent }) => about === null || intent === null || !PRACTICAL.includes(intent) || !isTold(intent));
  const open = all.filter(({ kind }) => kind !== 'problem');
  const isAskedAbout = (intent: Intent | null) =>
    open.some(
      (ask) =>
        ask.intent === intent || (ask.intent !== null && intent !== null && BARGAINING.includes(intent) && BARGAINING.includes(ask.intent)),
    );
  const problems = all.filter(({ kind, intent }) => kind === 'problem' && !isAskedAbout(intent));
  const main = [...problems].sort((a, b) => rank(a) - rank(b) || a.sentence - b.sentence);
  const kept = main
    .filter((ask, at) => main.findIndex(({ intent }) => intent === ask.intent) === at)
    .filter(({ intent }, _at, some) => intent !== 'complaint' || (some.length === 1 && open.length === 0));
  const unique = new Map([...open, ...kept].map((ask) => [ask.text.toLowerCase().replace(/\W+/g, ' '), ask]));
  return [...unique.values()].sort((a, b) => a.sentence - b.sentence);
}
