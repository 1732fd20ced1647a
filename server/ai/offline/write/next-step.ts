import type { ResponseType } from '#contract/call.ts';
import type { Intent } from '#server/language/classifiers/labels.ts';
import { intentsOf } from '#server/language/intents.ts';
import { isQuestion } from '#server/language/questions.ts';
import { sentenceScore } from '#server/language/sentiment.ts';
import { type Mentions, withoutPreposition } from '../read/mentions.ts';
import type { Ask, Reading } from '../read/message.ts';
import { asClause, extractRequest, isDecent, quotable, topicOf } from './wording.ts';

/** What the closing step may look at. */
export interface Situation {
  readonly reading: Reading;
  /** What the message is mainly about. */
  readonly intent: Intent | null;
  /** Everything was answered; nothing is left in brackets. */
  readonly complete: boolean;
  /** A procedure was given. */
  readonly hasSteps: boolean;
  readonly stage: string | null;
  readonly company: string | null;
}

const HAS_FACT = /\d|\b(?:two|three|four|five|six|ten|twice|monday|tuesday|wednesday|thursday|friday|yesterday|today|week|month)\b/i;
const MOOD_ONLY =
  /^(?:i|we)(?:'m| am|'re| are) (?:\w+ ){0,3}(?:angry|furious|disappointed|unhappy|upset|frustrated|annoyed|fed up|disgusted|not happy|appalled)\b|^(?:this|that|it)(?:'s| is| was) (?:\w+ ){0,3}(?:unacceptable|ridiculous|terrible|awful|annoying|frustrating|disappointing|a joke|a disgrace|outrageous|disgusting|pathetic)\b/i;
const SELF_INTRODUCTION =
  /^(?:[Mm]y name is|[Tt]his is [A-Z]|I am [A-Z][a-z]+ from|I'm [A-Z][a-z]+ from|[Ii] hope|[Hh]ope you|I am writing|I'm writing|[Ii] have (?:a|some|two|a few) questions?|[Jj]ust a quick|[Mm]y (?:phone|e-?mail|number|address) )/;

const ASKS_INSIDE =
  /[:?]|\b(?:can|could|do|does|is|are|will|would|how|what|when|where|whether) (?:i|we|you|it|they|the|there|my|our|your)\b/i;

const WORTH_SAYING = 0.6;

interface Told {
  readonly sentence: string;
  readonly clause: string;
  readonly weight: number;
}

// What is worth saying back: facts first, then bad news; never a mere outburst, never the questions themselves.
function toldIn({ sentences, asks, mentions }: Reading): Told[] {
  const wishes = new Set(asks.filter(({ kind }) => kind === 'request').map(({ sentence }) => sentence));
  return sentences
    .slice(0, 60)
    .map((sentence, at): Told | null => {
      const [background = ''] = isQuestion(sentence)
        ? (/^(.{15,}?)(?:, |; | - | – )(?=(?:and |so |but )?(?:how|what|when|where|do|does|can|could|is|are|will)\b)/i
            .exec(sentence)
            ?.slice(1) ?? [])
        : [sentence];
      if (
        wishes.has(at) ||
        background === '' ||
        MOOD_ONLY.test(background) ||
        SELF_INTRODUCTION.test(background) ||
        (isQuestion(sentence) && (isQuestion(background) || ASKS_INSIDE.test(background)))
      )
        return null;
      const clause = asClause(background, mentions.names);
      const trouble = Math.max(0, -sentenceScore(background));
      const weight =
        (HAS_FACT.test(background) ? 2 : 0) +
        (mentions.names.some((name) => background.includes(name)) ? 1 : 0) +
        trouble * 2 +
        (intentsOf(background).length > 0 ? 1 : 0);
      return clause === null ? null : { sentence, clause, weight };
    })
    .filter((told) => told !== null);
}

/** The statements most worth repeating, in the customer's order. */
function statementsOf(reading: Reading, most: number): string[] {
  const told = toldIn(reading);
  const best = [...told]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, most)
    .filter(({ weight }) => weight >= WORTH_SAYING || told.length === 1 || reading.asks.length === 0);
  return told.filter((one) => best.includes(one)).map(({ clause }) => clause);
}

