import { capitalised } from '#server/language/plain-text.ts';
import { type CallSentence, type CallText, withoutFillers, withoutLeadIn } from './call-text.ts';

// What a call is called: the thing somebody wants, in at most eight words, cut where a phrase ends.

const WORDS = { least: 2, most: 8 } as const;

/** Who wants something, and how; what follows is wanted. */
const WANTED =
  /\b(?:(?:i|we|our (?:company|team|office|business))(?:'re| are|'m| am|'ve| have|'d| would| was| were)? (?:(?:\w+ly|also|just|still|been|always|about) ){0,3}(?:need(?:s|ed)? (?:help |assistance |support )?(?:with |to |in )?|want(?:s|ed)? (?:help |to )?(?:with |to )?|like (?:to )?|love to |looking (?:for |to |into |at )|hop(?:e|ing) (?:to |for )|try(?:ing)? to |plan(?:ning)? (?:to |on |for )|thinking (?:of |about )|consider(?:ing)? |interested in |concerned about |worried about |call(?:ing)? (?:about |to |because |for |regarding |in about )|wondering (?:if|about) |here (?:for|to) )|(?:can|could) you (?:please |also )?(?=(?:send|help|check|give|explain|provide|tell|move|change|cancel|add|update|fix)\b)|having (?:(?:an?|some|a lot of|lots of|constant|really|\w+) ){0,3}(?=trouble|issues|problems?|difficult)|experienc(?:ing|ed) (?:some )?|(?:noticed|received|got|have) (?=(?:an?|the|some|several|\w+) (?:\w+ ){0,3}(?:charges?|bill|error|problem|issue|activity|invoice|damage|message|notice)))/i;
/** Words before the thing itself: "know more about your plans", "get a quote for chairs". */
const ABOUT_IT =
  /^(?:(?:to|please|some|a bit|more|learn|know|find out|hear|hearing|see|talk|speak|ask|discuss|inquire|get|have|understand|information|help|out|with|about|on|having|how to|your|you|someone|me|us|if there (?:is|are)) )+(?=\S)/i;
