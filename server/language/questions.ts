/** What kind of answer would satisfy a question. */
export type Seeks = 'amount' | 'time' | 'steps' | 'person' | 'decision' | 'anything';

const WH = "what(?:'s|s)?|which|when(?:'s)?|where(?:'s)?|why|who(?:'s|m)?|whose|how(?:'s)?";
const AUX =
  "do|does|did|don't|doesn't|didn't|is|are|was|were|isn't|aren't|can|can't|could|couldn't|will|would|should|shall|may|have|has|haven't|hasn't|am";
const SUBJECT =
  'i|we|you|it|they|he|she|there|this|that|these|those|the|my|our|your|a|an|any|anyone|someone|all|both|one|two|[A-Z][\\w-]*|maintenance|delivery|shipping|installation|training|support';

const OPENERS = new RegExp(
  `^(?:${WH})\\b|^(?:${AUX}) (?:${SUBJECT})\\b|^any (?:chance|idea|news|update|word|way|luck|special|discount)|^wondering\\b|^is\\b.*\\?`,
  'i',
);
const INDIRECT =
  /^(?:(?:i|we)(?: was|'m| am| are|'re| were)? (?:just )?(?:wonder(?:ing|ed)?)|(?:i|we)(?:'d| would)? (?:just )?(?:like|love|want(?:ed)?|need) to (?:know|ask|find out|check|understand|hear)|(?:just )?wondering|(?:please )?(?:let (?:me|us) know|tell (?:me|us)|advise|confirm)|(?:can|could|would|will) you (?:please |kindly |just )?(?:tell (?:me|us)|let (?:me|us) know|advise|confirm|explain|clarify)|do you know|any idea|not sure|curious)\b(?: please| me| us)?[,:]? ?(?=(?:whether|if|what|which|when|where|why|who|how|about|the)\b)/i;
const LEAD_IN =
  /^(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day))\b[^,.!?]{0,30}[,.!]|(?:and|also|but|so|or|well|ok|okay|plus|then|next|finally|lastly|firstly|secondly|thirdly|first|second|third|another (?:question|thing)|(?:one )?(?:quick|more|last|other) question|question|ps|by the way|btw|just|actually|in addition|additionally|please (?=can|could|would|will|tell|let|confirm|advise|do|is|are|what|how|when|where)|sorry|great|thanks|thank you|brilliant|excuse me|following up on [^,–—-]{3,40}(?=[,–—-])|further to [^,]{3,60}(?=,)|as (?:discussed|agreed|mentioned)[^,]{0,30}(?=,))\b[,:.!-]* ?|q\d?[:.)] ?)+/i;