const URGENT = 'I am treating this as urgent.';

function sorryFor({ mentions, sentences, asks, mood }: Reading, statement: string | undefined): string {
  const very = mood === 'angry' ? 'very ' : '';
  if (statement) return `I am ${very}sorry that ${statement}.`;
  const about = mentions.references[0] ?? mentions.names[0];
  if (about) return `I am ${very}sorry about the trouble with ${about}.`;
  const [ask] = asks;
  const polite = mood === 'frustrated' && ask ? subject(ask) : null;
  if (polite) return `${polite} I am sorry for the trouble.`;
  const quoted = sentences
    .map((sentence) => quotable(sentence, 110))
    .find((sentence) => isDecent(sentence) && sentence.split(' ').length >= 3);
  return quoted
    ? `I am ${very}sorry. You wrote "${quoted.replace(/[.!?]+$/, '')}", and I take that seriously.`
    : `I am ${very}sorry that we have let you down.`;
}

function apology(reading: Reading, [first, second]: readonly string[]): string {
  const more = second ? ` I have also noted that ${second}.` : '';
  const urgent = reading.mood === 'angry' ? ` You are right to expect better from us, and ${URGENT}` : '';
  return `${sorryFor(reading, first)}${more}${urgent}`;
}

function subject({ kind, text }: Ask): string | null {
  if (kind !== 'question') return null;
  const { phrase, form } = topicOf(text);
  if (form === 'quote') return `Thank you for your question ${phrase.replace(/"$/, '?"')}.`;
  return `Thank you for asking ${form === 'thing' ? 'about ' : ''}${phrase}.`;
}

/** The first paragraph: an apology as strong as the mood, or thanks, always with what this customer told us. */
export function openingFor(reading: Reading, type: ResponseType): string {
  const statements = statementsOf(reading, 2);
  if (reading.mood === 'angry' || (reading.mood === 'frustrated' && !isObjection(reading))) return apology(reading, statements);
  const [only] = reading.asks.length === 1 ? reading.asks : [];
  const isBare = only?.kind === 'request' && only.text.split(' ').length <= 3 && reading.sentences.length === 1;
  const thanks = isBare
    ? `Thank you for your message ("${quotable(only.text)}").`
    : ((only && subject(only)) ?? 'Thank you for getting in touch.');
  const wish = only?.kind === 'request' && !isBare ? extractRequest(only.text) : null;
  const wanted = wish ? ` You would like ${wish}.` : '';
  const [first, second] = statements;
  if (!first) return `${thanks}${wanted}${reading.mood === 'pleased' && !thanks.includes('asking') ? ' It is good to hear from you.' : ''}`;
  const both = second ? `${first}, and that ${second}` : first;
  if (isObjection(reading)) return `Thank you for being open with me. I understand that ${both}.${wanted}`;
  const isGood =
    reading.mood === 'pleased' && reading.sentences.some((sentence) => !isQuestion(sentence) && sentenceScore(sentence) >= 0.3);
  const told = isGood && statements.length === 1 ? 'I am glad to read' : type === 'sales' ? 'It helps to know' : 'I have noted';
  return `${thanks} ${told} that ${both}.${wanted}`;
}

// "It is more than we budgeted for" is the start of a negotiation, not something to apologise for.
const isObjection = ({ intents, sentences }: Reading) =>
  sentences.some(
    (sentence) => !isQuestion(sentence) && intentsOf(sentence).some((intent) => intent === 'discount' || intent === 'competitor'),
  ) && !intents.some((intent) => intent === 'complaint' || intent === 'bug' || intent === 'outage');

