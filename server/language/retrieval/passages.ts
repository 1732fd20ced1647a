import { capitalised, plainText } from '#server/language/plain-text.ts';
import { isForAProgram } from '#server/language/program-text.ts';
import { bulletText, sentencesOf } from '#server/language/sentences.ts';
import { termsOf } from '#server/language/words.ts';

/** One sentence of a training item that may be said to a customer. */
export interface Passage {
  /** Where the sentence stands among the passages of its item, from 0. */
  readonly position: number;
  /** Which paragraph or list of the item it is in, from 0. */
  readonly paragraph: number;
  readonly text: string;
  /** The sentence as the item has it; `text` may turn it to the customer. */
  readonly original: string;
  /** An entry of a numbered or bulleted list, or an instruction such as "Hold the button". */
  readonly isStep: boolean;
  /** An entry of a list. */
  readonly isListed: boolean;
  readonly terms: ReadonlySet<string>;
}

// Training data also tells the staff how to behave; that is not for the customer's eyes.
const FOR_STAFF =
  /\b(?:the (?:customer|caller|client|prospect|agent|rep)\b|customer's|callers?\b|prospects?\b|upsell|objections?\b|escalat\w+ to|internal(?:ly| only| note)?\b|do not (?:promise|share|disclose|mention)|never (?:promise|share|disclose|mention|offer)|talk(?:ing)? points?|script\b|tone of voice|empath\w+|margin\b)|^(?:offer|ask(?! us\b)|tell(?! us\b)|explain|remind|mention|apologi[sz]e|reassure|acknowledge|probe|highlight|emphasi[sz]e|stress|always|never|avoid|listen)\b/i;
/** A line from which on an item is for colleagues alone. */
const STAFF_ONLY =
  /^\W*(?:(?:for )?(?:staff|internal use|colleagues) only\b|internal(?: note| only| use)?\s*[:.!–—]|confidential\b|not for customers\b)/i;
const SPEAKER = /^(?:\[?\d{1,2}:\d{2}(?::\d{2})?\]? ?)?([A-Z][\w. ]{0,25}):\s+/;
const CUSTOMER_SPEAKER = /^(?:customer|caller|client|prospect|user|buyer|q|question|lead)\b/i;
const COURTESY =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|thank you|thanks|thank|best|kind|warm|regards|sincerely|cheers|subject|yours)\b(?!.{90})|^(?:sure|great question|of course|absolutely|i'm (?:so |very )?sorry|happy to help)\b.{0,25}$/i;
const SLOT = /\{\{?[^{}]{0,60}\}?\}|\[[^[\]]{0,80}\]|<[^<>]{1,40}>/;
const DIRECT =
  /^(?:(?:then|next|first|now|finally|second|third|afterwards|lastly),? )?(?:open|click|tap|go|press|hold|turn|select|check|unplug|plug|remove|insert|restart|reset|clean|rinse|enter|choose|wait|empty|fill|pour|run|switch|sign|log|connect|disconnect|download|install|update|clear|close|replace|pull|push|put|place|make|set|add|upload|start|stop|repeat|refill|attach|type|scroll|save|confirm|reboot|power|lift|slide|leave|visit)\b(?! (?:is|are|was|will|of|can)\b)/i;
const SPEECH_OPENER =
  /^(?:yes|no|sure|absolutely|of course|certainly|well|so|right|okay|ok|great question|good question|actually)[,!.]+ (?=\S)/i;

// "Customers can return" is said to a customer as "You can return".
const toTheCustomer = (sentence: string) =>
  capitalised(
    sentence
      .replace(SPEECH_OPENER, '')
      .replace(/^(?:all |our )?(?:customers|clients|buyers) (?=(?:can|may|must|should|will|get|receive|have|pay|need|are|do)\b)/i, 'You ')
      .replace(/\b(?:a|each|every) (?:customer|client) (?=(?:can|may|must|should|will)\b)/gi, 'you '),
  );

/** What is read of one item: characters of its content, and sentences that may be said to a customer. What lies beyond answers nobody. */
export const PASSAGE_LIMITS = { characters: 20_000, passages: 400 } as const;

interface Line {
  readonly paragraph: number;
  readonly text: string;
  readonly listed: boolean;
}

function sayableLines(content: string): Line[] {
  const all = plainText(content.slice(0, PASSAGE_LIMITS.characters)).split('\n');
  const staffOnly = all.findIndex((line) => STAFF_ONLY.test(line));
  const lines = staffOnly === -1 ? all : all.slice(0, staffOnly);
  let paragraph = 0;
  return lines.flatMap((raw): Line[] => {
    if (raw.trim() === '') paragraph += 1;
    const speaker = SPEAKER.exec(raw);
    const label = speaker?.[1] ?? '';
    if (CUSTOMER_SPEAKER.test(label))
      return [{ text: `${raw.slice(speaker?.[0].length).replace(/[.?!]*$/, '')}?`, listed: false, paragraph }];
    const isLabel = speaker !== null && /^(?:a|answer|agent|rep|support|sales|advisor|assistant)$/i.test(label);
    const said = isLabel ? raw.slice(speaker[0].length) : raw;
    const bullet = bulletText(said);
    return [{ text: bullet ?? said.replace(/^step \d+[:.] ?/i, ''), listed: bullet !== null || /^step \d/i.test(said), paragraph }];
  });
}

/** The sentences of a training item that may be said to a customer, within `PASSAGE_LIMITS`: no greetings, no unfilled slots, no advice to staff, nobody's questions. */
export function passagesOf(content: string): Passage[] {
  const passages: Passage[] = [];
  for (const line of sayableLines(content)) {
    for (const sentence of sentencesOf(line.text)) {
      const isUnsayable =
        /[?:]["')]*$/.test(sentence) ||
        COURTESY.test(sentence) ||
        SLOT.test(sentence) ||
        FOR_STAFF.test(sentence) ||
        isForAProgram(sentence) ||
        sentence.length > 600;
      if (isUnsayable) continue;
      if (passages.length === PASSAGE_LIMITS.passages) return passages;
      const text = toTheCustomer(sentence);
      passages.push({
        position: passages.length,
        paragraph: line.paragraph,
        text: /[.!?…]["')]*$/.test(text) ? text : `${text}.`,
        original: sentence,
        isStep: line.listed || DIRECT.test(sentence),
        isListed: line.listed,
        terms: new Set(termsOf(sentence)),
      });
    }
  }
  return passages;
}
