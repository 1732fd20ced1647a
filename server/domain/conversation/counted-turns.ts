import { questionsIn } from '#server/language/questions.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { feelingOf, sentenceScore } from '#server/language/sentiment.ts';
import { commonPrefixLength, type Turn } from './dialogue.ts';
import { isSpokenQuestion, isUnmarked, PROMPT, pointOf, questionsInRun } from './spoken-questions.ts';

const LISTENING = [
  'yes|yeah|yep|yup|yea|aye|right|ok(?:ay)?|alright|all right|sure|true|correct|agreed|exactly|absolutely|definitely|certainly|totally|indeed',
  'm+h*m+|mm+|hm+|mm-hm+|m+-?hm+|u+h-?hu+h|aha|ah+|oh+|wow|huh|ha|really|great|good|nice|cool|perfect|fine|lovely|interesting',
  "i see|i know|got it|go on|go ahead|of course|makes sense|that makes sense|fair enough|that's (?:right|true|fair|good|great)|sounds good|no way|(?:very|so) (?:true|good|nice)",
].join('|');

/** At most so many words show that somebody listens; more are a turn. */
export const BACK_CHANNEL_WORDS = 5;

/** Back-channel words of a listener. They claim no turn, so they interrupt nobody. */
export const BACK_CHANNEL = new RegExp(`^[\\s\\p{P}]*(?:(?:${LISTENING})(?:[\\s\\p{P}]+|$))+$`, 'iu');

const HESITATIONS = 'u+m+|u+h+m*(?!-?hu+h)|e+r+m*|ehm+';
const PLAIN = 'basically|literally|sort of';
// "What kind of machine" asks and "the same kind of" points; only "it's kind of slow" fills.
const KIND_OF =
  '(?<!\\b(?:what|which|whatever|this|that|these|those|some|any|a|an|the|one|two|each|every|other|another|same|only|all|right|wrong|first|best|new|different) )kind of';
// "Do you know" asks and "you know that" tells.
const YOU_KNOW =
  "(?<!\\b(?:do|did|does|would|if|as|let|how|what|when|that|because|should|don't|didn't|so) )you know(?! (?:that|the|what|how|when|where|who|why|which|whether|if|it|this|about|of|your|my|our|them|him|her|me|us|everything|anything|nothing|anyone|anybody|someone|a|an|exactly)\\b)";
const I_MEAN = '(?<!\\b(?:what|that|do|all|if|know what) )i mean(?! (?:it|that|the|this|to|by)\\b)';
// "I like it" likes and "what is it like, then" asks; ", like, " only fills.
const LIKE = "(?<=(?:^|[,–—-]|\\b(?:was|were|is|are|just|with)|'(?:s|re|m)),? ?)(?<!\\bwhat .{0,12})like(?=,)";

/** Sounds and words that fill a pause and say nothing. */
export const FILLERS = new RegExp(
  `(?<![\\p{L}\\p{N}'-])(?:${HESITATIONS}|${PLAIN}|${KIND_OF}|${YOU_KNOW}|${I_MEAN}|${LIKE})(?![\\p{L}\\p{N}'])`,
  'giu',
);

/** Words that show a reaction: surprise, agreement, doubt, interest. */
export const REACTIONS =
  /(?<![\p{L}\p{N}'-])(?:oh|wow|whoa|ah|aha|ha|ouch|hmm+|really|seriously|interesting|fascinating|great|nice|perfect|lovely|wonderful|brilliant|awesome|amazing|cool|excellent|exactly|absolutely|definitely|totally|indeed|good (?:point|question|idea|to know)|fair (?:point|enough|question)|i (?:see|get it|like|love|agree|appreciate)|(?:that |it )?makes sense|that(?:'s| is| would be| sounds) (?:good|great|helpful|useful|right|true|interesting|perfect|fantastic|surprising|new|clear|fair)|sounds (?:good|great|right|perfect|interesting)|tell me|go (?:on|ahead)|you're (?:right|kidding)|no way|not sure|i doubt|i wonder)(?![\p{L}\p{N}'])/giu;