const THANKS = /^\W*(?:(?:ok|okay|great|perfect|brilliant|super|cool)\W+)?(?:many |much )?(?:thank(?:s| you)|thx|cheers|ta)\b/i;
const AGREEMENT =
  /^\W*(?:ok|okay|k|yes|yep|yeah|sure|fine|agreed|deal|perfect|great|sounds good|works for (?:me|us)|go ahead|please proceed|confirmed|will do|good|cool|noted)\b/i;
const REFUSAL = /^\W*(?:no|nope|not interested|no thanks|no thank you|stop|never mind)\b/i;
const GREETING = /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|howdy)\b[\s\w,.!]{0,25}$/i;

const OFFER: Readonly<Record<ResponseType, string>> = {
  sales:
    'Is there something you would like to know about our products, prices or delivery? Tell me in a sentence or two, and I will come back with specifics.',
  support:
    'If something is not working or you need help, tell me what you were doing, what happened and which product it concerns, and I will take it from there.',
};
const AFTER_PRAISE: Readonly<Record<ResponseType, string>> = {
  sales: 'If you are planning anything next, or know somebody we could help as well, reply here and I will take care of it.',
  support: 'If anything comes up again, reply here and you will reach us directly.',
};
const AFTER_NEWS: Readonly<Record<ResponseType, string>> = {
  sales: 'Is there anything you would like me to prepare for you from here, such as a quote or a short call?',
  support: 'Is there anything you would like us to do about it? If so, tell me what and by when.',
};

const short = (text: string) => quotable(text, 60);

function warm(reading: Reading, type: ResponseType): string[] {
  const [statement] = statementsOf(reading, 1);
  const words = reading.sentences.map((sentence) => quotable(sentence, 100)).find((sentence) => sentence.split(' ').length >= 2);
  const glad = statement
    ? `Thank you for telling us. It is great to read that ${statement}.`
    : words
      ? `Thank you! "${words.replace(/[.!]+$/, '')}" is lovely to read, and I will pass it on to the team.`
      : `Thank you for the ${short(reading.text)}, that is good to see.`;
  return [glad, AFTER_PRAISE[type]];
}

function cold(reading: Reading): string[] {
  const [statement] = statementsOf(reading, 1);
  const words = short(reading.text);
  const sorry = statement
    ? `I am sorry that ${statement}.`
    : isDecent(reading.text)
      ? `I am sorry to read "${words}".`
      : 'I am sorry that we have let you down.';
  return [
    `${sorry} I would like to understand what happened and put it right.`,
    'Please tell me what it concerns (an order or invoice number helps) and what would put it right for you. My next update to you: [say by when].',
  ];
}

/** The answer to a message in which nothing is asked: thanks, agreement, news, a bare greeting, an emoji, or something nobody can make sense of. */
export function followUp(reading: Reading, type: ResponseType): string[] {
  const { text, mood, sentences, hasInstructions } = reading;
  if (hasInstructions && sentences.length === 0)
    return ['Thank you for getting in touch. I could not find a question for us in your message.', OFFER[type]];
  if (mood === 'angry' || mood === 'frustrated') return cold(reading);
  if (GREETING.test(text)) return ['Thank you for getting in touch. How can I help you?', OFFER[type]];
  const words = text.split(/\s+/).length;
  if (THANKS.test(text) && words <= 6)
    return [`You are welcome! Thank you for your "${short(text).replace(/[.!]+$/, '')}".`, AFTER_PRAISE[type]];
  if (REFUSAL.test(text) && words <= 8)
    return [
      `Thank you for letting me know ("${short(text)}"). I will leave it there unless I hear from you.`,
      'If that changes, reply here at any time.',
    ];
  if (AGREEMENT.test(text) && words <= 6)
    return [
      `Thank you for your "${short(text).replace(/[.!]+$/, '')}".`,
      `Just so that we mean the same thing, this is how I understand it: [say what was agreed and what happens next].`,
    ];
  if (mood === 'pleased') return warm(reading, type);
  const statements = statementsOf(reading, 2);
  if (statements.length > 0) return [`Thank you for letting me know that ${statements.join(', and that ')}.`, AFTER_NEWS[type]];
  const readable = /[\p{L}\p{N}]/u.test(text);
  if (words >= 5 && isDecent(text))
    return [`Thank you for your message. I have noted: "${quotable(sentences[0] ?? text, 140).replace(/[.]+$/, '')}".`, AFTER_NEWS[type]];
  return [
    readable
      ? `Thank you for your message. I want to be sure that I understand "${short(text)}" correctly.`
      : `I received "${short(text)}" from you, and I want to be sure that I understand what you need.`,
    OFFER[type],
  ];
}

