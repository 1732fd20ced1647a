import { ANALYSIS_LIMITS, MOMENT_KINDS, type MomentKind } from '#contract/call.ts';
import { clip } from '#server/language/plain-text.ts';
import { wordsOf } from '#server/language/words.ts';
import type { KeyMoment } from '../../port.ts';
import { type CallSentence, scoreOf } from './call-text.ts';

/** What a moment of each kind sounds like, and from whom it counts. */
const CUES: Readonly<Record<MomentKind, { readonly by: 'customer' | 'rep' | 'both'; readonly sounds: RegExp }>> = {
  need: {
    by: 'customer',
    sounds:
      /\b(?:(?:i|we)(?:'re| are|'m| am)? (?:need|want|looking for|look for|would like|'d like|hoping|trying to|thinking (?:of|about)|interested in|planning)|(?:i|we)'d (?:need|like|want)|what (?:i|we) (?:need|want)|can you (?:do|offer|send|make)|is there (?:a|any) way|we have (?:\w+ ){0,3}(?:people|floors|branches|locations|offices))\b/i,
  },
  problem: {
    by: 'customer',
    sounds:
      /\b(?:leak\w*|broken?|not working|(?:doesn't|won't|can't|isn't|didn't) (?:\w+ )?(?:work|start|open|heat|connect|come|print|turn|go)|error|stuck|stopped|fault\w*|fail\w*|locked|charged (?:\w+ ){0,3}twice|double|wrong|missing|problem (?:is|with)|trouble|(?:happen\w*|broke|back|out|down) again|slow|no (?:service|signal|internet|connection|power|water|heat)|(?:is|are|went) (?:\w+ )?(?:down|out)\b|outage|drop(?:s|ping|ped)|crash\w*|expired|(?:issues?|trouble) (?:with|logging|connecting)|too (?:weak|cold|loud|bitter)|complain\w*)\b/i,
  },
  price: {
    by: 'both',
    sounds: /\b(?:price|pricing|cost[s]?|budget|discount|per month|a month|dollars|quoted?|fees?|\d+ (?:euros|pounds))\b|[$€£₹] ?\d/i,
  },
  objection: {
    by: 'customer',
    sounds:
      /\b(?:too (?:expensive|high|much|long|big|complicated|early|risky)|not (?:sure|convinced|interested|ready|worth)|don't (?:need|see why|think|want|believe)|worried|concern\w*|hesitant|can't (?:afford|justify)|awkward|my (?:boss|partner) (?:won't|doesn't)|why would)\b/i,
  },
  competitor: {
    by: 'customer',
    sounds:
      /\b(?:another offer|other (?:offer|quote|vendor|supplier)s?|competitor\w*|someone else|elsewhere|(?:current|present|old) (?:supplier|provider|machine|vendor)|we(?:'re| are) with \p{Lu}|compared to|switch(?:ing)? (?:from|providers)|another (?:provider|supplier|vendor))/u,
  },
  timing: {
    by: 'both',
    sounds:
      /\b(?:by (?:monday|tuesday|wednesday|thursday|friday|the end|next|tomorrow)|deadline|how (?:soon|quickly)|when (?:can|could|will|would) (?:you|we|it|they|that)|next (?:week|month|quarter|year)|tomorrow|(?:two|three|four|six) weeks|asap|urgent\w*|before (?:the end|next|christmas|summer|(?:the|your|our) (?:\w+ )?(?:deadline|launch|event|meeting|season|start|opening|holidays?|move)))\b/i,
  },
  decision: {
    by: 'both',
    sounds:
      /\b(?:who (?:decides|signs)|(?:we|i|they|she|he|board)(?:'ve| have|'ll| will| need to| has to)? decide[ds]?\b|final decision|sign(?:s|ed)? off|approval|approved by|(?:to|must|will|would|can|who|i|we) approve\b|approving|my (?:boss|manager|partner|director|brother|wife|husband)|the (?:board|owner|committee|ceo|cfo)|it's me|run it by|^(?!not at all).*\bgo ahead(?: with)?)\b/i,
  },
  agreement: {
    by: 'customer',
    sounds:
      /\b(?:let's (?:do|go|book|say|be)|sounds (?:good|great|fair)|that works(?! for you)|(?:it's|we have|you have|you've got) a deal|(?:we'll|i'll|let's|to) go with|i'll take|we'll take|you have my word|agreed|book (?:it|me)|sign (?:it|me) up|send (?:me|it) (?:the )?(?:contract|offer|quote|over))\b/i,
  },
  praise: {
    by: 'customer',
    sounds:
      /\b(?:thank you (?:so|very) much|love (?:it|the|that)|great (?:job|service|machine)|appreciate|impressed|best|fantastic|wonderful|excellent|amazing|nobody ever|thank you for (?:not|being))\b/i,
  },
};

const PRAISED_NEED =
  /^\W*(?:do|does|did|will|would) (?:i|we|you) need\b|\b(?:exactly|just|all) what (?:i|we)|what (?:i|we) (?:need|want)(?:ed)?[.!]*$|\bdirect with you|run (?:it|this|that) (?:by|past)|to (?:talk|discuss|think|go|hear)\b/i;
const ANSWERED_CONCERN =
  /\b(?:addresses|answers|solves|resolves|no (?:more |other )?)\b.{0,20}\bconcerns?\b|\bthought (?:we|i)|less concerned|not (?:worried|concerned)\b/i;
const WORDS = { least: 3, most: 45 } as const;
const PER_KIND = 2;

/** How much a sentence is a moment of its kind: clear, neither a word nor a speech, felt where feeling matters. */
export function momentWeight(kind: MomentKind, sentences: CallSentence): number {
  const { text, speaker, position } = sentences;
  const { by, sounds } = CUES[kind];
  if (!sounds.test(text) || (by !== 'both' && speaker !== null && speaker !== by)) return 0;
  const words = wordsOf(text).length;
  if (words < WORDS.least || words > WORDS.most) return 0;
  const felt =
    kind === 'problem' || kind === 'objection'
      ? Math.max(0, -scoreOf(sentences))
      : kind === 'praise' || kind === 'agreement'
        ? Math.max(0, scoreOf(sentences))
        : 0;
  if (kind === 'praise' && felt < 0.2) return 0;
  // "It's not broken", and "almost double" of a price.
  if (
    kind === 'problem' &&
    /\b(?:not|isn't|nothing(?:'s| is)?|never|no longer) (?:\w+ )?(?:broken|wrong|leaking|stuck|missing|slow)\b|\bno (?:problem|trouble|issue)s?\b|\bdouble(?! charged| billed)\b/i.test(
      text,
    )
  )
    return 0;
  // "Two weeks ago" is over.
  if (kind === 'timing' && /\bago\b/i.test(text)) return 0;
  const numbers =
    (kind === 'price' || kind === 'timing') && /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand)\b/i.test(text)
      ? 0.4
      : 0;
  const early = kind === 'need' || kind === 'problem' ? 1 - position : 0;
  if (kind === 'objection' && ANSWERED_CONCERN.test(text)) return 0;
  // "That's exactly what we need" praises.
  if (kind === 'need' && PRAISED_NEED.test(text)) return 0;
  const late = kind === 'agreement' || kind === 'decision' ? 0.4 * position : 0;
  return 1 + felt + numbers + early + late + (by === 'both' && speaker === 'customer' ? 0.2 : 0) + Math.min(words, 18) / 36;
}

/** The sentence that is most of one kind; null where there is none. */
export function strongest(kind: MomentKind, sentences: readonly CallSentence[]): CallSentence | null {
  return (
    sentences
      .map((each) => ({ each, weight: momentWeight(kind, each) }))
      .reduce<{ each: CallSentence; weight: number } | null>((best, one) => (one.weight > (best?.weight ?? 0) ? one : best), null)?.each ??
    null
  );
}

/** The moments worth going back to, in the order of the call: at most two of a kind, and no turn twice. */
export function momentsOf(sentences: readonly CallSentence[]): KeyMoment[] {
  const found = MOMENT_KINDS.flatMap((kind) =>
    sentences
      .map((each) => ({ kind, each, weight: momentWeight(kind, each) }))
      .filter((one) => one.weight > 0)
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, PER_KIND),
  ).toSorted((a, b) => b.weight - a.weight);
  const usedTurns = new Set<number>();
  const selected = found.filter(({ each }) => !usedTurns.has(each.turn) && usedTurns.add(each.turn)).slice(0, ANALYSIS_LIMITS.moments);
  return selected
    .toSorted((a, b) => a.each.turn - b.each.turn)
    .map(({ kind, each: { text, speaker, turn } }) => ({ kind, quote: clip(text, ANALYSIS_LIMITS.quote), speaker, turn }));
}