const OPEN = /^(?:what|why|how|which)\b/i;
// These ask for one fact, answered in a word.
const FACT =
  /^how (?:much|many|long|often|soon|far|big|old|fast|quickly|large|tall|wide|heavy|late|early)\b|^(?:what|which) (?:time|day|date|month|year|number|size|color|colour|floor|address|name|price|percentage|one|model|plan)\b|^what(?:'s| is) (?:the|your|his|her|their|its) (?:\w+ )?(?:name|number|address|price|date|total|email|phone|budget|deadline)\b/i;

/** Whether a question is open: it asks what, why or how, and not for a single fact, a yes or a no. */
export function isOpen(question: string): boolean {
  const point = pointOf(question);
  return PROMPT.test(point) || questionsIn(point).some((part) => OPEN.test(part) && !FACT.test(part));
}

const MONEY_WORDS = '(?:hundred|thousand|[a-z]+ty(?:-[a-z]+)?|[a-z]+teen|ten|five|nine|two|\\d)';
const ROLE =
  '(?:boss|manager|director|partner|president|principal|superintendent|owner|board|committee|council|ceo|cfo|cto|coo|vp|finance|procurement|purchasing|legal|management|accountant|wife|husband)';
const DAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
const MONTH = '(?:january|february|march|april|june|july|august|september|october|november|december)';
const SPAN = '(?:days?|weeks?|months?|quarters?|years?)';

const spoken = (...ways: readonly string[]) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${ways.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** What a deal turns on, and the words that give it away. */
export const TOPICS = [
  [
    'price',
    spoken(
      'pric(?:e|es|ed|ing|ey)|costs?|costly|expensive|cheap(?:er|est)?|discounts?|budget(?:s|ed)?|afford(?:able)?|fees?|quot(?:e|es|ed|ation)',
      'how much (?:is|are|does|do|would|will|for)|what does it run',
      '[$€£] ?\\d[\\d.,]*k?|\\d[\\d.,]*k? ?[€£$]|(?:dollars?|bucks|cents|euros?)',
      `${MONEY_WORDS} (?:a|per) (?:month|year|seat|user|cup|head|unit)`,
    ),
  ],
  [
    'competitor',
    spoken(
      'competitors?|the competition|(?:an)?other (?:offers?|quotes?|vendors?|suppliers?|providers?|bids?|compan(?:y|ies)|options?)',
      '(?:with|to|from|at) (?:someone|somebody|anyone) else|elsewhere|shop(?:ping)? around|alternatives?|compar(?:e|ed|ing|es) (?:it |you |that |them |this )?(?:to|with|against)',
      'switch(?:ing|ed)? (?:from|to|over)|(?:current|existing|present|old) (?:supplier|vendor|provider|contract|system|tool)',
      "(?:we|i)(?: are|'re|'m| am)? (?:currently|already|now) (?:use|using|with|have|work with|pay)",
    ),
  ],
  [
    'timing',
    spoken(
      'deadlines?|timelines?|time ?frames?|schedule|lead time|go[- ]live|asap|as soon as possible|urgent(?:ly)?|in a hurry|right away',
      'how (?:soon|long|quickly|fast)|when (?:can|could|will|would|do|does|is|are|should) (?:i|we|you|it|they|the|this|that)|by when|until when',
      `(?:next|this|end of (?:the|this)) (?:week|month|quarter|year|summer|spring|autumn|fall|winter|${DAY}|${MONTH})`,
      `(?:before|by|until|after) (?:the end of|christmas|new year|next|${DAY}|${MONTH})`,
      `(?:in|within|takes?) (?:about |around |the next )?(?:a|an|one|two|three|four|five|six|eight|ten|a few|a couple of|\\d+)(?: (?:to|or) \\w+)? (?:business |working )?${SPAN}`,
      'not (?:right )?now|(?:bad|wrong|good) (?:time|moment)|too (?:early|late|soon)',
    ),
  ],
  [
    'decision_maker',
    spoken(
      'decision[- ]makers?|who (?:else )?(?:decides|signs|approves|has a say|is involved|needs to (?:see|sign|approve))|has a say|not my (?:call|decision)',
      `(?:my|our|their|your) (?:\\w+ )?${ROLE}|the (?:boss|board|committee|council|owners?|ceo|cfo|cto|coo|vp|management|head of \\w+)`,
      'sign(?:s|ed)? (?:off|it off)|i can sign|approv(?:e|es|ed|al|als|er|ers)|buy[- ]in|(?:run|get) (?:it|this|that) (?:by|past)',
      '(?:check|talk|speak|discuss (?:it|this)) (?:with|to) (?:my|our|the) (?:\\w+ )?(?:team|colleagues?|people)|(?:finance|procurement|purchasing|legal) (?:has|have|must|needs?|wants?|will|is)',
    ),
  ],
  [
    'objection',
    spoken(
      "too (?:expensive|pricey|high|much|complicated|slow|big|small|risky|long|difficult|hard|loud|late|good to be true)|(?:that|it)(?:'s| is) a lot(?: of money)?",
      "(?:not|isn't|wasn't|never|hardly) (?:\\w+ )?(?:sure|convinced|interested|happy|ready|worth|for us|a priority)",
      "(?:don't|do not|didn't|doesn't) (?:\\w+ )?(?:need|want|see (?:the|why|how|a)|believe|trust|like the|think (?:we|i|it|that|so))|(?:can't|cannot|couldn't) (?:afford|justify|commit)",
      "(?<!\\b(?:don't|not|no) )worr(?:y|ies|ied|ying)|concern(?:s|ed|ing)?|hesita\\w+|skeptical|sceptical|doubts?|no budget|(?:over|out of|beyond) (?:our |the |my )?budget|the problem is",
      'already have|why (?:would|should) (?:i|we)|think (?:about it|it over)|get back to you on',
    ),
  ],
  [
    'cancellation',
    spoken(
      '(?:want|like|need|going|trying|decided|have|calling|love|prefer|thinking (?:of|about)) (?:to )?(?:cancel(?:l?ing)?|terminat(?:e|ing)|end(?:ing)? (?:the|my|our) (?:contract|subscription|plan)|clos(?:e|ing) (?:the|my|our) account|leav(?:e|ing) you)',
      "(?:please |just )?cancel (?:it|this|that|everything|the whole|my|our|the (?:subscription|contract|order|plan|account|service|rental))|(?:i|we)(?:'ll| will| am going to|'m going to) (?:cancel|leave|go (?:to|with) (?:someone|somebody|another))",
    ),
  ],
  [
    'buying_signal',
    spoken(
      "how (?:soon|quickly|fast) (?:can|could|would) (?:we|you|i|it)|when (?:can|could) (?:we|i|you) (?:start|begin|sign|deliver|install|get)|what(?:'s| is| are| would be) the next steps?|how do (?:we|i) (?:get started|start|sign up|proceed|move forward|order)|where do (?:we|i) sign",
      "(?:let's|we should|i'd like to|we'd like to|ready to|want to|happy to) (?:do it|go ahead|get started|move forward|sign(?: up)?|proceed|buy|order|give it a try)|(?:we|i)(?:'ll| will) take (?:it|one|two|three|them|that|\\d+)|send (?:me|us|over) (?:the|a) (?:contract|quote|proposal|agreement|order form|invoice)|(?:that's|this is) exactly what (?:we|i) (?:need|want|are looking for)|if we (?:sign|order|go ahead|buy)",
    ),
  ],
  [
    'next_step',
    spoken(
      'next steps?|follow(?:ing)?[- ]up|(?:calendar |meeting )?(?:invite|invitation)|site (?:check|visit)',
      "(?:i|we)(?:'ll| will|'m going to| can) (?:\\w+ )?(?:send|call|ring|email|mail|write|book|schedule|prepare|get back|come back|put (?:it |that |this )?(?:together|in)|share|check|arrange|set (?:it |that )?up|order|forward)",
      `let(?:'s| us) (?:\\w+ )?(?:schedule|meet|talk|book|set up|speak|plan|say ${DAY}|do ${DAY})|shall we (?:\\w+ )?(?:do|meet|talk|say|set|schedule|book)`,
      '(?:send|email|forward) (?:it|that|this|them|me|us)(?: (?:the|a|an|that|whatever|your|over|back))?|(?:call|ring) (?:me|us)(?! (?:the|a)\\b)(?: back)?',
      `(?:talk|speak|meet|see you|until) (?:to you )?(?:on |next )?(?:${DAY}|tomorrow|then)|${DAY} at (?:\\d|one|two|three|four|five|noon|eight|nine|ten|eleven|half)|you(?:'ll| will) (?:have|get|receive|hear)`,
    ),
  ],
] as const;

/** The name of something a deal turns on. */
export type Topic = (typeof TOPICS)[number][0];

const TOKEN = /[^\s—…]+/gu;
const SPELLED = /[\p{L}\p{N}]/u;
// Scripts that put no spaces between words; a word has about two of their characters.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const CHARACTERS_A_WORD = 2;

/**
 * How many words a text has: parts between spaces with a letter or a digit, so that "don't", "thirty-six" and
 * "$1,490.50" are one each. Scripts without spaces count one word for two characters.
 */
export function countWords(text: string): number {
  let words = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (!SPELLED.test(token)) continue;
    const unspaced = token.match(UNSPACED)?.length ?? 0;
    words += unspaced === 0 ? 1 : Math.ceil(unspaced / CHARACTERS_A_WORD);
  }
  return words;
}

/** What can be added up. */
interface Counts {
  readonly words: number;
  readonly sentences: number;
  readonly questions: number;
  /** The questions that are not about a fact, a yes or a no. */
  readonly openQuestions: number;
  readonly fillers: number;
  /** Words that show that something reached the speaker. */
  readonly reactions: number;
}

/** A sentence that is not neutral. */
interface Feeling {
  /** −1 to 1. */
  readonly score: number;
  /** How many words of the passage came after it. */
  readonly wordsAfter: number;
}

/** A topic, and the words that gave it away. */
interface Mention {
  readonly topic: Topic;
  readonly words: string;
}

/** Some sentences of a turn, counted. */
interface Passage extends Counts {
  /** Each topic once. */
  readonly mentions: readonly Mention[];
  /** In order. Computed when first read, since sentiment costs more than all the rest and only the latest counts much. */
  feelings(): readonly Feeling[];
}

/** So long is a passage at most, but for a single longer word. */
const PASSAGE = 1_000;
/** Nobody speaks longer sentences: what is longer came without punctuation, and is cut here. */
const LONGEST_SENTENCE = 400;
const LONG_SENTENCE_PART = new RegExp(`.{1,${LONGEST_SENTENCE}}(?=\\s|$)|\\S+`, 'gsu');
const HAS_CONTENT = /[\p{L}\p{N}]|\p{Extended_Pictographic}/u;

const ENDS = /[.!?…]["')\]]*\s+|\n/g;

/** Where a passage ends, and how far the text had to be looked at to know. */
interface SplitPassage {
  readonly end: number;
  readonly seen: number;
}

/** Cuts the passage that begins at `from`, after its last sentence or else between words; null if the text is still too short. */
function splitPassage(text: string, from: number): SplitPassage | null {
  const seen = from + PASSAGE;
  if (text.length <= seen) return null;
  const window = text.slice(from, seen);
  let end = 0;
  for (const found of window.matchAll(ENDS)) end = found.index + found[0].length;
  if (end === 0) end = window.search(/\s\S*$/);
  if (end > 0) return { end: from + end, seen };
  const wordEnd = text.slice(seen).search(/\s/);
  return wordEnd === -1 ? null : { end: seen + wordEnd, seen: seen + wordEnd + 1 };
}

/** Computed when first read, then cached. */
function once<T>(work: () => T): () => T {
  let cached: { readonly result: T } | null = null;
  return () => {
    cached ??= { result: work() };
    return cached.result;
  };
}

function feelingsIn(sentences: readonly string[]): readonly Feeling[] {
  const felt: Feeling[] = [];
  let wordsAfter = 0;
  for (const sentence of sentences.toReversed()) {
    const score = sentenceScore(sentence);
    if (feelingOf(score) !== 'neutral') felt.unshift({ score, wordsAfter });
    wordsAfter += countWords(sentence);
  }
  return felt;
}

function mentionsIn(text: string): readonly Mention[] {
  const mentions: Mention[] = [];
  for (const [topic, pattern] of TOPICS) {
    const words = pattern.exec(text)?.[0];
    if (words !== undefined) mentions.push({ topic, words });
  }
  return mentions;
}

const AFTER_SENTENCE = /(?:[.!?…]["')\]]*\s+|\n\s*)$/;
const isWithinSentence = (text: string, at: number): boolean => at > 0 && !AFTER_SENTENCE.test(text.slice(Math.max(0, at - 8), at));

/** Counts the passage of a text from one offset to another. */
function readPassage(whole: string, from: number, to = whole.length): Passage {
  const passage = whole.slice(from, to);
  // A passage longer than this is one endless word, whose beginning is enough.
  const text = passage.slice(0, PASSAGE).replace(/[’‘ʼ]/g, "'");
  const found = sentencesOf(text, PASSAGE).filter((sentence) => HAS_CONTENT.test(sentence));
  const questions = found.flatMap((sentence, at) => {
    const run = isUnmarked(sentence) ? questionsInRun(sentence) : [];
    // The middle of a sentence may begin like a question: "our machines | are the best there are".
    if (at === 0 && !sentence.includes('?') && isWithinSentence(whole, from)) return run;
    return run.length === 0 && isSpokenQuestion(sentence.slice(0, LONGEST_SENTENCE)) ? [sentence] : run;
  });
  const sentences = found.flatMap((sentence) =>
    sentence.length > LONGEST_SENTENCE ? (sentence.match(LONG_SENTENCE_PART) ?? []) : [sentence],
  );
  return {
    words: countWords(passage),
    sentences: sentences.length,
    questions: questions.length,
    openQuestions: questions.filter(isOpen).length,
    fillers: text.match(FILLERS)?.length ?? 0,
    reactions: text.match(REACTIONS)?.length ?? 0,
    mentions: mentionsIn(text),
    feelings: once(() => feelingsIn(sentences)),
  };
}

/** A passage that will stay as it is while the turn grows behind it. */
type Settled = SplitPassage & { readonly passage: Passage };

/** What was counted in the words of a turn. */
interface Reading extends Counts {
  /** Each topic of the turn once, with the words that first gave it away. */
  readonly mentions: readonly Mention[];
  /** Whether it only shows that somebody listens: "yes", "I see, right". */
  readonly isBackChannel: boolean;
  /** In order. */
  readonly passages: readonly Passage[];
  /** How the turn feels, −1 to 1: the mean of its sentences that feel anything, 0 where none does. */
  feeling(): number;
}

/** A turn with what was counted in it. */
export interface CountedTurn extends Turn, Reading {}

interface Read {
  readonly text: string;
  readonly settled: readonly Settled[];
  readonly reading: Reading;
}

const LONGEST_BACK_CHANNEL = 60;

const listens = (text: string, words: number): boolean =>
  words <= BACK_CHANNEL_WORDS && text.length <= LONGEST_BACK_CHANNEL && BACK_CHANNEL.test(text.replace(/[’ʼ]/g, "'"));

function meanFeeling(passages: readonly Passage[]): number {
  const felt = passages.flatMap((passage) => passage.feelings());
  return felt.length === 0 ? 0 : felt.reduce((sum, { score }) => sum + score, 0) / felt.length;
}

function addUp(text: string, passages: readonly Passage[]): Reading {
  const total = (count: (passage: Passage) => number) => passages.reduce((sum, passage) => sum + count(passage), 0);
  const all = passages.flatMap(({ mentions }) => mentions);
  const words = total((passage) => passage.words);
  return {
    words,
    sentences: total(({ sentences }) => sentences),
    questions: total(({ questions }) => questions),
    openQuestions: total(({ openQuestions }) => openQuestions),
    fillers: total(({ fillers }) => fillers),
    reactions: total(({ reactions }) => reactions),
    mentions: all.filter(({ topic }, at) => all.findIndex((other) => other.topic === topic) === at),
    isBackChannel: listens(text, words),
    passages,
    feeling: () => meanFeeling(passages),
  };
}

/** Analyzes the words of a turn; passages that did not change are reused. */
function readTurn(text: string, before: Read | undefined): Read {
  const shared = before ? commonPrefixLength(before.text, text) : 0;
  const settled = (before?.settled ?? []).filter(({ seen }) => seen < shared);
  let from = settled.at(-1)?.end ?? 0;
  for (let cut = splitPassage(text, from); cut !== null; cut = splitPassage(text, from)) {
    settled.push({ ...cut, passage: readPassage(text, from, cut.end) });
    from = cut.end;
  }
  const passages = [...settled.map(({ passage }) => passage), readPassage(text, from)];
  return { text, settled, reading: addUp(text, passages) };
}

/** Counts the turns of a call, again and again while it grows: a turn that was counted before is not counted again, and of a turn that grew only what is new. */
export function createCounter(): (turns: readonly Turn[]) => readonly CountedTurn[] {
  let before: readonly Read[] = [];
  let byText: ReadonlyMap<string, Read> = new Map();
  return (turns) => {
    const reads = turns.map(({ text }, at) => {
      const last = before[at];
      return last?.text === text ? last : (byText.get(text) ?? readTurn(text, last));
    });
    before = reads;
    byText = new Map(reads.map((read) => [read.text, read]));
    return turns.flatMap((turn, at) => {
      const read = reads[at];
      return read ? [{ ...turn, ...read.reading }] : [];
    });
  };
}