/** Of "how AI can improve our sales" only the last part is wanted. */
const HOW_IT_HELPS = /^how [^,.?!]{2,40}? (?:can|could|would|might|will) (?:also )?(?:help )?(?:us |you )?/i;
const ENDS =
  /[,;:!?—–"“”]|(?<!\b(?:Dr|Mr|Mrs|Ms))\.(?= |$)| - | (?:and|but|so|because|which|that|who|since|when|while|if|as|due to|where|how|what|okay|ok|thanks|please|unless|until|without|we|I|i|you|they|he|she|it|before|after)(?= |$)/;
const PREPOSITION =
  / (?:for|with|to|of|in|at|on|from|about|by|into|during|across|over|through|like|per|this|last|next|every|now|lately)(?= |$)/gi;
const LOOSE_END =
  /(?: (?:a|an|the|and|or|to|for|with|of|in|at|on|from|about|by|into|is|are|our|my|your|their|also|just|really|very|been|be|has|have|there|now|please|right|then|all|some|any|more|do|does|one|several|today|further|in detail|soon|please|recently))+$/i;
/** What points to something instead of naming it. */
const POINTS =
  /^(?:it|[Tt]hat|[Tt]his|them|[Tt]hese|[Tt]hose|[Ss]omething|[Aa]nything|[Ee]verything|one|[Hh]ere|[Tt]here|[Yy]es|[Nn]o|[Hh]i|[Hh]ello|[Ww]e|[Yy]ou|I|[Tt]hey|[Hh]e|[Ss]he|be|do|go|get|make|tell|give|provide|if|how|what|down|for|work|further|fixed|[Rr]esolved|[$€£₹\d].*|resolved|help|check|explain|his|her)\b(?! (?:an?|the)\b)|\b(?:it|them|something|anything|stuff|things?|that|this)$/;
/** Talk about the talk, which no call is named after. */
const OF_THE_TALK =
  /\b(?:think|sure|talk|minutes?|moment|question|forward|know|hear|call(?:ing)?|speak|meeting you|honest|understand|exactly|seconds?|first|best|wrong|right|way|lot|bit|talking|meaning|curious|hearing|kind|sort|happy|glad|thanks?)\b/i;

/** Cuts a phrase to at most eight words where a part of it ends; null where what is left names nothing. */
function nameOf(phrase: string): string | null {
  const until = ENDS.exec(phrase)?.index ?? phrase.length;
  let name = phrase
    .slice(0, until)
    .replace(/\b(?:our|my)\b/gi, 'the')
    .replace(/^(?:your|the|an?|some|any|this|that) (?=\S)/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  while (name.split(' ').length > WORDS.most) {
    const cuts = [...name.matchAll(PREPOSITION)].map(({ index }) => index).filter((index) => index > 0);
    const last = cuts.at(-1);
    if (last === undefined) return null;
    name = name.slice(0, last);
  }
  name = name.replace(LOOSE_END, '').replace(/[\s.]+$/, '');
  return name.length < 4 || POINTS.test(name) ? null : capitalised(name);
}

const MY_NAME = /^my name is [^,.]{2,40}[,.] (?:and )?/i;
/** Words before the trouble itself: "since this morning my screen …". */
const SINCE =
  /^(?:(?:since|for|over|in) (?:the )?(?:this|last|past|yesterday|today|\w+) ?(?:morning|week|few|month|night|couple)?(?: (?:days?|weeks?|hours?|months?))?,? )(?=(?:my|our|the) )/i;
const TROUBLE =
  /\b(?:not (?:working|syncing|loading|printing|showing|receiving|connecting)|(?:is|are|was|were|has been|have been|keeps?|went|goes|seems?|got) (?:\w+ ){0,3}(?:down|slow|out|cutting|dropping|broken|crashing|failing|higher|jammed|stuck|leaking|losing|wrong|spotty|intermittent|unreliable|terrible|ending|expiring|running|missing|late|damaged|blocked|locked|going down)|drops?|leak\w*|broke|fails?|won't|doesn't|can't|cannot|never (?:arrived|loads?|came)|stops?|says|jam|took off|charged|no longer)\b/i;

/** What a sentence of the customer asks for or complains about, as a title says it; null where it names nothing. */
export function subjectIn(sentence: string): string | null {
  const text = withoutLeadIn(withoutFillers(sentence)).replace(/[’‘]/g, "'").replace(/["“”]/g, '').replace(MY_NAME, '');
  const found = WANTED.exec(text);
  // Of "we're moving to a new office and need to transfer our services" the second half is the request.
  const second = /\band (?:also )?(?:(?:will )?need|want|would like|are looking|am looking) (?:help )?(?:to |for |with )?(.+)/i.exec(
    text,
  )?.[1];
  const wanted =
    second ??
    (found
      ? text
          .slice(found.index + found[0].length)
          .replace(ABOUT_IT, '')
          .replace(HOW_IT_HELPS, '')
      : null);
  const name = wanted === null ? null : nameOf(wanted);
  // A single word says enough where somebody worries about it or has their own: "our bill".
  const isNamed =
    name !== null && (name.includes(' ') || /^(?:our|my) /i.test(wanted ?? '') || /(?:concerned|worried) about /i.test(found?.[0] ?? ''));
  if (isNamed && !OF_THE_TALK.test(name)) return name;
  if (!TROUBLE.test(text)) return null;
  const whole = nameOf(text.replace(SINCE, '').replace(/^(?:we|i)(?:'re| are|'m| am|'ve been| have been) /i, ''));
  return whole !== null &&
    whole.split(' ').length >= WORDS.least &&
    TROUBLE.test(whole) &&
    !/^(?:nobody|everything|something|sometimes)\b/i.test(whole)
    ? whole
    : null;
}

/** What the rep came to talk about. */
const PURPOSE =
  /\b(?:(?:to|and) (?:discuss|demonstrate|present|introduce|showcase) |(?:talk|speak|chat|calling|here|reaching out|follow(?:ing)? up|check(?:ing)? in|about) (?:(?:to|with) (?:you|the [\w ]{1,30}?) )?(?:about|regarding|on) |(?:interested in|interest in|you(?:'re|'ve been| are| were| have been) (?:looking (?:into|for|at|to)|considering)|inquiry about|inquired about|asked about|request for) |(?:show|tell) you (?:about )?(?=our|my|the|a))(.{3,120})/i;
const OPENING_TURNS = 5;

/** What the rep says at the beginning that the call is about; null where they do not. */
export function purposeIn({ sentences }: CallText): string | null {
  for (const { text, turn, speaker } of sentences) {
    if (turn > OPENING_TURNS) return null;
    if (speaker === 'customer') continue;
    const phrase = PURPOSE.exec(text.replace(/[’‘]/g, "'"))?.[1]
      ?.replace(/^how (?=(?:our|my|the|your|\w+) )/i, '')
      .split(/ (?:can|could|will|would|might|with (?:Dr|Mr|Mrs|Ms))\b/)[0]
      ?.replace(/\byour\b/gi, 'the');
    const name = phrase === undefined ? null : nameOf(phrase);
    if (name !== null && name.split(' ').length >= WORDS.least && !OF_THE_TALK.test(name)) return name;
  }
  return null;
}

/** The first subject that some sentences have. */
export const firstSubject = (sentences: readonly CallSentence[]): string | null => {
  for (const { text } of sentences) {
    const subject = subjectIn(text);
    if (subject !== null) return subject;
  }
  return null;
};
