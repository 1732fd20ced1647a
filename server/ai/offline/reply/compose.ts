import type { ResponseType } from '#contract/call.ts';
import type { Intent } from '#server/language/classifiers/labels.ts';
import { isMarked, withoutPreposition } from '#server/language/mentions.ts';
import { capitalised, clip } from '#server/language/plain-text.ts';
import { termsOf } from '#server/language/words.ts';
import type { ReplyRequest, ReplySource } from '../../port.ts';
import { type PassageUse, rangesOf, sourcesOfUses } from '../../reply-sources.ts';
import { type Ask, PERSONAL, type Reading } from '../read/message.ts';
import { isDecent, quotable, requestOf, topicOf } from '../write/wording.ts';
import { ANSWERED_FROM, type Answer } from './find-answer.ts';
import type { OwnSentence } from './own-records.ts';

/** Asks that one mail answers; more are named, so that nobody forgets them. */
const MOST_ASKS = 6;
/** What the person who sends the reply fills in. */
const BY_WHEN = '[by when]';

const isAnswered = ({ item, own }: Answer) => item !== null || own !== null;

const salutation = ({ greeting, addressee }: Pick<Reading, 'greeting' | 'addressee'>) =>
  addressee ? `${greeting} ${addressee},` : `${greeting === 'Dear' ? 'Hello' : greeting},`;

const signature = ({ agent }: ReplyRequest, closing = 'Best regards') =>
  [`${closing},`, agent.name.trim(), agent.company.trim()].filter(Boolean).join('\n');

