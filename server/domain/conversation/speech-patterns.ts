import { isQuestion, questionsIn, withoutLeadIn } from '#server/language/questions.ts';

const LISTENING = [
  'yes|yeah|yep|yup|yea|aye|right|ok(?:ay)?|alright|all right|sure|true|correct|agreed|exactly|absolutely|definitely|certainly|totally|indeed',
  'm+h*m+|mm+|hm+|mm-hm+|m+-?hm+|u+h-?hu+h|aha|ah+|oh+|wow|huh|ha|really|great|good|nice|cool|perfect|fine|lovely|interesting',
  "i see|i know|got it|go on|go ahead|of course|makes sense|that makes sense|fair enough|that's (?:right|true|fair|good|great)|sounds good|no way|(?:very|so) (?:true|good|nice)",
].join('|');

/** At most so many words show that somebody listens; more are a turn. */
export const BACK_CHANNEL_WORDS = 5;

/** What a listener says to show that they still listen. It asks for no turn, so it interrupts nobody. */
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

/** Words by which a listener shows that something reached them: surprise, agreement, doubt, a wish to hear more. */
export const REACTIONS =
  /(?<![\p{L}\p{N}'-])(?:oh|wow|whoa|ah|aha|ha|ouch|hmm+|really|seriously|interesting|fascinating|great|nice|perfect|lovely|wonderful|brilliant|awesome|amazing|cool|excellent|exactly|absolutely|definitely|totally|indeed|good (?:point|question|idea|to know)|fair (?:point|enough|question)|i (?:see|get it|like|love|agree|appreciate)|(?:that |it )?makes sense|that(?:'s| is| would be| sounds) (?:good|great|helpful|useful|right|true|interesting|perfect|fantastic|surprising|new|clear|fair)|sounds (?:good|great|right|perfect|interesting)|tell me|go (?:on|ahead)|you're (?:right|kidding)|no way|not sure|i doubt|i wonder)(?![\p{L}\p{N}'])/giu;

// What speakers say before the point and writers do not.
const SPOKEN_LEAD_IN =
  /^(?:(?:um+|uh+|er+m?|h+m+|oh|ah|yeah|yes|yep|no|right|alright|all right|now|look|listen|anyway|sure|cool|good|nice|perfect|fine|you know|i mean|like|honestly)\b[\s,.–—-]*)+/i;

/** Asks without being a question by its form: "walk me through your week". */
const PROMPT =
  /^(?:please |can you |could you |would you )?(?:tell me (?:about|more|what|how|why|when|where|who|which)|(?:walk|talk|take) me through|help me understand|describe (?:to me|for me|your|the|a|how|what)|explain (?:to me|how|why|what))\b/i;

// "What we have is new", "which worked" and "when it broke" tell; asking turns the words round: "what have you", "which one works".
const RELATIVE = /^(?:what|which|who|whose|when|where|why|how|while)\b/i;
const INVERTED =
  /^(?:(?:what|who|where|when|why|how)(?:'s|'re|'d| is| are| was| were| am| do| does| did| can| could| will| would| should| shall| may| might| have| has| had)|what (?:happens|about|if|else|kind|sort|time|next)|how (?:about|come|much|many|long|often|soon|far|big|old|fast|quickly|large)|why not|who else|(?:what|which|whose) (?!\w+s (?:is|was)\b|i\b|we\b|you\b|it\b|they\b|he\b|she\b|that\b|this\b|there\b|means\b|is\b|are\b|was\b|were\b|worked\b)[\w-]+(?: [\w-]+)? (?:is|are|was|were|do|does|did|can|could|will|would|should|have|has|works?|fits?|comes?))\b/i;
const SAID =
  /^(?:do|did) (?:it|that|this|so|not)\b|^do the (?!\w+s\b)|^don't (?!you\b|we\b|they\b|i\b)|^have (?!you\b|we\b|they\b|i\b|any)|^(?:may|might) (?:i|we) (?:thank|say)\b/i;
const SO_DO_I = /^(?:so|neither|nor) (?:do|does|did|am|is|are|was|were|can|could|will|would|have|has|had|should) \w+[.!]*$/i;

const pointOf = (sentence: string): string => withoutLeadIn(sentence.replace(SPOKEN_LEAD_IN, '') || sentence);

/** Whether a spoken sentence asks: it ends in a question mark, or it opens like a question and was written down without one. */
export function asks(sentence: string): boolean {
  if (sentence.includes('?')) return isQuestion(sentence);
  const point = pointOf(sentence);
  if (PROMPT.test(point)) return true;
  if (!isQuestion(point) || SO_DO_I.test(sentence)) return false;
  return RELATIVE.test(point) ? INVERTED.test(point) : !SAID.test(point);
}

const OPEN = /^(?:what|why|how|which)\b/i;
// These ask for one fact, which is said in a word.
const FACT =
  /^how (?:much|many|long|often|soon|far|big|old|fast|quickly|large|tall|wide|heavy|late|early)\b|^(?:what|which) (?:time|day|date|month|year|number|size|color|colour|floor|address|name|price|percentage|one|model|plan)\b|^what(?:'s| is) (?:the|your|his|her|their|its) (?:\w+ )?(?:name|number|address|price|date|total|email|phone|budget|deadline)\b/i;

/** Whether a question leaves the answer to the other: it asks what, why or how, and not for a single fact, a yes or a no. */
export function isOpen(question: string): boolean {
  const point = pointOf(question);
  return PROMPT.test(point) || questionsIn(point).some((part) => OPEN.test(part) && !FACT.test(part));
}
