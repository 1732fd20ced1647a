import { readDialogue } from '#domain/conversation/dialogue.ts';
import { capitalised, plainText } from '#server/language/plain-text.ts';
import { bulletText, sentencesOf } from '#server/language/sentences.ts';
import { termsOf } from '#server/language/words.ts';
import type { Knowledge } from '../../port.ts';
import { namesIn } from '../read/mentions.ts';
import { isForAProgram } from '../read/message.ts';
import type { Match } from './answer.ts';

/** One sentence of a training item that may be said to a customer. */
export interface Passage {
  readonly item: string;
  /** Where the sentence stands in its item. */
  readonly position: number;
  readonly text: string;
  /** An entry of a numbered or bulleted list, or an instruction such as "Hold the button". */
  readonly isStep: boolean;
  readonly terms: ReadonlySet<string>;
  /** What the title, the tags and the question or heading above it are about. */
  readonly topic: ReadonlySet<string>;
  /** What the whole item is about. */
  readonly around: ReadonlySet<string>;
  readonly names: readonly string[];
  /** Everything the item says, in lower case; shared by its passages. */
  readonly itemText: string;
}

// Training data also tells the staff how to behave; that is not for the customer's eyes.
const FOR_STAFF =
  /\b(?:the (?:customer|caller|client|prospect|agent|rep)\b|customer's|callers?\b|prospects?\b|upsell|objections?\b|escalat\w+ to|internal(?:ly| only| note)?\b|do not (?:promise|share|disclose|mention)|never (?:promise|share|disclose|mention|offer)|talk(?:ing)? points?|script\b|tone of voice|empath\w+|margin\b)|^(?:offer|ask|tell|explain|remind|mention|apologi[sz]e|reassure|acknowledge|probe|highlight|emphasi[sz]e|stress|always|never|avoid|listen|use)\b(?! (?:the|a|an|only|warm|cold|clean) (?:button|menu|lid|brush|water|app|descal\w+|filter|cloth|cable|key|link|form))/i;
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
  readonly text: string;
  readonly listed: boolean;
}

/** Of a call only what the rep said: the words of a caller are not ours, and may be meant to be repeated. */
const repLines = (transcript: string): string[] =>
  readDialogue(transcript).flatMap(({ speaker, text }) => (speaker === 'rep' ? text.split('\n') : []));

function sayableLines({ content, category }: Knowledge): Line[] {
  const text = plainText(content.slice(0, PASSAGE_LIMITS.characters));
  const lines = category === 'transcription' ? repLines(text) : text.split('\n');
  return lines.flatMap((raw): Line[] => {
    const speaker = SPEAKER.exec(raw);
    const label = speaker?.[1] ?? '';
    if (CUSTOMER_SPEAKER.test(label)) return [{ text: `${raw.slice(speaker?.[0].length).replace(/[.?!]*$/, '')}?`, listed: false }];
    const isLabel = speaker !== null && /^(?:a|answer|agent|rep|support|sales|advisor|assistant)$/i.test(label);
    const said = isLabel ? raw.slice(speaker[0].length) : raw;
    const bullet = bulletText(said);
    return [{ text: bullet ?? said.replace(/^step \d+[:.] ?/i, ''), listed: bullet !== null || /^step \d/i.test(said) }];
  });
}

/** The sentences of the training items that may be said to a customer, within `PASSAGE_LIMITS`: no greetings, no unfilled slots, no advice to staff, nobody's questions. */
export function passagesOf(knowledge: readonly Knowledge[]): Passage[] {
  return knowledge.flatMap((item) => {
    const itemText = `${item.title}\n${item.tags.join(' ')}\n${item.content.slice(0, PASSAGE_LIMITS.characters)}`.toLowerCase();
    const around = new Set(termsOf(itemText));
    const title = termsOf(`${item.title} ${item.tags.join(' ')}`);
    let heading: string[] = [];
    const passages: Passage[] = [];
    for (const line of sayableLines(item)) {
      for (const sentence of sentencesOf(line.text)) {
        if (/[?:]$/.test(sentence)) heading = termsOf(sentence);
        const unsayable =
          /[?:]["')]*$/.test(sentence) ||
          COURTESY.test(sentence) ||
          SLOT.test(sentence) ||
          FOR_STAFF.test(sentence) ||
          isForAProgram(sentence) ||
          sentence.length > 600;
        if (unsayable) continue;
        if (passages.length === PASSAGE_LIMITS.passages) return passages;
        const text = toTheCustomer(sentence);
        passages.push({
          item: item.id,
          position: passages.length,
          text: /[.!?…]["')]*$/.test(text) ? text : `${text}.`,
          isStep: line.listed || DIRECT.test(sentence),
          terms: new Set(termsOf(sentence)),
          topic: new Set([...title, ...heading]),
          around,
          names: namesIn(sentence),
          itemText,
        });
      }
    }
    return passages;
  });
}

const SENTENCES = 3;
const LENGTH = 420;
const NEARLY_AS_GOOD = 0.75;

const LEANS_ON_PREVIOUS =
  /^(?:it|this|that|they|these|those|he|she|otherwise|if not|if so|after that|then|in that case|also|both|such|there)\b/i;
const LEANS_AT_THE_END = /\b(?:after|before|for|of|than) (?:that|this|these|those)[.!]?$/i;
const EVERYTHING_ELSE = /\b(?:everything else|anything else|(?:all|any|for) others?|elsewhere|worldwide|anywhere|every other)\b/i;

const leansBack = ({ text }: Passage) => LEANS_ON_PREVIOUS.test(text) || LEANS_AT_THE_END.test(text);

/** What an ask names: those it is about, and whether the item knows only some of them. */
interface Named {
  readonly names: readonly string[];
  readonly isPartly: boolean;
}

const positionsOf = (passages: readonly Passage[]) => passages.map(({ position }) => position);

/**
 * The best sentence with those of its item that belong to it, in their own order: what it leans on, what leans on it, what answers nearly as well.
 * When several things are named, each gets its sentence; when the item knows only some of them, "everything else can …" comes along.
 */
export function withNeighbours(
  { passage, coverage }: Match,
  ranked: readonly Match[],
  siblings: readonly Passage[],
  { names, isPartly }: Named,
): Passage[] {
  const at = passage.position;
  const next = siblings[at + 1];
  const isAsGood = (other: Match) =>
    other.passage.item === passage.item &&
    other.coverage >= coverage * NEARLY_AS_GOOD &&
    other.found.some((term) => other.passage.terms.has(term));
  const speaksOf = (name: string) => siblings.find(({ text }) => text.toLowerCase().includes(name.toLowerCase()));
  const chosen = [
    at,
    ...(leansBack(passage) ? [at - 1] : []),
    ...(next && leansBack(next) ? [at + 1] : []),
    ...(names.length > 1 ? positionsOf(names.flatMap((name) => speaksOf(name) ?? [])) : []),
    ...(isPartly ? positionsOf(siblings.filter(({ text }) => EVERYTHING_ELSE.test(text))) : []),
    ...ranked.filter(isAsGood).map((other) => other.passage.position),
  ];
  const kept: Passage[] = [];
  for (const position of new Set(chosen)) {
    const candidate = siblings[position];
    const length = kept.reduce((sum, { text }) => sum + text.length, 0);
    if (candidate && kept.length < SENTENCES && (kept.length === 0 || length + candidate.text.length <= LENGTH)) kept.push(candidate);
  }
  return kept.sort((a, b) => a.position - b.position);
}