const joined = (parts: readonly string[]) => (parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`);

function offerQuote({ reading, company }: Situation): string {
  const { quantities, dates } = reading.mentions;
  const missing = [
    ...(quantities.length === 0 ? ['how many you need'] : []),
    ...(dates.length === 0 ? ['when you would like to start'] : []),
  ];
  const whose = company ? ` for ${company}` : '';
  const forHowMany = quantities[0] ? ` for ${quantities[0]}` : '';
  if (missing.length > 0) return `Next step: tell me ${joined(missing)}, and I will put a written quote together${forHowMany || whose}.`;
  return `Next step: shall I put this into a written quote${forHowMany}, with ${withoutPreposition(dates[0] ?? '')} in mind?`;
}

const SHOW = 'Next step: I would be glad to show you this on a short call. Would [suggest two times] suit you?';

const SALES: Partial<Record<Intent, (situation: Situation) => string>> = {
  pricing: offerQuote,
  quote: ({ reading }) =>
    reading.mentions.quantities.length === 0
      ? 'Next step: please tell me how many you need and where they should go, so that the quote is exact.'
      : 'Next step: once you have looked at the quote, tell me whether anything should change, and I will adjust it.',
  purchase: () =>
    'Next step: please reply with the delivery and billing address and the name of whoever signs, and I will prepare the rest.',
  advice: ({ reading }) =>
    reading.mentions.quantities.length === 0
      ? 'Next step: tell me how many people will use it and what matters most to you, and I will narrow it down.'
      : 'Next step: tell me what matters most to you (price, space, running cost), and I will narrow it down.',
  discount: ({ reading }) =>
    reading.mentions.amounts.length === 0
      ? 'Next step: if you tell me the budget you have in mind, I can work out which option comes closest to it.'
      : `Next step: tell me which parts of the offer matter most to you, and I will see which option comes closest to ${reading.mentions.amounts[0]}.`,
  competitor: ({ reading }) =>
    `Next step: if you send me what ${reading.mentions.names[0] ?? 'the other offer'} includes, I will put both side by side, like for like.`,
  availability: () =>
    'Next step: if the timing works for you, reply with the number and the delivery address, and I will prepare the order.',
  feature: () => SHOW,
  integration: () => SHOW,
  warranty: () => 'Next step: tell me which equipment it concerns, and I will send you the terms in writing.',
  scheduling: () => 'To make good use of the time, tell me who will join and what you would like to see first.',
  cancellation: () =>
    'Before anything ends: if one thing in particular led to this, tell me what it is. I would like the chance to look into it.',
  shipping: ({ reading }) =>
    reading.mentions.references.length > 0
      ? 'I will keep an eye on this until it is settled; reply here at any time.'
      : 'Next step: reply with the delivery address and the date you need it, and I will work out the delivery for you.',
  onboarding: () => 'Next step: if it helps, we can go through it together on a short call. Would [suggest two times] suit you?',
  refund: () => 'Please reply here if anything about this is unclear; I will see it through with you.',
  billing: () => 'Please reply here if a figure still looks wrong to you, and we will go through it line by line.',
};

const BY_STAGE: Readonly<Record<string, string>> = {
  needs_quote: 'Next step: I can put all of this into a written quote. Shall I go ahead?',
  quoted: 'Next step: if anything in our quote should change because of this, tell me, and I will adjust it.',
  needs_follow_up: 'Next step: shall we settle the open points on a short call? Would [suggest two times] suit you?',
  waiting: 'Next step: tell me what you still need from us to decide, and I will get it to you.',
  won: 'If there is more we can do for you, reply here and I will take care of it.',
};

/** The concrete step a salesperson proposes. */
export function salesStep(situation: Situation): string {
  const { intent, stage } = situation;
  const step = intent ? SALES[intent] : undefined;
  return (
    step?.(situation) ??
    (stage ? BY_STAGE[stage] : undefined) ??
    'Next step: shall we talk it through on a short call? Would [suggest two times] suit you?'
  );
}

type Need = readonly [need: string, isKnown: (mentions: Mentions) => boolean];
const never = () => false;
const hasReference = ({ references }: Mentions) => references.length > 0;
const hasTime = ({ dates, durations }: Mentions) => dates.length + durations.length > 0;

// biome-ignore format: a table
const NEEDS: Partial<Record<Intent, readonly Need[]>> = {
  outage: [['which users or sites are affected', never], ['since when it happens', hasTime], ['the exact message you see, or a screenshot', ({ errorCodes }) => errorCodes.length > 0]],
  bug: [['a photo or screenshot of what you see', never], ['the model or version, and the serial number if there is one', ({ names }) => names.length > 0], ['since when it happens, and what changed just before', hasTime]],
  access: [['the e-mail address you sign in with', ({ emails }) => emails.length > 0], ['the exact message you see', ({ errorCodes }) => errorCodes.length > 0]],
  shipping: [['your order number', hasReference], ['the delivery address on the order', hasReference]],
  refund: [['your order number', hasReference], ['a photo, if something is damaged or wrong', ({ amounts }) => amounts.length > 0]],
  billing: [['the invoice number', hasReference], ['the amount you expected', ({ amounts }) => amounts.length > 0]],
  cancellation: [['the name or number of the contract or account', hasReference], ['the date it should end', ({ dates }) => dates.length > 0]],
  warranty: [['the serial number', never], ['the date of purchase', ({ dates }) => dates.length > 0]],
  human: [['the number to reach you on', ({ phones }) => phones.length > 0], ['a good time to call', ({ dates }) => dates.length > 0]],
  complaint: [['what would put this right for you', never]],
};

const AFTER_STEPS =
  'If anything does not work as described, reply with the point where it stops and what you see, and I will take it from there.';

/** The information support still needs, without what the customer has already told us, and what happens after it. */
export function supportStep({ reading, intent, complete, hasSteps }: Situation): string {
  const needs = (intent ? (NEEDS[intent] ?? []) : []).filter(([, isKnown]) => !isKnown(reading.mentions)).map(([need]) => need);
  const isTrouble = reading.mood === 'angry' || reading.mood === 'frustrated' || intent === 'bug' || intent === 'outage';
  const update = isTrouble ? ' My next update to you: [say by when].' : '';
  if (complete && !isTrouble)
    return hasSteps ? AFTER_STEPS : 'If you need anything more on this, reply here and I will take it from there.';
  if (needs.length === 0)
    return isTrouble
      ? `You have given me what I need to start.${update}`
      : 'If anything is still open, reply here and I will take it from there.';
  const purpose = complete ? 'If that does not solve it, please send me' : 'To move this forward, please send me';
  const [only = ''] = needs;
  return needs.length === 1
    ? `${purpose} ${only}.${update}`
    : `${purpose}:\n${needs.map((need) => `- ${need}`).join('\n')}${update === '' ? '' : `\n${update.trim()}`}`;
}