const listed = (parts: readonly string[]) => (parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`);

const TROUBLE: readonly Intent[] = ['bug', 'outage', 'access'];
/** Trouble where the mood says so as well; alone these are plain questions. */
const LATE_OR_WRONG: readonly Intent[] = ['shipping', 'billing', 'refund'];

const MISFORTUNE =
  /\b(?:(?:i am|i'm|we are|is|was|fell|got|been) (?:very |really |so )?(?:ill|sick|unwell)|a (?:fever|temperature)|surgery|operated on|operation|hospital\w*|accident|injur\w+|passed away|died|death|funeral|bereave\w*|stolen|burgl\w+|collection agency|(?:broke|broken|sprained) (?:my|her|his|our) |miscarriage|divorce)\b/i;

/** One sentence at most, and only what is certain: an apology for trouble, thanks for praise, nothing for a plain question. */
function acknowledgement({ mood, intents, asks, text }: Reading, type: ResponseType): string[] {
  const hasTrouble = asks.some(({ kind, intent }) => kind === 'problem' && intent !== null && TROUBLE.includes(intent));
  if (mood === 'angry') return ['I am very sorry about this, and I understand that you are upset.'];
  // Somebody who only asks has told of no trouble, however gloomy the words.
  const tellsOfTrouble =
    asks.some(({ kind }) => kind === 'problem') || intents.some((intent) => TROUBLE.includes(intent) || LATE_OR_WRONG.includes(intent));
  if ((intents.includes('complaint') && mood !== 'neutral') || (mood === 'frustrated' && tellsOfTrouble))
    return ['I am sorry for the trouble.'];
  if (hasTrouble && type === 'support') return ['Thank you for reporting this.'];
  if (mood === 'pleased' && intents.includes('praise')) return ['Thank you for the kind words.'];
  if (MISFORTUNE.test(text)) return ['I am sorry to hear that.'];
  return [];
}

/** A paragraph, and what of it was taken from which passages. */
interface Paragraph {
  readonly text: string;
  readonly uses: readonly PassageUse[];
}

const plain = (text: string): Paragraph => ({ text, uses: [] });

function conflictParagraph({ item, sentences, passages }: Answer, conflict: NonNullable<Answer['conflict']>): Paragraph {
  // Two items say different things: a person decides, and the customer is told neither.
  const quotes = [sentences.join(' '), conflict.passage.text].map((text) => quotable(text, 200));
  const text = `[check which is right: "${quotes[0]}" or "${quotes[1]}"]`;
  const [first, second] = rangesOf(text, quotes);
  return {
    text,
    uses: [
      ...(item ? [{ item, passages, ranges: first ? [first] : [] }] : []),
      { item: conflict.item, passages: [conflict.passage], ranges: second ? [second] : [] },
    ],
  };
}

/** What the CRM says, with the sentences of the facts that say so. */
function ownParagraph(sentences: readonly OwnSentence[]): Paragraph {
  const text = sentences.map((sentence) => sentence.text).join(' ');
  const ranges = rangesOf(
    text,
    sentences.map((sentence) => sentence.text),
  );
  const uses = sentences.flatMap(({ restsOn }, at) =>
    restsOn.map(({ fact, topic }) => ({
      item: fact,
      passages: [{ position: Object.keys(fact.says).indexOf(topic), original: fact.says[topic] ?? '' }],
      ranges: ranges.slice(at, at + 1),
    })),
  );
  return { text, uses };
}

/** Both in one paragraph. */
function joined(first: Paragraph, second: Paragraph): Paragraph {
  if (first.text === '' || second.text === '') return first.text === '' ? second : first;
  const offset = first.text.length + 1;
  const moved = second.uses.map((use) => ({
    ...use,
    ranges: use.ranges.map(({ start, end }) => ({ start: start + offset, end: end + offset })),
  }));
  return { text: `${first.text} ${second.text}`, uses: [...first.uses, ...moved] };
}

function knowledgeParagraph(answer: Answer): Paragraph {
  const { ask, item, sentences, steps, notes, passages, conflict } = answer;
  if (conflict) return conflictParagraph(answer, conflict);
  const taken = [...sentences, ...steps.map(capitalised), ...(steps.length > 0 ? notes : [])];
  const intro = steps.length === 0 ? '' : ask.kind === 'problem' ? 'Please try this:' : 'Here is how:';
  const lines = [
    [...sentences, intro].filter(Boolean).join(' '),
    ...steps.map((step, at) => `${at + 1}. ${capitalised(step)}`),
    ...(steps.length > 0 && notes.length > 0 ? [notes.join(' ')] : []),
  ];
  const text = lines.join('\n');
  return { text, uses: item ? [{ item, passages, ranges: rangesOf(text, taken) }] : [] };
}

/** What an open ask is about, to stand after "I still need to check"; null where it cannot be put into few clean words. */
function openTopic({ kind, text }: Ask): string | null {
  if (!isDecent(text)) return null;
  if (kind !== 'question') return null;
  const { phrase, form } = topicOf(text);
  return form === 'quote' || phrase.length > 100 ? null : phrase;
}

/** What a colleague looks into, by intent, where the ask has such a word: an intent alone is a guess. */
const OPEN_SUBJECTS: Partial<Record<Intent, { readonly name: string; readonly words: RegExp }>> = {
  quote: { name: 'your quote', words: /quot|offer|proposal|estimate/i },
  purchase: { name: 'your order', words: /order|buy|purchas/i },
  scheduling: { name: 'a time', words: /time|date|appointment|schedul|meet|call|demo|visit/i },
  human: { name: 'who can speak with you', words: /speak|talk|call|phone|agent|human|person|someone|somebody/i },
  cancellation: { name: 'the cancellation', words: /cancel|terminat|clos|stop|end\b|leave|leaving/i },
  refund: { name: 'the refund or exchange', words: /refund|return|exchang|replac|reimburs|money back|compensat/i },
  billing: { name: 'the invoice', words: /invoice|bill/i },
  shipping: { name: 'the delivery', words: /deliver|ship|parcel|package|arriv|track|courier|where is|order/i },
  access: { name: 'your access', words: /log|sign|password|access|lock|reset|account/i },
  outage: { name: 'the outage', words: /down|outage|offline|unavailable|no (?:internet|signal|connection|service)/i },
  discount: { name: 'the price', words: /price|discount|cheap|expensive|budget|cost|deal|rate/i },
};

const LONGEST_REQUEST = 80;
/** Words that are written large to be loud, not because they are names. */
const LOUD = /\b(?:TODAY|TOMORROW|NOW|ASAP|IMMEDIATELY|URGENTLY?|PLEASE|STILL|AGAIN|NEVER|MUST|ANSWER|SOMEBODY|SOMEONE)\b/g;

/** An open wish as "your request to change your address"; null where it cannot be said in few clean words. */
function openRequest({ kind, text }: Ask): string | null {
  const wanted = kind === 'request' && isDecent(text) ? requestOf(text) : null;
  // "It" would have nothing to stand for.
  if (wanted === null || wanted.length > LONGEST_REQUEST || /[",;:?]|\b(?:it|them|that|this|these|those)\b/.test(wanted)) return null;
  const quiet = wanted.replace(LOUD, (word) => word.toLowerCase());
  const act = /^(?:us |you )?to (.+)$/.exec(quiet)?.[1];
  return act ? `your request to ${act}` : `your request for ${quiet}`;
}

/** Whether an ask has a word of its intent, or the number of what it is about. */
const isCertainly = ({ intent, text }: Ask, { references }: Reading['mentions']): boolean =>
  intent !== null && (OPEN_SUBJECTS[intent]?.words.test(text) || (PERSONAL.includes(intent) && references.length > 0));

function openSubject(ask: Ask, mentions: Reading['mentions']): string[] {
  const subject = ask.intent === null ? undefined : OPEN_SUBJECTS[ask.intent];
  const found = openRequest(ask) ?? (subject && isCertainly(ask, mentions) ? subject.name : null);
  return found === null ? [] : [found];
}

/** What has to be found out or done, in one sentence with the gap for a date; what that needs and the message does not say, in another. */
function openParagraphs(answers: readonly Answer[], { mentions }: Reading, type: ResponseType): string[] {
  const open = answers.filter((answer) => !isAnswered(answer));
  const forColleague = answers.filter(({ needsColleague }) => needsColleague);
  const unconfirmed = [...new Set(answers.flatMap((answer) => answer.unconfirmed))];
  const own = [...new Set(answers.flatMap((answer) => answer.own?.lookInto ?? []))];
  const topics = [
    ...new Set(open.filter(({ needsColleague }) => !needsColleague).flatMap(({ ask }) => openTopic(ask) ?? [])),
    ...(unconfirmed.length > 0 ? [`whether this also holds for ${listed(unconfirmed)}`] : []),
  ].slice(0, 3);
  const wishes = [...forColleague, ...open.filter(({ ask }) => ask.kind !== 'question')]
    .filter((answer) => answer.own === null)
    .flatMap(({ ask }) => openSubject(ask, mentions));
  const requests = [...new Set([...own, ...wishes])];
  if (open.length + forColleague.length + unconfirmed.length === 0) return [];
  const of = mentions.references.length === 1 && requests.length > own.length ? ` (${mentions.references[0]})` : '';
  const parts = [
    ...(topics.length > 0 ? [`need to check ${listed(topics)}`] : []),
    ...(requests.length > 0 ? [`am looking into ${listed(requests)}${of}`] : []),
  ];
  const nothingNamed = type === 'support' ? 'am looking into this' : 'will check this with my colleagues';
  const promise = `${parts.length > 0 ? parts.join(', ') : nothingNamed} and will come back to you ${BY_WHEN}.`;
  return [
    `I ${topics.length > 0 ? 'still ' : ''}${promise}`,
    // Who was told of an order is not asked for its number.
    ...(answers.some(({ own }) => own?.sentences.some(({ restsOn }) => restsOn.length > 0))
      ? []
      : missing(
          [...open, ...forColleague].filter((answer) => answer.own === null),
          mentions,
        )),
  ];
}

/** The one thing a colleague needs to go on and the message does not have. */
function missing(open: readonly Answer[], { references, errorCodes, names }: Reading['mentions']): string[] {
  // "Do you ship to Hawaii?" is about no order.
  const asks = open.flatMap(({ ask, needsColleague }) => (needsColleague || ask.kind !== 'question' ? [ask] : []));
  const isAbout = (...intents: readonly Intent[]) =>
    asks.some(({ intent, text }) => intent !== null && intents.includes(intent) && (OPEN_SUBJECTS[intent]?.words.test(text) ?? true));
  if (references.length === 0 && isAbout('shipping', 'refund'))
    return ['Could you send me your order number, so that I can find it right away?'];
  if (references.length === 0 && isAbout('billing')) return ['Could you send me the invoice number, so that I can find it right away?'];
  if (errorCodes.length === 0 && isAbout('bug'))
    return [
      names.length === 0
        ? 'Could you tell me which product it is and exactly what you see, or send a photo?'
        : 'Could you tell me exactly what you see, or send a photo?',
    ];
  return [];
}

/** What happens next; nothing where the reply already ends with a promise or a question. */
function nextStep(answers: readonly Answer[], { mentions }: Reading, type: ResponseType): string[] {
  if (answers.some((answer) => !isAnswered(answer) || answer.needsColleague || answer.unconfirmed.length > 0)) return [];
  const intents = answers.flatMap(({ ask, own }) => (own ? [] : (ask.intent ?? [])));
  if (answers.some(({ own }) => own?.sentences.at(-1)?.text.endsWith('?'))) return [];
  if (type === 'support' || answers.every(({ own }) => own !== null))
    return [
      answers.some(
        ({ steps, ask: { kind, intent } }) =>
          (steps.length > 0 || kind === 'problem') &&
          ((steps.length > 0 && kind === 'problem') || (intent !== null && TROUBLE.includes(intent))),
      )
        ? 'If that does not solve it, reply with what you see on the screen or a photo, and I will take it from there.'
        : 'If anything is still open, just reply to this message.',
    ];
  const quantity = mentions.quantities[0];
  if (intents.some((intent) => intent === 'pricing' || intent === 'quote' || intent === 'discount' || intent === 'purchase'))
    return [`Would you like a written quote${quantity && !/\d{5}/.test(quantity) ? ` for ${quantity}` : ''}?`];
  if (intents.includes('cancellation')) return ['Before you decide, would a short call help to find a plan that fits you better?'];
  if (intents.includes('scheduling')) return [];
  return ['Would a short call help to go through the details? Tell me a time that suits you.'];
}

const THANKS = /^\W*(?:(?:ok|okay|great|perfect|brilliant|super|cool)\W+)?(?:many |much )?(?:thank(?:s| you)|thx|cheers|ta)\b/i;
const AGREEMENT = /^\W*(?:ok|okay|yes|yep|yeah|sure|fine|agreed|deal|sounds good|works for (?:me|us)|go ahead|please proceed|confirmed)\b/i;
const REFUSAL = /^\W*(?:no|nope|not interested|no thanks|no thank you|stop|never mind)\b/i;

/** Keywords from which on a message says what it is about, though it asks for nothing that was recognised. */
const TELLING_TERMS = 4;
const tellsEnough = (text: string) => new Set(termsOf(text)).size >= TELLING_TERMS;

const WISH =
  /\b(?:happy|merry|frohe) (?:new year|christmas|holidays?|easter|birthday|anniversary)\b|^(?:have|wishing you|wish you) (?:all )?an? (?:great|nice|good|lovely|wonderful)\b/i;

/** The reply to a message that asks for nothing the knowledge knows: thanks, anger, a greeting, news. */
function replyWithoutAsk({ text, mood, intents, hasInstructions, sentences }: Reading, type: ResponseType): string[] {
  const isShort = text.split(/\s+/).length <= 8;
  if (hasInstructions && sentences.length === 0) return ['Thank you for your message. What can I help you with?'];
  if (mood === 'angry' || (mood === 'frustrated' && (isShort || intents.length > 0)))
    return [
      'I am very sorry about this. I would like to understand what happened and put it right.',
      `Could you tell me what it concerns, with an order or invoice number if there is one? I will look into it myself and come back to you ${BY_WHEN}.`,
    ];
  if (isShort && REFUSAL.test(text)) return ['Thank you for letting me know. If that changes, just reply to this message.'];
  if (isShort && THANKS.test(text)) return ['You are welcome. If anything else comes up, just reply to this message.'];
  if (isShort && AGREEMENT.test(text)) return ['Thank you. [say what was agreed and what happens next]'];
  if (isShort && WISH.test(text)) return ['Thank you very much. We wish you the same.'];
  if (intents.includes('praise') || mood === 'pleased')
    return ['Thank you for letting us know, I am glad to hear it. I will pass it on to the team.'];
  if (tellsEnough(text)) return [`Thank you for your message. I will look into this and come back to you ${BY_WHEN}.`];
  return [
    type === 'sales'
      ? 'Thank you for your message. What would you like to know about our products, prices or delivery?'
      : 'Thank you for your message. What can I help you with? If something does not work, tell me which product it is and what you see.',
  ];
}

// Somebody who reads the language answers. Until then it is a frame in that language, or else in English, with a gap for the answer.
function foreignReply({ foreign, text, greeting, addressee }: Reading, request: ReplyRequest): string[] {
  const language = foreign?.name ?? 'your language';
  const answer = `[answer in ${language}: "${quotable(text, 140)}"]`;
  if (!foreign?.frame) {
    const promise = `Thank you for your message. A colleague who reads ${language} will answer you ${BY_WHEN}.`;
    return [salutation({ greeting, addressee }), promise, answer, signature(request)];
  }
  const [hello, thanks, promise, closing] = foreign.frame;
  return [hello, `${thanks} ${promise} ${BY_WHEN}.`, answer, signature(request, closing)];
}

/** What stands between two paragraphs of a reply. */
export const PARAGRAPH_BREAK = '\n\n';

/** A reply as paragraphs. */
export interface Draft {
  readonly paragraphs: readonly string[];
  /** The gaps a person fills in before it is sent. */
  readonly gaps: readonly string[];
  /** What its sentences rest on; their ranges are those of the paragraphs joined by `PARAGRAPH_BREAK`. */
  readonly sources: readonly ReplySource[];
}

/** Writes the reply: greeting, one acknowledgement, the answers in the customer's order, what has to be found out, the next step, the signature. */
export function composeReply(request: ReplyRequest, reading: Reading, answers: readonly Answer[]): Draft {
  const { responseType: type } = request;
  const body = answers.length === 0 ? replyWithoutAsk(reading, type).map(plain) : answeringParagraphs(reading, answers, type);
  const paragraphs = reading.foreign
    ? foreignReply(reading, request).map(plain)
    : [plain(salutation(reading)), ...body, plain(signature(request))];
  let offset = 0;
  const uses = paragraphs.flatMap(({ text, uses }) => {
    const start = offset;
    offset += text.length + PARAGRAPH_BREAK.length;
    return uses.map((use) => ({ ...use, ranges: use.ranges.map((range) => ({ start: start + range.start, end: start + range.end })) }));
  });
  return {
    paragraphs: paragraphs.map(({ text }) => text),
    gaps: paragraphs.flatMap(({ text }) => text.match(/\[[^\]]+\]/g) ?? []),
    sources: sourcesOfUses(uses),
  };
}

function answeringParagraphs(reading: Reading, answers: readonly Answer[], type: ResponseType): Paragraph[] {
  const said = new Set<string>();
  const paragraphs = answers
    .filter(isAnswered)
    .slice(0, MOST_ASKS)
    .flatMap((answer) => {
      // Two asks that one item answers are answered once.
      const sentences = answer.sentences.filter((sentence) => !said.has(sentence));
      const steps = answer.steps.filter((step) => !said.has(step));
      const own = answer.own?.sentences.filter(({ text }) => !said.has(text)) ?? [];
      if (own.length + sentences.length + steps.length === 0) return [];
      for (const sentence of [...own.map(({ text }) => text), ...sentences, ...steps, ...answer.notes]) said.add(sentence);
      return [joined(ownParagraph(own), knowledgeParagraph({ ...answer, sentences, steps }))];
    });
  const beyond = answers.filter(isAnswered).slice(MOST_ASKS);
  return [
    ...acknowledgement(reading, type).map(plain),
    ...paragraphs,
    ...(beyond.length > 0
      ? [
          plain(
            `[answer ${beyond.length} more: ${beyond
              .map(({ ask }) => `"${quotable(ask.text, 60)}"`)
              .slice(0, 3)
              .join('; ')}]`,
          ),
        ]
      : []),
    ...openParagraphs(answers, reading, type).map(plain),
    ...nextStep(answers, reading, type).map(plain),
  ];
}

/** The most a reply is trusted that tells what the CRM knows and leaves the rest to a colleague. */
const HALF_ANSWERED = 0.7;

/**
 * How far the reply can be trusted: the mean probability that an ask is answered rightly; an ask left open counts as far as it was
 * looked for. Half for a message that asks nothing, a fifth for one in a language the engine does not answer in.
 */
export function confidenceOf(answers: readonly Answer[], reading: Reading): number {
  if (reading.foreign) return 0.2;
  if (answers.length === 0) return 0.5;
  const certainty = answers.map(({ item, own, probability, conflict, unconfirmed }) => {
    if (own) return Math.min(own.certainty, conflict ? ANSWERED_FROM : own.lookInto ? HALF_ANSWERED : 1);
    if (!item) return Math.min(probability, ANSWERED_FROM / 2);
    return conflict || unconfirmed.length > 0 ? Math.min(probability, ANSWERED_FROM) : probability;
  });
  return Math.round((certainty.reduce((sum, value) => sum + value, 0) / certainty.length) * 100) / 100;
}

const POINTS = 6;
const POINT_LENGTH = 120;

// "Order #1042, 12 March": what a colleague looks up before sending.
function facts({ mentions, foreign }: Reading): string[] {
  const { references, quantities, amounts, dates, durations, errorCodes, emails, phones } = mentions;
  const names = (foreign ? mentions.names.filter(isMarked) : mentions.names).filter(
    (name) => !quantities.some((quantity) => quantity.includes(name)),
  );
  const written = [
    ...references.slice(0, 2),
    ...errorCodes.slice(0, 1),
    ...names.slice(0, 2),
    ...quantities.slice(0, 2),
    ...amounts.slice(0, 2),
    ...dates.slice(0, 2).map(withoutPreposition),
    ...durations.slice(0, 1),
  ].join(', ');
  const contact = [...emails.slice(0, 1), ...phones.slice(0, 1)];
  return [...(written === '' ? [] : [capitalised(written)]), ...(contact.length > 0 ? [`Contact: ${contact.join(', ')}`] : [])];
}

const OBJECT_OF = /\b(?:to|for|with|from|of|about|at|give|send|tell|show|help|let|refund|call|charge|charged|sent|gave|told|cost) $/i;

/** What was put to say it to the customer, put to tell a colleague: "your order" is "their order". */
const aboutThem = (text: string): string =>
  text
    .replace(/\byour(s|self)?\b/gi, (_, end: string | undefined) => (end === 'self' ? 'themselves' : `their${end ?? ''}`))
    .replace(/\byou\b(?=( (?:per|an?|for|to|in|on|and|or)\b|[,;.?]|$)?)/gi, (_, end: string | undefined, at: number) =>
      end !== undefined || OBJECT_OF.test(text.slice(0, at)) ? 'them' : 'they',
    );

/** The ask in few words, for a colleague. */
function inFewWords({ kind, text }: Ask): string {
  if (kind === 'question') {
    const { phrase, form } = topicOf(text);
    return `Asks ${form === 'quote' ? phrase.replaceAll('"', "'") : aboutThem(phrase)}`;
  }
  const request = requestOf(text);
  if (kind === 'request')
    return `Wants ${(request === null ? quotable(text, 90) : aboutThem(request)).replace(/^(?:us )?to (?=\w)/, 'us to ')}`;
  return `Problem: ${quotable(text, 100)}`;
}

/** What a colleague should see at a glance: what is concrete, what is asked, what to look up, how the customer feels. */
export function keyPointsOf(reading: Reading, answers: readonly Answer[], gaps: number): string[] {
  const open = answers.filter((answer) => !isAnswered(answer) || answer.needsColleague);
  const conflicts = answers.flatMap(({ conflict, item }) =>
    conflict && item ? [`Two items disagree: “${item.title}” and “${conflict.item.title}”`] : [],
  );
  const points = [
    ...(reading.foreign ? [`Not in English: looks like ${reading.foreign.name}, a person should answer`] : []),
    ...conflicts,
    ...(reading.hasInstructions ? ['Contains text addressed to software; treated as plain text'] : []),
    ...facts(reading),
    ...(reading.foreign ? [] : open.slice(0, 2).map(({ ask }) => `Look up: ${inFewWords(ask)}`)),
    ...(reading.foreign
      ? []
      : answers
          .filter((answer) => isAnswered(answer) && !answer.needsColleague)
          .slice(0, 2)
          .map(({ ask }) => inFewWords(ask))),
    ...(answers.length === 0 && !reading.foreign
      ? [tellsEnough(reading.text) ? `Look up: ${quotable(reading.sentences[0] ?? reading.text, 90)}` : 'Asks for nothing specific']
      : []),
    ...(reading.mood === 'neutral' ? [] : [`Mood: ${reading.mood}`]),
    ...(gaps > 0 ? [`To fill in before sending: ${gaps}`] : []),
  ];
  const kept = points.length <= POINTS || gaps === 0 ? points : [...points.slice(0, POINTS - 1), points.at(-1) ?? ''];
  return [...new Set(kept)].slice(0, POINTS).map((point) => clip(point.replace(/\s+/g, ' '), POINT_LENGTH));
}