// "I would be grateful if you could let me know whether …", "I am writing to ask when …", "Can you ask an agent where …"
const POLITE_FRAME =
  /^(?:(?:(?:i|we)(?:'d| would) (?:really |very much |greatly )?(?:be (?:very |most |really )?(?:grateful|thankful|happy|glad)|appreciate it)|it would be (?:very |really )?(?:great|good|nice|kind|helpful|lovely)) if (?:you|someone|somebody) (?:could|can|would|might) (?:please |kindly |also )?|(?:i|we)(?:'m| am|'re| are) (?:just |only )?(?:writing|reaching out|contacting you|emailing|messaging|getting in touch)(?: to you| with you)?(?: today)? to (?:ask|enquire|inquire|find out|check|know) (?=(?:whether|if|what|which|when|where|why|who|how)\b)|(?:please,? ?)?(?:(?:can|could|would|will) you (?:please |kindly )?)?(?:ask|check with) (?:an?|the|your|one of your|some) (?:\w+ )?(?:agent|agents|colleague|colleagues|team|operator|representative|manager|advisor|expert|technician|person) (?=(?:whether|if|what|which|when|where|why|who|how)\b))/i;

/** A sentence without the greeting, the "also", the "quick question:" or the politeness before the point. */
export const withoutLeadIn = (sentence: string): string => {
  const rest = sentence.replace(LEAD_IN, '').trim().replace(POLITE_FRAME, '');
  return rest.length > 2 ? rest : sentence;
};

// What is asked after something was told or wished: "…, can you help me?", "…, tell me how I can do it".
const HELP_QUESTION =
  /^(?:(?:and |so |but )?(?:(?:can|could|would|will) you |please |kindly |pls )*(?:help|assist)(?: me| us)?(?: out| please| with (?:it|this|that))*|(?:(?:can|could|would|will) you |please |kindly |just )*(?:tell|show|explain to|explain|advise|let) (?:me|us) (?:please |know )?(?:how|where|what)(?: (?:can|could|do|should) (?:i|we)|(?: (?:i|we))?(?: (?:can|could|should|have to|must|need to))?)(?: to)? (?:do|proceed|go about)(?: (?:it|that|this|so))?|(?:and |so )?(?:what|how) (?:(?:can|could|do|should|shall|must|would) (?:i|we)|to)(?: have to| need to| best)? (?:do|proceed|go about)(?: (?:it|that|this|so|now|next|first|about (?:it|that|this)))*|where (?:can|could|do|should) (?:i|we) (?:do|find|see|get) (?:it|that|this|so)|(?:is|would) (?:it|that|this)(?: be)? possible|is there (?:a|any) way(?: to do (?:it|that|this|so))?|any (?:ideas?|help|advice|suggestions?|tips?|thoughts)|how come|how (?:does|would) (?:it|that|this) work)(?: please| now| then| here)*$/i;

/** Whether a question only asks for help with what was told before it: "what should I do?" */
export const isHelpQuestion = (question: string): boolean => HELP_QUESTION.test(question.replace(/[\s.!?,;]+$/, ''));

/** A sentence that ends with such a question: what comes before it. Null where it does not, or where nothing comes before. */
export function beforeHelpQuestion(sentence: string): string | null {
  const point = withoutLeadIn(sentence);
  for (const { index } of point.matchAll(/[,;:.–—-] ?(?=\p{L})|(?<=\w) (?=(?:can|could|would|please|tell|help|what|how|is|any)\b)/giu)) {
    const before = point
      .slice(0, index)
      .replace(/[\s,;:.–—-]+$/, '')
      .replace(/,? (?:and|so|but)$/i, '');
    if (before.split(' ').length >= 2 && isHelpQuestion(point.slice(index).replace(/^[\s,;:.–—-]+/, ''))) return before;
  }
  return null;
}

/** Whether a sentence is a question, with or without a question mark. */
export function isQuestion(sentence: string): boolean {
  const point = withoutLeadIn(sentence);
  if (/\?/.test(sentence)) return /[\p{L}\p{N}]/u.test(sentence);
  // "Ask an agent if I can get a bill."
  if (POLITE_FRAME.test(sentence.replace(LEAD_IN, '').trim()) && /^(?:if|whether)\b/i.test(point)) return true;
  if (INDIRECT.test(point)) return /\b(?:whether|if)\b|^(?:just )?wondering|^(?:i|we)\b.{0,12}\bwonder/i.test(point);
  return (
    OPENERS.test(point) &&
    !/^(?:when|while|what a|how (?:nice|great|lovely|kind|dare|disappointing)|which|who|where) ?(?:i|we|you|it|they|the|is|was|means|nice|great)?\b.*[,!]/i.test(
      point,
    ) &&
    !/^have (?:an?|someone|somebody)\b|^do an?\b|^will (?:do|be)\b|^may i (?:thank|say)\b/i.test(point)
  );
}

const NEXT_QUESTION = new RegExp(
  `(?:,? (?:and|or|also|but)(?: also)?|,) (?=(?:(?:please )?(?:let (?:me|us) know|tell (?:me|us)|confirm|advise) )|(?:(?:${WH}) |(?:${AUX}) (?:i|we|you|it|they|there|the|my|our|your|this|that)\\b|(?:whether|if) (?:i|we|you|it|they|there|the|my|our|your|delivery|this|that)\\b))|(?<=\\w{3}) also (?=(?:${AUX}) (?:i|we|you)\\b)`,
  'i',
);
const SUBORDINATE = /\b(?:tell|know|confirm|explain|wondering|understand|advise|whether|if)\b/i;

/** The separate questions of a sentence, each without its introduction: "what does it cost and do you ship?" has two. */
export function questionsIn(sentence: string): string[] {
  const point = withoutLeadIn(sentence);
  const parts = point.split(NEXT_QUESTION).flatMap((part) => part.split(/(?<=\?)\s*/));
  const isQuestionPart = (part: string) => OPENERS.test(part) || INDIRECT.test(part) || /^(?:whether|if) /i.test(part);
  const questionParts = parts.map(tail).filter((part) => parts.length === 1 || isQuestionPart(part));
  return (questionParts.length > 0 ? questionParts : [tail(point)])
    .map((part) =>
      part
        .replace(INDIRECT, '')
        .replace(/(?<![\s.!?,;])[\s.!?,;]+$/, '')
        .trim(),
    )
    .filter((part) => /\p{L}{2}|\p{N}/u.test(part));
}

// "We are 25 people, how much is the Business plan?": the question begins after the comma.
const AFTER_COMMA = new RegExp(
  `^(.{8,}?)(?:[,;:]| -|—|–) (?:(?:and|but|so) )?((?:${WH}) .{4,}|(?:${AUX}) (?:i|we|you|it|they|there|the|my|our|your|this|that|any)\\b.{4,})$`,
  'i',
);
const tail = (part: string) => {
  const found = !OPENERS.test(part) && !SUBORDINATE.test(part) ? AFTER_COMMA.exec(part) : null;
  return found?.[2] ?? part;
};

const SEEKS: readonly (readonly [RegExp, Seeks])[] = [
  [/\b(?:how much|price|prices|pricing|cost|costs|fee|rate|ballpark|damage)\b/i, 'amount'],
  [/\b(?:how (?:long|soon|quick(?:ly)?|fast|often)|when|what time|by what date|response time|lead time|notice period)\b/i, 'time'],
  [/\bhow (?:do|can|should|would) (?:i|we|you)\b|\bhow to\b|\bsteps\b|\bwhat (?:should|can|do) (?:i|we) do\b/i, 'steps'],
  [/^who\b/i, 'person'],
  [new RegExp(`^(?:${AUX}|whether|if|any)\\b`, 'i'), 'decision'],
];

/** What kind of answer a question wants, so that a price is never answered with a sentence that names none. */
export const seeksOf = (question: string): Seeks => SEEKS.find(([pattern]) => pattern.test(question))?.[1] ?? 'anything';
