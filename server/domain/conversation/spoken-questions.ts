import { isQuestion, withoutLeadIn } from '#server/language/questions.ts';

// What speakers say before the point and writers do not.
const SPOKEN_LEAD_IN =
  /^(?:(?:um+|uh+|er+m?|h+m+|oh|ah|yeah|yes|yep|no|right|alright|all right|now|look|listen|anyway|sure|cool|good|nice|perfect|fine|you know|i mean|like|honestly)\b[\s,.–—-]*)+/i;

/** A request for an answer that has not the form of a question: "walk me through your week". */
export const PROMPT =
  /^(?:please |can you |could you |would you )?(?:tell me (?:about|more|what|how|why|when|where|who|which)|(?:walk|talk|take) me through|help me understand|describe (?:to me|for me|your|the|a|how|what)|explain (?:to me|how|why|what))\b/i;

// "What we have is new", "which worked" and "when it broke" are statements; a question has its verb before its subject: "what have you", "which one works".
const RELATIVE = /^(?:what|which|who|whose|when|where|why|how|while)\b/i;
const INVERTED =
  /^(?:(?:what|who|where|when|why|how)(?:'s|'re|'d| is| are| was| were| am| do| does| did| can| could| will| would| should| shall| may| might| have| has| had)|what (?:happens|about|if|else|kind|sort|time|next)|how (?:about|come|much|many|long|often|soon|far|big|old|fast|quickly|large)|why not|who else|(?:what|which|whose) (?!\w+s (?:is|was)\b|i\b|we\b|you\b|it\b|they\b|he\b|she\b|that\b|this\b|there\b|means\b|is\b|are\b|was\b|were\b|worked\b)[\w-]+(?: [\w-]+)? (?:is|are|was|were|do|does|did|can|could|will|would|should|have|has|works?|fits?|comes?))\b/i;
const STATEMENT =
  /^(?:do|did) (?:it|that|this|so|not)\b|^do the (?!\w+s\b)|^don't (?!you\b|we\b|they\b|i\b)|^have (?!you\b|we\b|they\b|i\b|any)|^(?:may|might) (?:i|we) (?:thank|say)\b/i;
const SO_DO_I = /^(?:so|neither|nor) (?:do|does|did|am|is|are|was|were|can|could|will|would|have|has|had|should) \w+[.!]*$/i;

/** A spoken sentence from where it says something. */
export const pointOf = (sentence: string): string => withoutLeadIn(sentence.replace(SPOKEN_LEAD_IN, '') || sentence);

/** Whether a spoken sentence is a question: it ends in a question mark, or it opens like a question and was written down without one. */
export function isSpokenQuestion(sentence: string): boolean {
  if (sentence.includes('?')) return isQuestion(sentence);
  const point = pointOf(sentence);
  if (PROMPT.test(point)) return true;
  if (!isQuestion(point) || SO_DO_I.test(sentence)) return false;
  return RELATIVE.test(point) ? INVERTED.test(point) : !STATEMENT.test(point);
}

const SUBJECTS = '(?:you|we|i|it|they|he|she|that|this|there|your|our|the|my|guys|anyone|anybody|everyone)';
/** Where nothing marks the end of a sentence, a question shows in the order of its words: "what are you", "do you". */
const TURNED_ROUND = new RegExp(
  [
    `(?<!\\b(?:know|knows|see|understand|explain|of|about|exactly|that's|sure|tell|show|told|on) )\\b(?:what|how|why|when|where|who|which|what (?:kind|sort|type) of \\w+|how (?:many|much|long|often|soon|big|far)(?: \\w+)?)(?:'s|'re|'d)? ?(?:is|are|was|were|do|does|did|can|could|would|will|should|have|has) ${SUBJECTS}\\b`,
    '(?<!\\b(?:what|how|why|when|where|who|which|that|so|if|whether|as|than|much|many|long|often|but i|and i|i|we|you|they|it|he|she|people|folks|not|nor|neither|kind of \\w+|sort of \\w+) )\\b(?:do|did|does|are|were|have|can|could|would|will|should) (?:you|we|they|your|anyone|that|this|it)\\b(?! (?:know what i mean|know what))',
    '\\b(?:what about|how about|how come|is there (?:a|an|any)|are there any|is that (?:right|correct|ok|okay|fair|something|the)|does that (?:make|sound|work)|sound good|sounds fair|make sense to you)\\b',
  ].join('|'),
  'gi',
);
/** Whether a sentence was written down without punctuation. */
export const isUnmarked = (sentence: string): boolean => !/[.!?;:,…]/.test(sentence);

/** The questions in a sentence without punctuation, each from its first word to the next one's. */
export function questionsInRun(sentence: string): string[] {
  const starts = [...sentence.matchAll(TURNED_ROUND)].map(({ index }) => index);
  return starts.map((start, at) => sentence.slice(start, starts[at + 1] ?? sentence.length).trim());
}
