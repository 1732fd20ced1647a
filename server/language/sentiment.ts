import vader from 'vader-sentiment';
import { isShouted } from './plain-text.ts';

/** How a text feels. */
export type Feeling = 'negative' | 'neutral' | 'positive';

/** How the customer feels, as the tone of the answer needs it. */
export type Mood = 'angry' | 'frustrated' | 'neutral' | 'pleased';

// A general lexicon knows "terrible" but not that "still waiting" is bad news or that "no problem" is good news; these do. Added, then clamped to -1..1.
const CUES: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:unacceptable|ridiculous|disgrace\w*|disgust\w*|appalling|furious|outrag\w+|pathetic|useless|incompeten\w+|scam|rip-?off|(?:a|what a|your) joke|joke of|garbage|rubbish|sucks|epic ?fail)\b/i,
    -0.8,
  ],
  [/\b(?:worst|terrible|horrible|awful|fed up|sick of|sick and tired|had enough|waste of|nightmare|regret)\b/i, -0.5],
  [
    /\b(?:disappoint\w*|not (?:very |at all |really |too )?(?:happy|impressed|satisfied|pleased|good enough)|unhappy|dissatisfied|annoy\w*|frustrat\w*|upset|let (?:us|me) down|(?:expect(?:ed)?|deserve) (?:more|better))\b/i,
    -0.6,
  ],
  [
    /\bstill (?:no|not|waiting|awaiting|hasn't|haven't|isn't|doesn't|on hold)|\b(?:has|have|had)(?: not|n't) (?:\w+ ){0,2}(?:arrived|received|come|heard|been (?:delivered|fixed|resolved))|\bnever (?:arrived|came|comes|turned|showed|received|got|agreed|works?|again|had|heard)|\bnot arrived|\bheard nothing|\bnowhere\b/i,
    -0.5,
  ],
  [
    /\b(?:crash\w*|leak(?:s|ing|ed)?|broken|broke|crack(?:ed)?|crushed|dented|smashed|ripped|torn|scratched|only (?:\w+ ){1,2}(?:came|arrived)|faulty|defective|frozen|blank|damaged|soaked|dirty|errors?|stuck|fail(?:s|ed|ing|ure)?|refus(?:es|ed|ing)|lost|disconnect\w*|not work\w*|(?:does|do|is|did)(?: not|n't) (?:work|add up|start|load|respond)\w*|stop(?:ped|s) (?:work|cool|heat|sync)\w*|does nothing|shuts (?:itself )?(?:off|down)|slow(?:er|est|ly|ness)?|times? out|keeps (?!up\b|going\b)\w+ing|keep (?:getting|having|losing|seeing))\b/i,
    -0.4,
  ],
  [
    /\b(?:outage|is down|are down|went down|locked|cannot (?:log|reach|sign|access|open|use|get)|can't (?:log|reach|sign|access|open|use|get)|unable to|50[0234])\b/i,
    -0.5,
  ],
  [
    /\b(?:nothing (?:loads|works)|(?:nobody|no one|no-one) (?:\w+ ){0,4}(?:answer\w*|repl\w+|respond\w*|rang|call\w*|help\w*|bother\w*|knows?|takes?|cares?))\b/i,
    -0.6,
  ],
  [
    /\b(?:no|zero|without(?: any)?) (?:\w+ )?(?:help|answer|reply|response|updates?|news|explanation|apology|information|info|communication|notice|warning|options?)\b|\bhung up\b|\bignor(?:ed|ing)\b|\bpassed (?:around|between|from)\b|\bon hold\b|\b(?:wait(?:ed|ing)|sitting|sat|stuck)\b.{0,40}\b(?:hours?|hrs?|min(?:ute)?s|days|weeks?|months?)\b/i,
    -0.5,
  ],
  [
    /\b(?:late|delay(?:s|ed)?|overdue|was due|were due|supposed to|missing|wrong|incorrect|(?:charged|billed|debited)\b.{0,20}\btwice|double[- ]charged|overcharged|higher than|mistakes?|trouble|mess(?:ed)?|poor(?:ly)?|should(?:n't| not)? have (?:been|had|come|arrived|told|known)|(?:it has|it's) been (?:a|over|more than|\d+|two|three|four|five|six) (?:\w+ )?(?:days?|weeks?|months?))\b/i,
    -0.4,
  ],
  [
    /\b(?:too (?:expensive|pricey|slow|high|late|complicated|loud)|more than we (?:budgeted|planned)|way above|can't afford|not what (?:i|we) (?:ordered|paid|asked)|money back|full refund|no longer (?:want|need|works?)|will not renew|won't renew|losing money|cost(?:s|ing)? us)\b|\bproject on hold\b/i,
    -0.5,
  ],
  [
    /\b(?:complaint|complain|(?:second|third|fourth|fifth) time|(?:called|written|emailed|asked) (?:\w+ ){0,2}(?:times|twice)|switching to another|(?:moving|move) to (?:a|another) competitor|finally get|days? running|weeks? running)\b/i,
    -0.4,
  ],
  [/\b(?:lawyer|solicitor|legal action|sue|chargeback|trading standards|small claims|bad review|one star|ombudsman|report you)\b/i, -0.6],
  [
    /\b(?:could|would|did|does|do|was|were|is|are|has|have)(?: not|n't|nt) (?!matter|mind|worry|hesitate|need|want|have to|be\b|yet\b)\w+/i,
    -0.2,
  ],
  [
    /\b(?:downhill|just (?:spins|hangs)|no matter what|(?:taken|took) money|servers? down|lost connection|goes wrong|went wrong|takes? responsibility)\b/i,
    -0.5,
  ],
  [/\bunfortunately\b|\brude\b|😡|😠|🤬|👎|😤|😞|😢|😭|💔|😕|🙄/iu, -0.3],
  [
    /\bnot bad\b|\bno (?:problem|worries|complaints)\b|\bcan(?:'t|not) (?:thank|recommend) (?:\w+ )?enough\b|\bcan(?:'t|not) (?:complain|wait)\b/i,
    0.7,
  ],
  [
    /\b(?:works? (?:like a charm|perfectly|great|again|fine now)|working (?:again|fine|perfectly)|solved|all good|spot on|exactly what we|above and beyond|well done|is a hit|sounds (?:good|great)|looking forward|big fan|(?:star|lifesaver|legend)\b|fixed it|that did it|(?:much|so much|way|far) better)\b/i,
    0.5,
  ],
  [
    /\b(?:thank you so much|thanks so much|(?:big|huge|many) thanks|really appreciate|delighted|thrilled|love[sd]?|loving|fantastic|excellent|brilliant|amazing|wonderful|superb|perfect|awesome|great|best (?!regards|wishes|way|time|price|number|email|place))\b/i,
    0.3,
  ],
  [/😊|😀|😃|🎉|👍|❤|😍|🙏|👏|🥳|🙂|💯|☺|👌|🙌/u, 0.4],
];

// The lexicon is misled by politeness and by the trade's own words: "thanks" closes any mail, "please" and "error code" praise and blame nobody.
const MISLEADING =
  /\b(?:good (?:morning|afternoon|evening|day)|please|kindly|thanks|thank you|best regards|kind regards|warm regards|all the best|best way|best time|best price|regards|dear|hello|interested|interest|help|support|free|share|like|want|cut|stop|demand|credit|secure|security|charge|united|special|fine print|number|no|lead|leads|play|energy|boss|cancel\w*|alert|warning|problem|lost|late|fail\w*|certain|certainly|reward|value|easy|agreement|agree|supports?|chance|saved?|allow\w*)\b/gi;

const LEXICON_WEIGHT = 0.5;
const QUESTION_WEIGHT = 0.6;
const SUPPOSING = 0.4;

/** The sentiment of one sentence, -1 to 1. A question leans towards neutral. */
export function sentenceScore(sentence: string): number {
  const cues = CUES.reduce((sum, [cue, weight]) => (cue.test(sentence) ? sum + weight : sum), 0);
  const lexicon = vader.SentimentIntensityAnalyzer.polarity_scores(sentence.slice(0, 400).replace(MISLEADING, '')).compound;
  const shouted = cues < 0 && isShouted(sentence) ? -0.2 : 0;
  const questionWeight = !/\?\s*$/.test(sentence) ? 1 : /\bif\b/i.test(sentence) ? SUPPOSING : QUESTION_WEIGHT;
  return Math.max(-1, Math.min(1, (cues + LEXICON_WEIGHT * lexicon) * questionWeight + shouted));
}

/** The word for a score. */
export const feelingOf = (score: number): Feeling => (score <= -0.2 ? 'negative' : score >= 0.2 ? 'positive' : 'neutral');

const READ_AT_MOST = 80;
const FURY =
  /\b(?:unacceptable|ridiculous|disgrace\w*|disgust\w*|appalling|furious|outrag\w+|pathetic|useless|incompetent|scam|rip-?off|worst|fed up|had enough|lawyer|solicitor|legal action|sue|chargeback|trading standards)\b|😡|🤬/iu;

/** How the whole message feels: the mean of what is felt at all, drawn towards the strongest complaint, since one angry sentence colours a polite mail. */
export function messageScore(sentences: readonly string[]): number {
  const felt = sentences
    .slice(0, READ_AT_MOST)
    .map(sentenceScore)
    .filter((score) => feelingOf(score) !== 'neutral');
  if (felt.length === 0) return 0;
  const mean = felt.reduce((sum, score) => sum + score, 0) / felt.length;
  const lowest = Math.min(...felt);
  return lowest < 0 ? 0.5 * mean + 0.5 * lowest : mean;
}

/** The mood that the reply has to match. Anger requires more than bad news: strong words, shouting or a row of exclamation marks. */
export function moodOf(sentences: readonly string[]): Mood {
  const score = messageScore(sentences);
  if (score >= 0.2) return 'pleased';
  if (score > -0.2) return 'neutral';
  const heated = sentences.filter(
    (sentence) => FURY.test(sentence) || ((isShouted(sentence) || /!{2,}|\?!|!\?/.test(sentence)) && sentenceScore(sentence) <= -0.2),
  ).length;
  return heated > 0 && (score <= -0.45 || heated > 1) ? 'angry' : 'frustrated';
}
