import vader from 'vader-sentiment';
import { isShouted } from './plain-text.ts';

/** How a text feels. */
export type Feeling = 'negative' | 'neutral' | 'positive';

/** How the customer feels, as the tone of the answer needs it. */
export type Mood = 'angry' | 'frustrated' | 'neutral' | 'pleased';

// A general lexicon knows "terrible" but not that "still waiting" is bad news or that "no problem" is good news; these do. Added, then clamped to -1..1.
const CUES: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:unacceptable|ridiculous|disgrace\w*|disgust\w*|appalling|furious|outrag\w+|pathetic|useless|incompetent|scam|rip-?off|joke of)\b/i,
    -0.8,
  ],
  [/\b(?:worst|terrible|horrible|awful|fed up|sick of|sick and tired|beyond disappointed|had enough|waste of)\b/i, -0.6],
  [
    /\b(?:disappoint\w*|not (?:very |at all |really |too )?(?:happy|impressed|satisfied|pleased|good enough)|unhappy|dissatisfied|annoy\w*|frustrat\w*|upset|let (?:us|me) down)\b/i,
    -0.6,
  ],
  [
    /\b(?:still (?:no|not|waiting|hasn't|haven't|isn't|doesn't)|(?:has|have|had)(?: not|n't) (?:\w+ ){0,2}(?:arrived|received|come|heard|been (?:delivered|fixed|resolved))|never (?:arrived|came|comes|turned|showed|received|got|agreed|works?)|not arrived)\b/i,
    -0.5,
  ],
  [
    /\b(?:crash\w*|leak(?:s|ing|ed)?|broken|broke|crack(?:ed)?|crushed|dented|smashed|ripped|torn|only (?:\w+ ){1,2}(?:came|arrived)|faulty|defective|frozen|blank|damaged|soaked|error|not work\w*|(?:does|do|is|did)(?: not|n't) (?:work|add up|start|load|respond)\w*|won't (?:start|work|load|turn)|stop(?:ped|s) (?:work|cool|heat|sync)\w*|does nothing|shuts (?:itself )?(?:off|down)|extremely slow|times? out|keeps? (?:failing|freezing|crashing))\b/i,
    -0.5,
  ],
  [
    /\b(?:outage|is down|are down|went down|locked|cannot (?:log|reach|sign|access|open|use)|can't (?:log|reach|sign|access|open|use)|unable to|50[0234])\b/i,
    -0.5,
  ],
  [
    /\b(?:nothing (?:loads|works)|(?:nobody|no one|no-one) (?:\w+ ){0,4}(?:answer\w*|repl\w+|respond\w*|rang|call\w*|help\w*|bother\w*))\b/i,
    -0.6,
  ],
  [
    /\b(?:late|delayed|overdue|was due|were due|missing|wrong (?:item|colou?r|size|product|one|machine|part|address)|(?:is|was|are) wrong|charged twice|debited twice|double[- ]charged|overcharged|higher than)\b/i,
    -0.4,
  ],
  [
    /\b(?:too (?:expensive|pricey|slow|high|late|complicated)|more than we (?:budgeted|planned)|way above|can't afford|on hold|not what (?:i|we) ordered|money back|full refund|no longer (?:want|need|works?)|will not renew|won't renew|losing money|cost us)\b/i,
    -0.5,
  ],
  [
    /\b(?:complaint|complain|(?:second|third|fourth|fifth) time|(?:called|written|emailed|asked) (?:\w+ ){0,2}(?:times|twice)|switching to another|(?:moving|move) to (?:a|another) competitor|finally get)\b/i,
    -0.4,
  ],
  [/\b(?:lawyer|solicitor|legal action|sue|chargeback|trading standards|small claims|bad review|one star|ombudsman|report you)\b/i, -0.6],
  [/\bunfortunately\b|\brude\b|😡|😠|🤬|👎|😤|😞|😢|😭|💔/iu, -0.3],
  [
    /\bnot bad\b|\bno (?:problem|worries|complaints)\b|\bcan(?:'t|not) (?:thank|recommend) (?:\w+ )?enough\b|\bcan(?:'t|not) complain\b/i,
    0.7,
  ],
  [
    /\b(?:works? (?:like a charm|perfectly|great|again|fine now)|working (?:again|fine|perfectly)|solved|all good|spot on|exactly what we|above and beyond|well done|is a hit|sounds (?:good|great)|looking forward|big fan)\b/i,
    0.5,
  ],
  [
    /\b(?:thank you so much|thanks so much|really appreciate|delighted|thrilled|love[sd]?|fantastic|excellent|brilliant|amazing|wonderful|superb|perfect|awesome|great)\b/i,
    0.35,
  ],
  [/😊|😀|😃|🎉|👍|❤|😍|🙏|👏|🥳|🙂|💯/u, 0.4],
];

// The lexicon is misled by politeness and by the trade's own words: "thanks" closes any mail, "please" and "error code" praise and blame nobody.
const MISLEADING =
  /\b(?:please|kindly|thanks|thank you|best|kind|regards|dear|hello|interested|interest|help|support|free|share|like|want|cut|stop|demand|credit|secure|security|charge|united|special|fine print|number|no|lead|leads|play|energy|boss|cancel\w*|alert|warning|problem)\b/gi;

/** How one sentence feels, -1 to 1. A question that only asks leans towards neutral. */
export function sentenceScore(sentence: string): number {
  const cues = CUES.reduce((sum, [cue, weight]) => (cue.test(sentence) ? sum + weight : sum), 0);
  const lexicon = vader.SentimentIntensityAnalyzer.polarity_scores(sentence.slice(0, 400).replace(MISLEADING, '')).compound;
  const shouted = cues < 0 && isShouted(sentence) ? -0.2 : 0;
  return Math.max(-1, Math.min(1, cues + 0.35 * lexicon + shouted));
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

/** The mood the answer has to meet. Anger needs more than bad news: strong words, shouting or a row of exclamation marks. */
export function moodOf(sentences: readonly string[]): Mood {
  const score = messageScore(sentences);
  if (score >= 0.2) return 'pleased';
  if (score > -0.2) return 'neutral';
  const heated = sentences.filter(
    (sentence) => FURY.test(sentence) || ((isShouted(sentence) || /!{2,}|\?!|!\?/.test(sentence)) && sentenceScore(sentence) <= -0.2),
  ).length;
  return heated > 0 && (score <= -0.45 || heated > 1) ? 'angry' : 'frustrated';
}
