import { wordsOf } from '#server/language/words.ts';
import type { CallSentence, CallText } from './call-text.ts';

// How a call ended is taken from what the customer said last that decides something: "thanks, bye" decides nothing.

/** How a call ended, and the customer's words that say so. */
export interface Outcome {
  readonly kind: 'resolved' | 'unresolved' | 'agreed' | 'declined' | 'postponed' | 'untested' | 'open';
  readonly sentence: CallSentence;
  /** What the rep proposed just before, where the words alone do not say what was agreed to; null otherwise. */
  readonly proposal: CallSentence | null;
}

/** How somebody says that something works again. */
const RESOLVED =
  /\b(?:(?:works?|working|fixed|resolved|stable|connected|online|solved|back|up|loads?|loading|fine|good|better|forwarded|active|through|visible) (?:now|again|fine|perfectly|properly)|(?:now|again|all) (?:works?|working|stable|connected|online|fixed|resolved|good|set up)|(?:that|it|this) (?:worked|fixed it|solved it|helped|did (?:it|the trick)|works)|it(?:'s| is) (?:working|fixed|resolved|back|up and running|done)|is (?:much )?(?:better|faster|stable) now|(?:coming|going) through now|seems? (?:to be )?(?:much )?(?:stable|fine|okay|ok|working|better|resolved)|(?:i|we) can (?:\w+ ){1,4}(?:now|again)|no longer (?:happens?|shows?|drops?)|(?:is|are) (?:all )?(?:set|configured|blocked|forwarded|installed|updated|synced|restored|enabled|unlocked|paired|activated) now|(?:is|are) now (?:configured|blocked|forwarded|installed|updated|synced|restored|enabled|unlocked|paired|activated))\b/i;
const UNRESOLVED =
  /\bstill (?:not (?!happy|sure|convinced|thrilled)|does(?:n't| not)|is(?:n't| not)|won't|can't|cannot|getting|having|the same|slow|down|drops?|happens|broken|nothing)\b|\b(?:dropped|happened|happening|down|crashed|out|broke|failed) again\b|\b(?:issue|problem|error) (?:still )?(?:persists|remains|happens)\b|\b(?:need|want) (?:this|it) (?:fixed|resolved|sorted)\b|\b(?:unacceptable|ridiculous|unbelievable|not (?:acceptable|good enough|a solution))\b|\bcan't keep (?:dealing|doing|waiting)\b|\bdo(?:es)?n't (?:seem to )?(?:help|work)\b|\bno (?:difference|luck|improvement)\b/i;
/** What a customer still has to find out after the call. */
const UNTESTED =
  /\b(?:i|we)(?:'ll| will) (?:\w+ and )?(?:monitor|keep an eye|test (?:it|this|that)|watch (?:it|this|that)|see (?:if|whether|how))\b/i;
const DECLINED =
  /\bnot (?:really )?interested\b|\b(?:we|i)(?:'ll| will|'m going to|'re going to| have to) (?:pass|decline|cancel)\b|\bnot (?:for us|for me|a (?:good )?fit|the right fit|worth it|going to (?:work|happen|renew|sign|buy))\b|\bdecided (?:against|not to)\b|\b(?:gone|going|go|decided to go|went) with (?:another|someone|somebody|a different|your competitor)|\b(?:take|remove) (?:us|me) off\b|\bdon't (?:need (?:it|that|this|one|any(?:thing)?)|want (?:it|that|this|to (?:buy|continue|proceed)))\b|\bfind (?:another|someone else)\b|\bswitch to another\b|\b(?:look|shop|go) elsewhere\b|\bdon't think (?:an?|it|this|that|we|i)\b.{0,60}\b(?:productive|works?|fit|right|worth|helpful|need|interested)/i;
const POSTPONED =
  /\b(?:need|have|want|like|going|got) (?:(?:some|more|a bit more) time )?to (?:think|discuss|talk (?:it|this|to|with)|speak (?:to|with)|check with|ask|run (?:it|this|that)|consult|sleep|compare|show (?:it|this|that|them)|review (?:it|this|that|the))\b|\bthink (?:about it|it over|this over)\b|\b(?:get|come|circle) back to you\b|\b(?:i'll|we'll|i will|we will|let me) (?:think|let you know|discuss|talk (?:it|this|to|with))\b|(?:\bnot|n't) (?:think we are |yet )?ready\b|\bneed (?:some|more|a bit (?:of|more)) time\b|\bmaybe (?:later|next|in the)\b|\b(?:look at|talk about|think about) (?:it|this|that) again\b|\bnot (?:right now|now|yet|this (?:week|month|quarter|year))\b|\b(?:revisit|wait until|call (?:me|us) (?:back )?(?:in|next|after))\b|\b(?:board|committee|boss|director|manager|team) (?:decides|has to|needs to|will decide|meets)\b/i;
/** What agrees by itself. */
const AGREED =
  /\blet's (?:do (?:it|that|this)|go\b|proceed|get (?:started|moving|going|it done|this done)|move (?:forward|ahead)|start|schedule|book|upgrade|switch|give it a (?:try|go|shot)|try (?:it|that|this)|set (?:it|that|this|up)|plan|sign|make it|add)|\b(?:please|can|let's|to|just|you can) go ahead\b|^\W*(?:yes,? )?go ahead\b|\b(?:sign|book|count) (?:me|us|it) (?:up|in)\b|\b(?:we'll|i'll|we will|i will) (?:take|go with) (?:it|them|the|that|those|one|two|a)\b|\b(?:please|yes,?) (?:please )?(?:add|upgrade|switch|renew|enrol+|proceed|process|order|sign|start|activate|cancel|replace|apply|do (?:it|that|so)|schedule|book)\b|\b(?:we|i)(?:'d| would) like to (?:go (?:ahead|with|for)|move (?:forward|ahead)|proceed|order|sign|buy|book|upgrade)\b|\b(?:interested in|ready to|happy to|comfortable|fine with) (?:mov(?:e|ing) (?:forward|ahead)|go(?:ing)? (?:forward|ahead)|sign(?:ing)?|approv(?:e|ing)|start(?:ing)?)|\b(?:we|you)(?:'ve| have)? (?:got )?a deal\b|\bit's a deal\b|\b(?:we'll|i'll|we will|i will) (?:get it signed|sign (?:it|that|today))|\bsend (?:me |us |over |it over|that over)*(?:the |that )?(?:contract|agreement|paperwork)\b|^\W*(?:approved|agreed|deal)\b/i;
/** What agrees where something was proposed. */
const ACCEPTS =
  /\b(?:that|it|this|which) (?:works|would (?:work|be (?:\w+ )?(?:great|perfect|fine|good|helpful)))\b|\b(?:sounds|seems) (?:\w+ )?(?:like a (?:good |great |reasonable |fair )?(?:plan|deal|way|idea|approach|solution)|good|great|fair|perfect|reasonable|helpful)|\b(?:would be|is|works) (?:fine|great|perfect|good) (?:for (?:me|us))?|^\W*(?:please do|send (?:it|them|that))\b/i;
/** A yes that says so only after somebody proposed something. */
const YES = /^\W*(?:yes|yeah|yep|sure|absolutely|of course|definitely|okay|ok|alright|perfect|great|deal|agreed|certainly|please do)\b/i;
const PROPOSAL =
  /\b(?:would you (?:like|be interested)|shall (?:we|i)|should (?:we|i)|can (?:we|i)|could (?:we|i)|do you want|how about|how (?:does|do|would) (?:that|this|\w+day|next|tomorrow)|does (?:that|\w+day|tomorrow) (?:work|sound|suit)|would (?:that|\w+day|tomorrow) (?:work|be)|want me to|are you (?:ready|okay|happy|comfortable)|why don't (?:we|i)|interested|of interest)\b[^?]{0,200}\?/i;
const MORE_HELP = /\banything else\b|\b(?:other|more|further|any) questions\b|\bwas there anything\b/i;
const UNCERTAIN = /\b(?:if|unless|when|once|whether|suppose|until|would have)\b/i;
/** What still stands against it at the end of a call. */
const STILL_AGAINST =
  /\b(?:would|will|'d) (?:need|have) to (?:come down|be (?:lower|cheaper))|\btoo (?:expensive|steep|high|much money)\b/i;
const NOTHING_MORE =
  /^\W*(?:no|nope|not (?:right |for )?now|not (?:really|at the moment)|i think (?:that|we)|that(?:'s| is) (?:all|it|everything))\b/i;
const NOT_DONE = /n't\b|\b(?:not|need|needs|want|hope|please|make sure|ensure|should)\b/i;
/** The part of a call in which it is decided. */
const DECIDING = 0.4;
const MOST_WORDS = 60;

interface Asked {
  /** The last thing the rep proposed before the turn; null for nothing. */
  readonly proposal: CallSentence | null;
  readonly moreHelp: boolean;
}

/** What a sentence of the customer decides, and whether it does so by itself; null for nothing. */
function decides(
  { text, position }: CallSentence,
  isSupport: boolean,
  { proposal, moreHelp }: Asked,
): { kind: Outcome['kind']; isPlain: boolean } | null {
  const own = text.replace(/[’‘]/g, "'");
  if (own.endsWith('?') || wordsOf(own).length > MOST_WORDS) return null;
  // "No, thank you" to "anything else?" turns nothing down, and "not right now" puts nothing off.
  if (moreHelp && NOTHING_MORE.test(own)) return null;
  if (isSupport && UNRESOLVED.test(own)) return { kind: 'unresolved', isPlain: true };
  if (isSupport && RESOLVED.test(own) && !NOT_DONE.test(own) && !UNCERTAIN.test(own)) return { kind: 'resolved', isPlain: true };
  if (isSupport && UNTESTED.test(own)) return { kind: 'untested', isPlain: true };
  const isCertain = !UNCERTAIN.test(own.replace(/\bif (?:you|they) (?:are|do|can)\b/i, ''));
  if (DECLINED.test(own) && (isCertain || /\bunless\b/i.test(own))) return { kind: 'declined', isPlain: true };
  if (POSTPONED.test(own) || (position > LATE && STILL_AGAINST.test(own))) return { kind: 'postponed', isPlain: true };
  if (moreHelp || !isCertain || /n't\b|\bnot\b|\bbut\b/i.test(own)) return null;
  if (AGREED.test(own)) return { kind: 'agreed', isPlain: true };
  if (proposal !== null && /^\W*no,? (?:thank you|thanks)\b/i.test(own)) return { kind: 'declined', isPlain: false };
  return position > LATE && proposal !== null && (YES.test(own) || ACCEPTS.test(own)) ? { kind: 'agreed', isPlain: false } : null;
}
/** Where a yes to a question and what stands against an offer say how a call ends. */
const LATE = 0.65;

/** Words that say by themselves what was agreed to, or proposed. */
const TELLING_WORDS = 6;

/**
 * How a call ended, by the last words of the customer that decide something; null where none do. What decides by itself outweighs a mere
 * yes to a question.
 */
export function outcomeOf({ sentences, customer }: CallText, isSupport: boolean): Outcome | null {
  const first = customer[0]?.turn ?? 0;
  let asked: Asked = { proposal: null, moreHelp: false };
  let before: CallSentence | null = null;
  let plain: Outcome | null = null;
  let weak: Outcome | null = null;
  for (const sentence of sentences) {
    const { text, speaker, turn, position } = sentence;
    const isSameTurn: boolean = before?.turn === turn;
    if (speaker === 'rep') {
      const soFar: Asked = isSameTurn ? asked : { proposal: null, moreHelp: false };
      // "How does that sound?" points to the sentence before.
      const pointsBack =
        isSameTurn && before !== null && wordsOf(text).length <= TELLING_WORDS && wordsOf(before.text).length > TELLING_WORDS;
      asked = {
        proposal: PROPOSAL.test(text.replace(/[’‘]/g, "'")) ? (pointsBack ? (soFar.proposal ?? before) : sentence) : soFar.proposal,
        moreHelp: soFar.moreHelp || MORE_HELP.test(text),
      };
    } else if (speaker === 'customer' && turn !== first && position >= DECIDING) {
      const decided = decides(sentence, isSupport, asked);
      const isTelling = wordsOf(text).length >= TELLING_WORDS || decided?.kind !== 'agreed';
      const outcome = decided && { kind: decided.kind, sentence, proposal: isTelling ? null : asked.proposal };
      if (decided?.isPlain) plain = outcome;
      else if (outcome) weak = outcome;
    }
    before = sentence;
  }
  const isOpen = before !== null && before.speaker === 'rep' && asked.proposal?.turn === before.turn && !asked.moreHelp;
  return plain ?? weak ?? (isOpen && asked.proposal ? { kind: 'open', sentence: asked.proposal, proposal: null } : null);
}

const DONE_VERB =
  '(?:reset|fixed|applied|credited|refunded|updated|processed|restarted|configured|replaced|activated|added|removed|resolved|scheduled|opened|created|renewed|restored|set up|enabled|upgraded|cancel+ed|changed|extended|issued|sent|e-?mailed|switched|enrol+ed|escalated|arranged|booked|dispatched|adjusted|waived|corrected|transferred|suspended|ordered|shipped|reversed|unlocked|submitted|filed|registered|moved|made (?:some|the|those) \\w+|corrected|complete(?:d)?|confirmed|reserved|noted)';
/** What somebody has done, or is done. */
export const DONE = new RegExp(
  `\\b(?:(?:i|we)(?:'ve| have)(?: just| now| already| also| successfully)* ${DONE_VERB}|(?:has|have) (?:now |already |just )?been ${DONE_VERB}|(?:is|are) now (?:${DONE_VERB}|active|live|back|ready))\\b|\\b(?:is|are|it's) (?:now )?up and running\\b|\\bsetup is complete\\b|\\bi(?:'m| am) (?:now )?(?:applying|processing|adding|issuing|cancel+ing|upgrading|crediting) (?:that|the|this|your|an?) [^.?!]{3,60} now\\b`,
  'i',
);
const NOT_OF_THIS_CALL =
  /\?|\b(?:as soon as|once|when|if|until|already been told|last (?:week|month|year)|appears?|in error|helped|clients?|other customers?)\b/i;

/** What the rep said during the call that they did: at most so many sentences, the last ones. */
export const doneIn = ({ sentences }: CallText, most = 2): readonly CallSentence[] =>
  sentences
    .filter(
      ({ speaker, text, position }) =>
        speaker === 'rep' &&
        position > 0.2 &&
        DONE.test(text.replace(/[’‘]/g, "'")) &&
        !NOT_OF_THIS_CALL.test(text) &&
        !/\b(?:to|for|with|the|an?|of)\W*$/i.test(text) &&
        wordsOf(text).length <= 45,
    )
    .slice(-most);
