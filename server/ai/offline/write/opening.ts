import type { ResponseType } from '#contract/call.ts';
import { isQuestion } from '#server/language/questions.ts';
import { sentenceScore } from '#server/language/sentiment.ts';
import type { Ask } from '../read/asks.ts';
import { intentsOf } from '../read/intents.ts';
import type { Reading } from '../read/message.ts';
import { extractRequest } from './extract-request.ts';
import { asClause, isDecent, quotable } from './swap-pronouns.ts';
import { topicOf } from './topic.ts';

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
export function statementsOf(reading: Reading, most: number): string[] {
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
