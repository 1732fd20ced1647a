import { capitalised, clip } from '#server/language/plain-text.ts';
import type { Ask } from './read/intents.ts';
import { isMarked, withoutPreposition } from './read/mentions.ts';
import type { Reading } from './read/message.ts';
import { inFewWords } from './write/paragraphs.ts';
import { quotable } from './write/wording.ts';

const MOST = 6;
const LENGTH = 120;

const VERB: Readonly<Record<Ask['kind'], string>> = { question: 'Asks', request: 'Wants', problem: 'Problem' };

const askPoint = (ask: Ask) =>
  ask.kind === 'problem' ? `Problem: ${quotable(ask.text, 105)}` : `${VERB[ask.kind]}: ${inFewWords(ask, 105)}`;

// "Order #1042, 12 March" : what a rep looks up before sending.
function facts({ mentions, foreign }: Reading): string[] {
  const { references, quantities, amounts, dates, durations, errorCodes, emails, phones } = mentions;
  const things = (foreign ? mentions.names.filter(isMarked) : mentions.names).filter(
    (name) => !quantities.some((quantity) => quantity.includes(name)),
  );
  const known = [
    ...references.slice(0, 2),
    ...errorCodes.slice(0, 1),
    ...things.slice(0, 2),
    ...quantities.slice(0, 2),
    ...amounts.slice(0, 2),
    ...dates.slice(0, 2).map(withoutPreposition),
    ...durations.slice(0, 1),
  ];
  const written = known.join(', ');
  const fact = /^\p{Ll}+\p{Lu}/u.test(written) ? written : capitalised(written);
  const contact = [...emails.slice(0, 1), ...phones.slice(0, 1)];
  return [...(fact === '' ? [] : [fact]), ...(contact.length > 0 ? [`Contact: ${contact.join(', ')}`] : [])];
}

/** What a rep should see at a glance: what is concrete, what is asked, how the customer feels, and what is left to fill in. */
export function keyPointsOf(reading: Reading, open: number): string[] {
  const mood = reading.mood === 'neutral' ? [] : [`Mood: ${reading.mood}`];
  const language = reading.foreign ? [`Not in English: looks like ${reading.foreign.name}, a person should answer`] : [];
  const asks = reading.foreign ? [] : reading.asks.slice(0, 3).map(askPoint);
  const more =
    !reading.foreign && reading.asks.length > 3
      ? [`Asks ${reading.asks.length - 3} more ${reading.asks.length === 4 ? 'thing' : 'things'}`]
      : [];
  const warning = reading.hasInstructions ? ['Contains text addressed to software; treated as plain text'] : [];
  const fill = open > 0 ? [`To fill in before sending: ${open}`] : [];
  const nothing = reading.asks.length === 0 && !reading.foreign ? ['Asks for nothing specific'] : [];
  const [fact, ...contact] = facts(reading);
  const points = [...language, ...(fact ? [fact] : []), ...warning, ...nothing, ...asks, ...mood, ...more, ...fill, ...contact];
  const ranked = points.length <= MOST ? points : [...points.slice(0, MOST - 1), fill[0] ?? points[MOST - 1] ?? ''];
  return [...new Set(ranked)]
    .filter(Boolean)
    .slice(0, MOST)
    .map((point) => clip(point.replace(/\s+/g, ' '), LENGTH));
}
