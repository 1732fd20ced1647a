import type { Speaker } from '#contract/call.ts';
import type { DialogueOptions, Label, TranscriptChunk } from './dialogue.ts';
import { isSpokenQuestion } from './spoken-questions.ts';

/** The role of each speaker by the key of their label, null where nothing tells. Labels that are left out are no speakers. */
interface Roles {
  readonly roles: ReadonlyMap<string, Speaker>;
  /** Whether a role was inferred from how people talk. */
  readonly guessed: boolean;
}

/** So much of a call is enough to tell who called whom. */
const OPENING_PIECES = 12;
const OPENING_CHARACTERS = 400;

const HOST =
  /\b(?:thank(?:s| you) for (?:calling|holding)|how (?:can|may|could) (?:i|we) (?:help|assist)|what can (?:i|we) do for you|you(?:'ve| have) reached)\b/i;
const DESK = /^.{0,60}\b(?:support|sales|service|help ?desk|reception|hotline)\b.{0,40}\b(?:speaking|here|this is)\b/i;
const INTRODUCED =
  /(?:\b(?:[Tt]his is|[Ii]t's|[Ii]t is|I'm|I am|[Mm]y name is|[Mm]y name's) |^|[,.!?] )\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?,? (?:here )?(?:from|at|with|of) \p{Lu}|\bcalling (?:from|on behalf of) /u;
const ANSWERED = /^(?:[Gg]ood (?:morning|afternoon|evening)[,.]? )?(?:\p{L}[\p{L}'&-]*,? ){0,7}\p{Lu}[\p{L}'-]+ (?:speaking|here)\b/u;

type Labelled = TranscriptChunk & { readonly label: Label };

/** The labels that are speakers: all sure ones, and likely ones that return or that answer somebody. */
function speakers(chunks: readonly TranscriptChunk[]): readonly Labelled[] {
  const labelled = chunks.filter((chunk): chunk is Labelled => chunk.label !== null);
  const lines = new Map<string, number>();
  for (const { label } of labelled) lines.set(label.key, (lines.get(label.key) ?? 0) + 1);
  const parts = new Set(labelled.map(({ label }) => label.part).filter((part) => part !== null));
  // A talk needs two; where both parts are named, a lone "Heron:" is more likely a product than a third person. Nor is
  // one who speaks once among people who speak again and again: "Outcome:" stands above a call.
  const others = [...lines.values()].filter((count) => count > 1).length;
  const isTalk = lines.size > 1 && parts.size < 2 && others < 2;
  return labelled.filter(({ label }) => label.certainty === 'sure' || isTalk || (lines.get(label.key) ?? 0) > 1);
}

const meant = (name: string, key: string): boolean => {
  const full = name.trim().toLowerCase().split(/\s+/).join(' ');
  return full !== '' && (full === key || full.split(' ')[0] === key || full === key.split(' ')[0]);
};

/** "Dana" and "Dana Whitfield" are one person. */
const sameSpeaker = (one: string, other: string): boolean => one === other || one.split(' ')[0] === other || one === other.split(' ')[0];

/** Of people whose part nothing says, the one who opens the call for the company; null where nothing tells. */
function hostOf(chunks: readonly Labelled[]): string | null {
  const opening = chunks
    .slice(0, OPENING_PIECES)
    .map(({ label, content }) => ({ key: label.key, content: content.slice(0, OPENING_CHARACTERS).replace(/[’ʼ]/g, "'") }));
  const only = (sign: RegExp, among = opening) => {
    const [key, other] = new Set(among.filter(({ content }) => sign.test(content)).map((chunk) => chunk.key));
    return other === undefined ? (key ?? null) : null;
  };
  const host = only(HOST) ?? only(DESK, opening.slice(0, 1));
  const introduced = only(INTRODUCED);
  const answered = only(ANSWERED, opening.slice(0, 1));
  // Whoever answers with their name may be called by us, or may be us: a caller who says a company leaves it open.
  return host ?? (introduced === null || answered === null || introduced === answered ? (introduced ?? answered) : null);
}

/** What people say who sell or help, and what those say who buy or need help; each turn counts once for each. */
const SELLS = [
  /\b(?:we|our (?:\w+ )?(?:team|platform|product|software|company|customers|clients)) (?:offer|provide|charge|integrate|support|specialize|handle|help|have (?:a|an|three|two|several) (?:\w+ )?(?:plans?|options?|tiers?|packages?))\b/i,
  /\b(?:i|we) (?:can|could) (?:offer|give|get) you\b|\b(?:i|we)(?:'ll| will| can) (?:send|email|share|walk|show|set|get|transfer|check|look|pull|put) (?:you|that|this|over|it|up|together|into)\b/i,
  /\b(?:that (?:comes|makes)|they come|it comes|makes it|come|comes) (?:to |it )?[$€£]\d|\bpercent off\b|\byou called about\b|\bwe (?:do|have) (?:a|an|that|training)\b/i,
  /\bour (?:pric(?:e|es|ing)|plans?|basic|standard|premium|enterprise|starter|solution|guarantee|onboarding)\b/i,
  /\b(?:walk you through|show you (?:how|what|the)|does that (?:make sense|work for you|sound)|what are you (?:using|looking for|currently)|are you (?:currently|the (?:right|best) person)|tell me (?:a (?:bit|little) )?(?:about|more)|what(?:'s| is) your (?:budget|timeline|biggest|current|name|email|order|account)|what (?:would|does) (?:success|it take)|who else|how (?:do you|are you) (?:currently|handling)|(?:thanks|thank you|appreciate) (?:you )?(?:for )?(?:your (?:time|patience|interest)|taking (?:the )?(?:time|my call)|hopping|joining)|reason (?:for my call|i'm calling)|is there anything else|anything else (?:i can|we can))\b/i,
  /\b(?:i(?:'m| am) (?:so |very )?sorry (?:to hear|about|for) (?:that|the|your)|i apologi[sz]e|let me (?:pull|check|look|see what|transfer)|may i have your|can i (?:get|have) your)\b/i,
] as const;
const BUYS = [
  /\b(?:how much (?:is|does|do|would)|what(?:'s| is| does| would) (?:the|it|that|your) (?:\w+ )?(?:price|pricing|cost)|what does it cost)\b/i,
  /\b(?:we|i)(?:'re| are|'m| am)? (?:currently |already |now )?(?:use|using|with|on|paying|pay)\b.{0,30}\b(?:right now|today|currently|at the moment|for that|now)\b|\b(?:we|i)(?:'re| are) currently\b|\bour (?:budget|current (?:provider|vendor|system|tool|supplier)|boss|cfo|ceo|board|it team|contract|reps)\b/i,
  /\b(?:i(?:'d| would) like to|i want to|i need to) (?:cancel|order|buy|return|know|speak|change|book|report|upgrade)\b|\bi(?:'m| am) (?:calling|interested|having|looking)\b|\bmy (?:order|bill|account|card|internet|phone|package|subscription|boss|budget)\b/i,
  /\b(?:we|i)(?:'ll| will) take (?:it|them|the|two|one)\b|\b(?:we|i)(?:'d| would) like to (?:order|buy|get|see)\b|\bcan you do (?:anything|something|better)\b|\b(?:we|i)(?:'re| are|'m| am) looking (?:for|into|at)\b|\bwhat do(?:es)? (?:they|it|that) cost\b|\bhow does (?:the|your|it|that)\b|\bwhat about (?:the )?(?:training|support|price|warranty|delivery)\b/i,
  /\b(?:do you (?:guys )?(?:offer|support|have|integrate|ship|charge|do)|can you (?:send|help|tell|do better|match)|send me|too (?:expensive|high|much)|think about it|talk to my|run (?:it|this) by|not interested|(?:isn't|doesn't|won't|not) (?:working|work))\b/i,
] as const;

/** Turns and characters of each that are looked at: the beginning of a call shows who is who. */
const LOOKED_AT = { turns: 120, characters: 1_200 } as const;
/** How much more one has to talk like the company than the other, in points, before anybody says so. */
const MARGIN = 1;
const QUESTION_WEIGHT = 0.25;

interface TalkScore {
  score: number;
  turns: number;
}

/** How much each speaker talks as somebody of the company would: points above zero for selling and helping, below for buying. */
function talkScores(chunks: readonly Labelled[]): ReadonlyMap<string, TalkScore> {
  const scores = new Map<string, TalkScore>();
  for (const { label, content } of chunks.slice(0, LOOKED_AT.turns)) {
    const text = content.slice(0, LOOKED_AT.characters).replace(/[’ʼ]/g, "'");
    const entry = scores.get(label.key) ?? { score: 0, turns: 0 };
    const points = SELLS.filter((sign) => sign.test(text)).length - BUYS.filter((sign) => sign.test(text)).length;
    entry.score += points + (isSpokenQuestion(text) ? QUESTION_WEIGHT : 0);
    entry.turns += 1;
    scores.set(label.key, entry);
  }
  return scores;
}

/** Of two people who talk about equally much like the company, the one who opens the call is more often its rep. */
const OPENS = 0.5;
/** Points that somebody needs, for or against, before anything is guessed. */
const EVIDENCE = 0.75;

/** The one who talks most like somebody of the company; null where more than two people do about equally, or nothing that is said tells. */
function repByTalk(chunks: readonly Labelled[]): string | null {
  const scores = talkScores(chunks);
  const [first, second] = [...scores].toSorted((one, other) => other[1].score - one[1].score);
  if (!first || !second || sameSpeaker(first[0], second[0])) return null;
  if (first[1].score - second[1].score >= MARGIN && first[1].score > 0) return first[0];
  if (scores.size !== 2 || Math.max(first[1].score, -second[1].score) < EVIDENCE) return null;
  const opener = chunks[0]?.label.key === first[0] ? first[0] : second[0];
  return first[1].score - second[1].score > OPENS ? first[0] : opener;
}

const swapped = (speaker: Speaker): Speaker => (speaker === 'rep' ? 'customer' : speaker === 'customer' ? 'rep' : null);

/**
 * Who plays which part. In this order: a label that says so is believed, for the same person under another label too; who
 * is one of ours is a rep, who is known as a customer is one; where one part is labelled, people with names play the
 * other; the only one who thanks for the call or offers help, or who answers for a support or sales desk, is the rep;
 * then the only one who says for which company they call, or whoever answers the phone with their name; then who talks
 * like somebody who sells or helps. Once a rep is known all others are customers. Where nothing tells, or two signs tell
 * different things, nobody is made up.
 */
export function assignRoles(chunks: readonly TranscriptChunk[], { reps = [], customers = [], isSwapped = false }: DialogueOptions): Roles {
  const all = speakers(chunks);
  const roles = new Map<string, Speaker>(all.map(({ label }) => [label.key, null]));
  for (const { label } of all) if (label.part !== null) roles.set(label.key, label.part);
  const labelledNames = [
    ...new Map(all.flatMap(({ label }) => (label.part !== null && label.name !== null ? [[label.key, label.part] as const] : []))),
  ];
  for (const key of roles.keys()) {
    const alias = roles.get(key) === null ? labelledNames.find(([name]) => sameSpeaker(name, key)) : undefined;
    if (alias) roles.set(key, alias[1]);
  }
  const above = namedAbove(chunks, (key) => roles.has(key));
  const guessed = assignUnlabelled(all, roles, [...reps, ...above.reps], [...customers, ...above.customers]);
  if (isSwapped) for (const [key, part] of roles) roles.set(key, swapped(part));
  return { roles, guessed };
}

/** What stands after a name in the list of participants above a call, where that person works for us. */
const OUR_TITLE =
  /\b(?:account (?:executive|manager)|ae|[sb]dr|csm|(?:sales|solutions?) (?:rep\w*|executive|engineer|consultant|specialist|development)|customer success|support (?:agent|rep\w*|engineer|specialist)|agent|rep)\b/i;
const PARTICIPANT = /(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2}) ?[([]([^()[\]\n]{2,80})[)\]]/gu;
const PREAMBLE = 4_000;

/** People and titles in the lines above the first turn: who has one of our titles is ours, where somebody else is there too. */
function namedAbove(
  chunks: readonly TranscriptChunk[],
  isSpeaker: (key: string) => boolean,
): { readonly reps: readonly string[]; readonly customers: readonly string[] } {
  const above: string[] = [];
  for (const { label, fullText } of chunks) {
    if (label && isSpeaker(label.key)) break;
    above.push(fullText);
  }
  const listed = [...above.join('\n').slice(0, PREAMBLE).matchAll(PARTICIPANT)].map(([, name = '', title = '']) => ({ name, title }));
  const reps = listed.filter(({ title }) => OUR_TITLE.test(title)).map(({ name }) => name);
  const customers = listed.filter(({ title }) => !OUR_TITLE.test(title)).map(({ name }) => name);
  return reps.length > 0 && customers.length > 0 ? { reps, customers } : { reps: [], customers: [] };
}

/** Assigns the roles that no label says; returns whether one was inferred from talk alone. */
function assignUnlabelled(
  all: readonly Labelled[],
  roles: Map<string, Speaker>,
  reps: readonly string[],
  customers: readonly string[],
): boolean {
  const isMachine = ({ label }: Labelled) => !label.isPerson && /^(?:system|recording|ivr|automated)/.test(label.key);
  const open = all.filter((chunk) => roles.get(chunk.label.key) === null && !isMachine(chunk));
  const people = open.filter(({ label }) => label.isPerson);
  const parts = new Set(roles.values());
  const keys = new Set(people.map(({ label }) => label.key));
  const repKeys = [...keys].filter((key) => reps.some((name) => meant(name, key)));
  const customerKeys = [...keys].filter((key) => !repKeys.includes(key) && customers.some((name) => meant(name, key)));
  const isRepLabelled = parts.has('rep');
  if (isRepLabelled && parts.has('customer')) {
    for (const key of repKeys) roles.set(key, 'rep');
    for (const key of customerKeys) roles.set(key, 'customer');
    return assignOthers(people, roles);
  }
  if (keys.size > 0 && (isRepLabelled || repKeys.length > 0)) {
    for (const key of keys) roles.set(key, repKeys.includes(key) ? 'rep' : 'customer');
    return false;
  }
  if (keys.size > 0 && (parts.has('customer') || (customerKeys.length > 0 && customerKeys.length < keys.size))) {
    for (const key of keys) roles.set(key, customerKeys.includes(key) ? 'customer' : 'rep');
    return false;
  }
  if (open.length === 0 || parts.has('rep') || parts.has('customer')) return false;
  const rep = hostOf(open) ?? (hasTwoSigns(open) ? null : repByTalk(open));
  if (rep === null) return false;
  for (const { label } of open) roles.set(label.key, sameSpeaker(label.key, rep) ? 'rep' : 'customer');
  return true;
}

/** People beside a labelled rep and customer: by how they talk, where that is plain. */
function assignOthers(people: readonly Labelled[], roles: Map<string, Speaker>): boolean {
  let guessed = false;
  for (const [key, { score }] of talkScores(people)) {
    if (roles.get(key) !== null || Math.abs(score) < MARGIN) continue;
    roles.set(key, score > 0 ? 'rep' : 'customer');
    guessed = true;
  }
  return guessed;
}

/** Whether two people open the call as somebody of a company would. */
const hasTwoSigns = (chunks: readonly Labelled[]): boolean =>
  new Set(
    chunks
      .slice(0, OPENING_PIECES)
      .filter(({ content }) => INTRODUCED.test(content.slice(0, OPENING_CHARACTERS)) || ANSWERED.test(content.slice(0, OPENING_CHARACTERS)))
      .map(({ label }) => label.key),
  ).size > 1 && chunks.length < OPENING_PIECES;
