import { calm, plainText } from '#server/language/plain-text.ts';
import { isForAProgram } from '#server/language/program-text.ts';
import { isQuestion, questionsIn, type Seeks, seeksOf, withoutLeadIn } from '#server/language/questions.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { type Mood, moodOf, sentenceScore } from '#server/language/sentiment.ts';
import { termsOf, wordsOf } from '#server/language/words.ts';
import type { ReplyRequest } from '../../port.ts';
import { greetable, isMarked, knownNames, type Mentions, mentionsIn, REFERENCE, signed } from './mentions.ts';

const PATTERNS = {
  outage: [
    /\b(?:lost (?:the )?connection|(?:is|are) (?:your|the|all|our) (?:\w+ ){0,3}down\b|(?:servers?|systems?|service) (?:\w+ )?down)\b/i,
    /\b(?:outage|downtime|(?:system|site|website|server|service|platform|app|everything|network) (?:is|are|seems?|has been|went|was) (?:\w+ )?(?:down|offline|unreachable)|(?:can ?not|can't|unable to|couldn't) (?:reach|load|open) (?:your|the) (?:web)?site|50[0234]\b|nothing (?:is )?(?:load|work)(?:s|ing)|nobody (?:here )?can (?:work|log|access)|is (?:\w+ ){0,3}down\b)/i,
  ],
  access: [
    /\b(?:unlock|reset (?:page|link))\b/i,
    /\b(?:log ?in|log(?:ged|ging)? (?:in|on)|sign(?:ing)? (?:in|on)|password|locked out|account (?:is|was|has been) (?:locked|blocked|suspended)|two-factor code|verification (?:code|email)|(?:can't|cannot|can not) access (?:my|our) account|credentials)\b/i,
  ],
  billing: [
    /\b(?:tak(?:e|en|ing)|took) (?:the )?money|money (?:from|out of) (?:our|my) account|wrong amount|statement|standing order|purchase ledger/i,
    /\b(?:charged|billed|debited|overcharged|invoic(?:e|es|ed|ing)|bill is|my bill|our bill|receipt|payment (?:method|card|failed|terms|options?)|credit card|direct debit|bank transfer|pay (?:by|with|via|monthly|in)|vat (?:number|id)|purchase order)\b/i,
  ],
  refund: [
    /\b(?:refund(?:s|ed|able)?|money back|reimburse\w*|return (?:policy|it|them|this|the|an?|my|our|one|unopened|label|unused)|returns|(?:send|sending|give|take) (?:it|them|this|that|something|these|one) back|exchange (?:it|the|them|this|my|policy)|replacement|replaced?|not what (?:i|we) ordered|wrong (?:colou?r|size|item|product|model|one|machine|part))\b/i,
  ],
  cancellation: [
    /\b(?:out of (?:the|our|my) (?:contract|agreement)|how much notice|after (?:we|i) cancell?ed|stop (?:the|our|my) (?:subscription|plan|service|rental)|give notice)\b/i,
    /\b(?:cancel\w*|terminat\w+|(?:will|do|would) not (?:be )?renew|(?:won't|don't want to) renew|notice period|minimum (?:term|contract)|end (?:the|my|our) (?:contract|subscription|agreement)|close (?:my|our|the) account|unsubscribe|no longer (?:want|need)|(?:if|when) we (?:stop|quit|leave)|(?:moving|move|switching|switch(?:ed)?) to (?:a|another|your) (?:\w+ )?(?:competitor|supplier|provider|vendor))\b|\bswitching to another\b/i,
  ],
  competitor: [
    /\b(?:(?:stack|measure)s? up|(?:offer(?:ed|ing|s)?|quot(?:ed|ing)|sell(?:ing|s)?) (?:us )?(?:\w+ ){0,4}(?:for less|cheaper|lower)|(?:current|existing|old) (?:supplier|vendor|provider)|at the moment we use)\b/i,
    /\b(?:competitors?|compared? (?:to|with|against)|versus|vs\.?|cheaper (?:elsewhere|option|from)|other (?:vendors?|suppliers?|providers?|quotes?|offers?)|another (?:supplier|vendor|provider|quote)|alternatives?|(?:choose|pick) you (?:over|instead)|different from|better than|quoted us|(?:talking|speaking) to [A-Z]\w+ (?:and|too|as well)|came in (?:a bit |much )?(?:lower|cheaper)|salesforce quoted|switching (?:from|to another))/i,
  ],
  discount: [
    /\b(?:(?:take|knock|get|give) (?:\w+ ){0,3}off\b|off the (?:total|price)|best (?:price|you can do)|sharpen|tight budget|budget is)\b/i,
    /\b(?:discounts?|too (?:expensive|pricey|costly|high|dear)|(?:over|above|outside|beyond|more than|exceeds?) (?:our|my|the|what) ?(?:\w+ ){0,3}(?:budget|budgeted|set aside|planned|afford)|more than we (?:budgeted|planned)|can(?:'t|not) afford|better (?:price|rate|deal|offer)|(?:do|any) better on|special offers?|promo(?:tion)?(?:s|al)?(?: codes?)?|wiggle room|negotiab\w+|negotiate|cheaper|lower (?:the )?price|price reduction|volume pricing|bulk (?:price|pricing|rate|order)|way above|match (?:[$€£]|(?:that|their|this|the) (?:price|offer|quote)))\b/i,
  ],
  purchase: [
    /\b(?:go ahead with|place an? (?:new )?order|(?:like|want|ready|need|happy|keen) to (?:order|buy|purchase|sign|proceed|rent|lease|subscribe|upgrade)|re-?order|where do (?:i|we) sign|(?:order|buy|take) (?:another|\d+|two|three|four|five|six|ten)(?: more)?\b)/i,
  ],
  quote: [
    /\b(?:quot(?:e|es|ation|ations) (?!us\b|me\b|was\b)|quot(?:e|ation)[?.!]?$|quotation|proposal|estimate|written offer|offer in writing|tender|rfq|rfp)\b|\bquote\b(?=[?.,!]|$)/i,
  ],
  pricing: [
    /\b(?:(?:would|do|will|should) (?:we|i) (?:be )?pay(?:ing)?|you charge|the damage|(?:is|are) .{3,40} (?:extra|included in the price)|set us back|budget for|run us)\b/i,
    /\b(?:pric(?:e|es|ing|ey|ed)(?! match)|costs?|how much|fees?|rates?|ballpark|what(?:'s| is) the damage|charge (?:for|per)|per (?:seat|user|month|licen[cs]e)|tariffs?|rental|price list)\b/i,
  ],
  scheduling: [
    /\b(?:(?:arrange|schedule|book) (?:an?|the|another|our) (?:\w+ ){0,2}(?:visit|tour|viewing|slot|time)|(?:could|can) we (?:meet|speak|talk)|are you around)\b/i,
    /\b(?:(?:book|schedule|arrange|set up|have|do|hop on|jump on|organi[sz]e|plan|move|reschedule) (?:a|an|the|our|another) (?:\w+ )?(?:call|demo|meeting|chat|visit|appointment|session|walk-?through)|quick (?:chat|call)|are you (?:free|available)|when (?:are|would) you (?:be )?(?:free|available)|suits? you|meet (?:up|on|next)|calendar invite|for a (?:call|meeting|demo|visit))\b/i,
  ],
  shipping: [
    /\b(?:supposed to (?:be here|arrive|come|be delivered)|left the (?:warehouse|depot)|pallet|consignment|(?:still )?in transit|on its way|out for delivery)\b/i,
    /\b(?:ship(?:s|ped|ping|ment)?|deliver(?:y|ies|ed|s|ing)?|parcel|package|courier|dispatch(?:ed)?|tracking|(?<!\b(?:link|e-?mail|mail|code|message|notification|sms|text)s? (?:\w+ ){0,3})arriv(?:e|ed|es|al|ing)(?! at| by email)|(?:never|not|didn't|hasn't|haven't) (?:turned|turn|shown|show) up|turned up|where(?:'s| is| are) (?:(?:my|our|the) )?(?:order|parcel|stuff|delivery|goods)|only (?:\w+ ){1,2}(?:came|arrived|turned up)|(?:is|are|was|were) missing|missing from|(?:status|state) of (?:my |our |the )?(?:order|po)|order status|get (?:\w+ ){0,4}to us|lead time|customs)\b/i,
  ],
  integration: [
    /\b(?:integrat\w+|connect(?:s|or|ors|ion|ed|ing)? (?:it |this |them |our \w+ )?(?:to|with)|connectors?|apis?|webhooks?|zapier|sync(?:s|ed|ing|hroni[sz]e\w*)? (?:\w+ ){0,4}with|work(?:s)? with (?:[A-Z]|our)|compatible with|plug-?ins?|(?:talk|speak|hook up|link) (?:\w+ )?(?:to|into) (?:our|my) )/i,
  ],
  warranty: [
    /\b(?:warrant(?:y|ies)|guarantee[ds]?|(?:is|are|be|it|that|this) (?:\w+ ){0,3}covered|cover(?:ed|age)|service (?:contract|plan|agreement|level|visit)|maintenance|servicing|response times?|sla|call-?out)\b/i,
  ],
  bug: [
    /\b(?:refus(?:es|ed|ing) to|keeps? (?!you|us|me|it|in|the|my|our|your|an?\b)\w+ing|just (?:spins|hangs|sits)|shows? the wrong|instead of (?:this|the|what)|no matter what|(?:water|oil|smoke|steam) (?:is )?(?:\w+ )?(?:under|from|everywhere|all over)|blinking (?:red|light)|red light|hangs|unresponsive|disappear(?:s|ed)|went wrong)\b/i,
    /\b(?:bugs?|crash(?:es|ed|ing)?|errors?(?: code)?|broken|broke|crack(?:ed)?|crushed|dented|smashed|ripped|torn|leak(?:s|ing|ed|y)?|faulty|defect(?:ive)?|fault|froze(?:n)?|freezes?|stuck|blank|glitch\w*|tim(?:es|ed|ing) out|malfunction\w*|(?:has|have)(?: not|n't) (?:worked|started|synced|responded)|(?:does|do|is|did|are|was)(?: not|n't) (?:work|start|turn on|load|open|save|respond|print|heat|cool|sync|show|add up|boot|charg|connect|dispens)\w*|(?:doesnt|dont|isnt|wont|cant) (?:work|start|load|open|save|turn)\w*|won't (?:work|start|turn|load|open|save|connect)|not working|stop(?:s|ped)? (?:work|cool|heat|sync|respond|print|brew)\w*|no longer works|extremely slow|keeps? (?:failing|restarting|freezing|dripping|beeping|asking)|shuts? (?:itself )?(?:off|down)|(?:awful|strange|weird|loud|grinding|funny) (?:noise|sound|smell|taste)|does nothing|damaged|goes blank|keep getting)\b/i,
  ],
  advice: [
    /\b(?:recommend(?:ation)?(?! you)|which (?:one|model|plan|machine|option|version|product)|(?:best|right|suitable|ideal|good) (?:\w+ )?for (?:us|me|our|my|an?|this)|(?:would|will|might) (?:suit|fit) (?:us|me|our)|what (?:do|would) you (?:suggest|advise)|advice)\b/i,
  ],
  onboarding: [
    /\b(?:way to (?:train|set|do|clean|use|add|change|import)|train (?:new|our|my|the|staff)|go about|walk (?:me|us) through|show (?:me|us) how|getting started)\b/i,
    /\b(?:how (?:do|can|should|would|to) (?:i|we|you|one)?\b|how to|set ?up|setting up|install(?:ation|ing|ed)?|get(?:ting)? started|onboard\w*|training|manual|instructions|user guide|guide|tutorial|(?:what are the )?steps to|import (?:our|my)|configur\w+|where (?:can|do) (?:i|we) find)\b/i,
  ],
  availability: [
    /\b(?:in stock|out of stock|back in|sold out|stock|availab(?:le|ility)(?! for a (?:call|meeting|chat|demo))|how soon (?:can|could)|pre-?order)\b/i,
  ],
  human: [
    /\b(?:(?:speak|talk) (?:to|with) (?:a |an |your |the )?(?:\w+ )?(?:manager|supervisor|person|human|someone|somebody|agent|boss)|real person|(?:call|ring|phone) me(?: back)?|call ?back|give me a (?:call|ring))\b/i,
  ],
  complaint: [
    /\b(?:passed (?:between|around|from)|takes? responsibility|treated (?:us|me|like)|way (?:we|i) (?:were|was) treated)\b/i,
    /\b(?:complain(?:t|ts|ing)?|unacceptable|worst|appalling|disgrace\w*|disgust\w*|rude|unprofessional|(?:nobody|no one|no-one|noone) (?:\w+ ){0,4}(?:answer\w*|repl(?:y|ies|ied)|respond\w*|call\w*|rang|rings|help\w*|care[sd]?|bother\w*)|still no (?:answer|reply|response)|no (?:answer|reply|response) (?:from|to)|(?:second|third|fourth|fifth|\d(?:nd|rd|th)) time\b|(?:called|written|emailed|asked|rung|chased) (?:\w+ ){0,2}(?:times|twice)|left (?:it |the \w+ )?outside|let (?:us|me) down|terrible (?:service|support|experience)|awful (?:service|support|experience)|poor service)\b/i,
  ],
  praise: [
    /\b(?:best (?:\w+ ){0,2}(?:team|service|support|company|supplier|purchase)|(?:you are|you're) (?:a|an absolute) (?:star|legend|lifesaver|hero)|(?:was|were|is|are) (?:so |very |really )?(?:brilliant|wonderful|fantastic|amazing|excellent))\b/i,
    /\b(?:(?:great|fantastic|excellent|amazing|brilliant|wonderful|superb|outstanding|awesome|terrific|top|good|lovely) (?:\w+ ){0,1}(?:job|work|service|support|help|team|product|experience|machine|tool|stuff|people)|love[sd]? (?:the|your|it|this|our|how)|well done|(?:very|really|so|extremely|super) (?:happy|pleased|impressed|helpful|grateful|satisfied)|recommend you|thank you so much|thanks so much|thank(?:s)? (?:you )?enough|above and beyond|like a charm|not bad at all|is a hit|pass on (?:our|my) thanks|(?:thank you|thanks) for (?:the|your) (?:\w+ ){0,2}(?:help|support|patience|work)|kudos|big thanks|many thanks to)\b/i,
  ],
  feature: [
    /^(?:can|could|does|will|do) (?:the|it|this|your|these|they) |^(?:is it|would it be|is there|are there) |\b(?:can|could) (?:it|they|this|the \w+) (?:also )?be \w+|\bway to \w+/i,
    /\b(?:features?|(?:does|do|will|would|can|could) (?:it|this|the \w+|they|you|your \w+|two people|\w+ module|the \w+ \w+|the \w+ \w+ \w+) (?:\w+ )?(?:have|support|do|make|let|allow|handle|offer|include|get|come|edit|run|export|provide|fit|store|filter)|is (?:it|there) (?:possible|a way|an? (?:option|mode))|is there any way|(?:it |you |they )supports?|capacity|dimensions?|specs?|specifications?|how (?:big|large|heavy|loud|tall|wide|many (?:cups|litres|liters|people|users))|option to|(?:can|could) (?:we|i|two people|users|people|everyone) (?:\w+ )?(?:edit|export|import|share|customi[sz]e|filter|print|track)|comes? off|dark mode)\b/i,
  ],
} as const satisfies Record<string, readonly RegExp[]>;

/** What a customer may want, the more telling first: a sentence about a broken delivery is about the outage before it is about a feature. */
export type Intent = keyof typeof PATTERNS;

const isIntent = (name: string): name is Intent => name in PATTERNS;

/** Every intent, in order of precedence. */
const INTENTS: readonly Intent[] = Object.keys(PATTERNS).filter(isIntent);

/** What is about somebody's own order or account: general rules help, but only our records can answer. */
export const PERSONAL: readonly Intent[] = ['shipping', 'refund', 'billing', 'cancellation'];

// A general intent steps back when a more telling one explains the same words.
const YIELDS_TO: Partial<Record<Intent, readonly Intent[]>> = {
  feature: [
    'integration',
    'availability',
    'shipping',
    'pricing',
    'discount',
    'scheduling',
    'onboarding',
    'warranty',
    'bug',
    'refund',
    'quote',
    'access',
    'billing',
    'cancellation',
  ],
  pricing: ['discount', 'quote', 'competitor'],
  onboarding: ['access', 'cancellation', 'integration', 'bug', 'scheduling'],
  availability: ['scheduling'],
  praise: ['complaint'],
  quote: ['competitor'],
  human: ['complaint', 'scheduling'],
};

/** What one sentence is about, in order of precedence; empty when it fits nothing we know. */
export function intentsOf(sentence: string): readonly Intent[] {
  const found = INTENTS.filter((intent) => PATTERNS[intent].some((pattern) => pattern.test(sentence)));
  return found.filter((intent) => !YIELDS_TO[intent]?.some((stronger) => found.includes(stronger)));
}

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

/** A language the engine recognises but does not answer in; `courtesy` is one safe line of thanks in it, where we are sure of one. */
interface ForeignLanguage {
  readonly name: string;
  readonly courtesy: string | null;
}

const ENGLISH = new Set(
  `the and is are was you your my our we have has had not this that with for from what when where how can could would please it of to in be do does will but they there i
  hi hello thanks thank order price need want still been been on at me us any get about just or if`.split(/\s+/),
);

const LATIN_SCRIPT: readonly (ForeignLanguage & { readonly words: ReadonlySet<string> })[] = (
  [
    [
      'German',
      'Vielen Dank für Ihre Nachricht.',
      'der das und ist nicht ich wir sie mit für auf ein eine einen mein meine unser haben habe bitte wann wie danke guten auch noch wurde sehr kein keine ihre von zu hallo kostet',
    ],
    [
      'French',
      'Merci pour votre message.',
      "le les et est je nous vous avec pour une mon ma mes notre votre bonjour merci quand où combien dans pas avons cette suis plus sur commande s'il plaît c'est j'ai n'est du",
    ],
    [
      'Spanish',
      'Gracias por su mensaje.',
      'el los las es y yo que con para una mi nuestro hola gracias cuándo cuando dónde cuánto cuesta por pedido está tengo favor quiero del se su sin muy pero necesito necesitamos',
    ],
    [
      'Italian',
      'Grazie per il Suo messaggio.',
      'il gli è e che con per una mio nostro ciao grazie quando dove quanto costa ordine non sono abbiamo vorrei della questo buongiorno ho il del',
    ],
    [
      'Portuguese',
      'Obrigado pela sua mensagem.',
      'os é e eu que com para uma meu nosso olá obrigado obrigada quando onde quanto custa pedido não está tenho por favor gostaria você do da',
    ],
    [
      'Dutch',
      'Hartelijk dank voor uw bericht.',
      'het een en ik wij we met voor op mijn onze niet zijn hebben bedankt wanneer hoe waar hoeveel kost bestelling graag wij ook nog van hallo kunt',
    ],
    ['Polish', null, 'jest nie się i w na z do dla moje nasze dziękuję proszę kiedy gdzie ile zamówienie mam czy dzień dobry'],
    ['Swedish', null, 'och är inte jag vi med för på min vår tack när var hur mycket kostar beställning har ett det hej'],
  ] as const
).map(([name, courtesy, words]) => ({ name, courtesy, words: new Set(words.split(' ')) }));

const OTHER_SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'Japanese'],
  [/\p{Script=Han}/gu, 'Chinese'],
  [/\p{Script=Hangul}/gu, 'Korean'],
  [/\p{Script=Cyrillic}/gu, 'a language in Cyrillic script'],
  [/\p{Script=Arabic}/gu, 'a language in Arabic script'],
  [/\p{Script=Hebrew}/gu, 'Hebrew'],
  [/\p{Script=Greek}/gu, 'Greek'],
  [/\p{Script=Devanagari}/gu, 'a language in Devanagari script'],
  [/\p{Script=Thai}/gu, 'Thai'],
];

const SAMPLE = 4_000;

/** The language of a message that is clearly not English; null for English, for a mixture that is mostly English and for anything too short to tell. */
export function foreignLanguage(text: string): ForeignLanguage | null {
  const sample = text.slice(0, SAMPLE);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const script = OTHER_SCRIPTS.find(([pattern], at) => (sample.match(pattern)?.length ?? 0) > letters * (at === 0 ? 0.15 : 0.4));
  if (script) return { name: script[1], courtesy: null };

  const words = wordsOf(sample);
  const known = (set: ReadonlySet<string>) => words.filter((word) => set.has(word)).length;
  const english = known(ENGLISH);
  const [best] = LATIN_SCRIPT.map((language) => ({ language, hits: known(language.words) })).sort((a, b) => b.hits - a.hits);
  const clear =
    best !== undefined && best.hits > english * 1.5 && (best.hits >= 2 || words.length <= 3) && best.hits >= words.length * 0.15;
  return clear ? { name: best.language.name, courtesy: best.language.courtesy } : null;
}

/** The sentences meant for a person. An instruction spread over two lines is still one. */
export function forAPerson(sentences: readonly string[]): string[] {
  const isPartOfOne = (at: number) => {
    const [before, here, after] = [sentences[at - 1], sentences[at] ?? '', sentences[at + 1]];
    if (isForAProgram(here)) return true;
    const joins = (first: string, second: string) => !isForAProgram(first) && !isForAProgram(second) && isForAProgram(`${first} ${second}`);
    return (after !== undefined && joins(here, after)) || (before !== undefined && joins(before, here));
  };
  return sentences.filter((_sentence, at) => !isPartOfOne(at));
}

/** A customer's message, understood. */
export interface Reading {
  /** The plain text, signature included; without what was addressed to a program. */
  readonly text: string;
  readonly sentences: readonly string[];
  readonly asks: readonly Ask[];
  readonly intents: readonly Intent[];
  readonly mentions: Mentions;
  readonly mood: Mood;
  /** How to address whoever wrote; null when nobody knows. */
  readonly addressee: string | null;
  /** The customer's greeting in our mouth: "Good morning". */
  readonly greeting: string;
  readonly foreign: ForeignLanguage | null;
  /** Some of the text tried to command a program; it was left out of the reading. */
  readonly hasInstructions: boolean;
}

const GREETING = /^(?:good (?:morning|afternoon|evening)|hello|dear)\b/i;
// Without the flag for case: only a name written large belongs to the greeting.
const HELLO = '(?:[Hh]i|HI|[Hh]ello|HELLO|[Hh]ey|[Dd]ear|DEAR|[Gg]ood (?:morning|afternoon|evening|day))';
const WHOM = "(?: (?:there|all|team|everyone|sir|madam|guys|or)\\b|,? (?:[Ss]ir|[Mm]adam|[Tt]eam)\\b| [A-Z][\\w.'-]+)";
const GREETING_ONLY = new RegExp(`^${HELLO}${WHOM}{0,4}[\\s,.!:-]*$`);
const GREETING_START = new RegExp(`^${HELLO}\\b${WHOM}{0,3}\\s*(?:[,!.:–-]+\\s*|\\n+|(?=[a-z]|I\\b|We\\b|My\\b|Our\\b))`);

const greetingFor = (text: string) => {
  const found = GREETING.exec(text)?.[0].toLowerCase() ?? 'hi';
  return found.charAt(0).toUpperCase() + found.slice(1);
};

const withoutGreeting = (text: string) => {
  const rest = text.replace(GREETING_START, '').trim();
  return rest === '' ? text : rest;
};

// Chat spelling, so that it reads like any other question.
const spelledOut = (text: string) =>
  text
    .replace(/\bu\b(?!\.)/g, 'you')
    .replace(/\bur\b/g, 'your')
    .replace(/\b(?:pls|plz)\b/gi, 'please');

// In capitals or in haste nobody writes a name as it is written; the training data knows how.
const withNames = (text: string, known: readonly string[]) =>
  known.reduce((so, name) => so.replace(new RegExp(`(?<![\\w-])${name.replace(/[^\w\s-]/g, '.')}(?![\\w-])`, 'gi'), name), text);

// "Too expensive" opens a negotiation; it is no bad mood.
const isBargaining = (sentence: string) => {
  const intents = intentsOf(sentence);
  return intents.some((intent) => intent === 'discount' || intent === 'competitor') && !intents.includes('complaint');
};

/** Reads a message once; everything the reply and its key points say comes from here. */
export function readMessage({ message, customer, lead, knowledge, agent }: ReplyRequest): Reading {
  const text = plainText(message);
  const { body, signer } = signed(text);
  const known = knownNames(knowledge);
  const marked = known.filter((name) => isMarked(name));
  const everything = sentencesOf(withoutGreeting(calm(body))).map((sentence) => withNames(spelledOut(calm(sentence)), marked));
  const shouted = sentencesOf(body);
  const personal = forAPerson(everything);
  const sentences = personal.filter((sentence) => !GREETING_ONLY.test(sentence));
  const hasInstructions = personal.length < everything.length;
  const own = [customer?.name, customer?.company, lead?.name, lead?.company, signer, agent.name, agent.company].flatMap((name) =>
    name ? [name.toLowerCase()] : [],
  );
  const mentions = mentionsIn(sentences.join('\n'), known);
  const isOwn = (name: string) => own.some((one) => one === name.toLowerCase() || one.split(' ').includes(name.toLowerCase()));
  const person = customer ?? lead;
  return {
    text: hasInstructions ? sentences.join(' ') : text,
    sentences,
    asks: asksOf(sentences),
    intents: [...new Set(sentences.flatMap(intentsOf))],
    mentions: { ...mentions, names: mentions.names.filter((name) => !isOwn(name)) },
    mood: moodOf(forAPerson(shouted).filter((sentence) => !isBargaining(sentence))),
    addressee: greetable(signer, null) ?? greetable(person?.name ?? null, person?.company ?? null),
    greeting: greetingFor(text),
    foreign: foreignLanguage(body),
    hasInstructions,
  };
}
