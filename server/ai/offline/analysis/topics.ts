import { ANALYSIS_LIMITS, type CallType } from '#contract/call.ts';
import type { Intent } from '#server/language/classifiers/labels.ts';
import { intentsOf } from '#server/language/intents.ts';
import { namesIn } from '#server/language/mentions.ts';
import { wordsOf } from '#server/language/words.ts';
import type { CountOtherCalls } from '../../port.ts';
import type { CallText } from './call-text.ts';
import { strongest } from './moments.ts';
import { whoCalled } from './who.ts';

const TEXT_READ = 60_000;
const NAMES_READ = 20_000;

// Words that are common in calls and name no topic.
const COMMON = new Set(
  `about after again all almost already also always another any anything around ask asked back because been before being best better both bring
  call called calling can't cannot come comes could course day days did didn't does doesn't doing don't done down each either else end enough even ever every
  everything exactly fine first five four from full gave get gets getting give given goes going good got great guys had half happy has have haven't hear
  heard hello help here hold hour hours how i'll i'm i've idea into isn't it's its just keep kind know last later least leave left less let let's like line
  listen little long look looking lot made make makes many maybe mean means might mind minute minutes monday month months more morning most much must myself
  name need never next nice nobody nothing now number off okay old once one only open other our ours out over own part people perfect person place please
  point possible pretty probably put question questions quite rather read ready really reason right said same saw say says second see seen send sent she should
  show side since small some somebody someone something soon sorry sort still stop sure take takes talk talking tell than thank thanks that that's their them
  then there there's these they they're thing things think third this those though thought three through time times today together told tomorrow too took
  trying tuesday turn twice two under until upon use used usually very wait want wanted was wasn't way we'll we're we've week weeks well went were what what's
  when where which while who whole why will with within without won't word work works would wouldn't write wrong year years yes yesterday yet you you'll you're
  you've your yours front behind early mood bottom left right rest whole bunch sort chance while friends people's way fact idea lots times mister madam name names somebody's friday thursday wednesday saturday sunday afternoon everybody bye honest honestly start yourself super against actual different current numbers agent account reason free able whatever gonna wanna kinda email mail quick currently stuff amount hundred thousand twenty thirty dollars excellent wonderful absolutely certainly perfect typically exact initial itself company average sound sounds roughly approximately sense seems seem seemed needs loose incorrect resolved connected details activity lately further additional available attendee
  became broke broken brought came felt found held kept knew lost meant met paid ran sat shown spoke spoken stood tried turned happened worked needed showed wrote written`.split(
    /\s+/,
  ),
);

const NUMBER_WORDS =
  /^(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|first|second|third|fourth|fifth|sixth|half|double)s?$/;
/** What stands before a thing: "the filter", "our second Heron". People's names have nothing before them. */
const BEFORE_A_THING =
  /\b(?:the|an?|my|our|your|their|this|that|these|those|each|every|per|another|some|no|new|old|two|three|four|five|of|for|with|about) (?:\w+ )?(\p{L}[\p{L}-]{3,})\b/giu;

/** The words of a text that name things, in lower case. */
function thingsIn(text: string): ReadonlySet<string> {
  const things = new Set<string>();
  for (const [, word = ''] of text.matchAll(BEFORE_A_THING)) things.add(word.toLowerCase());
  return things;
}

/** People who are spoken to or introduce themselves are no topic of the call. */
const SPOKEN_TO =
  /(?:\b(?:I'm|I am|this is|it's|hi|hello|hey|thanks|thank you|sorry|bye|goodbye|okay|ask for|right|well|yes|no),? |, )(\p{Lu}\p{Ll}+)(?=[.,!?]| (?:from|here|speaking|at|with|calling)\b)/giu;

const peopleIn = (text: string): ReadonlySet<string> => new Set([...text.matchAll(SPOKEN_TO)].map(([, name = '']) => name.toLowerCase()));

const tellsNothing = (word: string): boolean =>
  word.length < 4 || COMMON.has(word) || NUMBER_WORDS.test(word) || /['’\d]|ly$|ing$/.test(word);

/** "VPN" and "SSL" name things, however short. */
const ACRONYM = /\b(?!OK\b|AM\b|PM\b|USA\b|YES\b|NOT\b|AND\b|THE\b|CEO\b|CFO\b|CTO\b)\p{Lu}{3,5}\b/gu;

interface Candidate {
  readonly topic: string;
  readonly weight: number;
}

/** Words that any company speaks about: they only name a topic where nothing better does. */
const GENERIC: ReadonlySet<string> = new Set(
  `team teams rep reps agents company companies customer customers client clients system systems process issue issues problem included quarter investment
  support business operations sales response data service project platform product products solution deal deals calls office cost costs price discount budget
  report order orders answer future version option options home house staff field fields lead training questions implementation decision`.split(
    /\s+/,
  ),
);
const GENERIC_WEIGHT = 0.4;

/** Candidates that are compared with the other calls. */
const COMPARED = 24;

/** Names of speakers, of who called and of the people listed above a call, in lower case and word by word. */
const namesOfSpeakers = (call: CallText): ReadonlySet<string> => {
  const { turns } = call;
  const above = turns[0]?.speaker === null && turns[0].name === null ? turns[0].text.slice(0, 2_000) : '';
  const listed = [...above.matchAll(/(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2}) ?\(/gu)].map(([, name = '']) => name);
  return new Set([...turns.flatMap(({ name }) => name ?? []), ...listed, whoCalled(call) ?? ''].flatMap((name) => wordsOf(name)));
};

/** Pairs of words that come again and again: "lead routing", "response time". */
function pairsIn(sentences: CallText['sentences'], isTelling: (word: string) => boolean): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>();
  for (const { text } of sentences) {
    for (const part of text.split(/[^\p{L}\p{N}' -]+|\S+-to-\S+/u)) {
      const words = wordsOf(part);
      for (const [at, word] of words.entries()) {
        const next = words[at + 1];
        if (next === undefined || next === word || !isTelling(word) || !isTelling(next)) continue;
        const pair = `${word} ${next}`;
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
    }
  }
  return pairs;
}

function candidatesIn(call: CallText): Candidate[] {
  const { sentences, customer } = call;
  const text = sentences
    .map((each) => each.text)
    .join('\n')
    .slice(0, TEXT_READ);
  const things = thingsIn(text);
  const people = new Set([...peopleIn(text), ...namesOfSpeakers(call)]);
  const acronyms = new Set([...text.matchAll(ACRONYM)].map(([word]) => word.toLowerCase()).filter((word) => !COMMON.has(word)));
  const isTelling = (word: string) => !people.has(word) && (acronyms.has(word) || !tellsNothing(word));
  const counts = new Map<string, number>();
  for (const word of wordsOf(text))
    if ((things.has(word) || acronyms.has(word)) && isTelling(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const own = new Set(customer.flatMap(({ text: words }) => wordsOf(words.slice(0, 2_000))));
  const names = namesIn(text.slice(0, NAMES_READ));
  const named = new Map(
    [
      ...[...acronyms].map((word) => word.toUpperCase()),
      ...names.flatMap((name) => name.split(' ').filter((word) => /\p{Ll}\p{Lu}|\d/u.test(word))),
      ...names,
    ].map((name) => [name.toLowerCase(), name]),
  );
  const asWritten = (pair: string) =>
    pair
      .split(' ')
      .map((word) => named.get(word) ?? word)
      .join(' ');
  const pairs = [...pairsIn(sentences, isTelling)].filter(([pair, times]) => times > 1 && things.has(pair.split(' ')[1] ?? pair));
  const single = [...counts]
    .filter(([word, times]) => times > 1 || named.has(word))
    .map(([word, times]) => ({
      topic: named.get(word) ?? word,
      weight:
        times *
        (own.has(word) ? 1.5 : 1) *
        (named.has(word) ? 1.6 : 1) *
        (word.length > 5 ? 1.2 : 1) *
        (GENERIC.has(word) ? GENERIC_WEIGHT : 1),
    }));
  return [
    ...pairs.map(([pair, times]) => ({
      topic: asWritten(pair),
      weight: times * PAIR_WEIGHT * (own.has(pair.split(' ')[0] ?? '') ? 1.5 : 1),
    })),
    ...single,
  ];
}

/** Two words say more than one, and are met together less often. */
const PAIR_WEIGHT = 2.2;

const byWeight = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted((a, b) => b.weight - a.weight || (a.topic < b.topic ? -1 : 1));

/**
 * The things a call is about, most telling first: products by name, as they are written, and nouns that come again and again (TF-IDF). What
 * the company speaks about in most of its calls tells little of this one.
 */
export async function topicsOf(call: CallText, countOtherCalls: CountOtherCalls | null = null): Promise<string[]> {
  const candidates = byWeight(candidatesIn(call)).slice(0, COMPARED);
  const others = await countOtherCalls?.(candidates.map(({ topic }) => topic.toLowerCase()));
  const rarity = (topic: string) => (others ? Math.log((others.calls + 2) / ((others.withWord.get(topic.toLowerCase()) ?? 0) + 1)) : 1);
  const ranked = byWeight(candidates.map(({ topic, weight }) => ({ topic, weight: weight * rarity(topic) })));
  return withoutDoubles(ranked.map(({ topic }) => topic));
}

/** "machine" and "machines" are one topic. */
const withoutDoubles = (topics: readonly string[]): string[] =>
  topics.filter(
    (topic, at) =>
      !topics
        .slice(0, at)
        .flatMap((before) => before.toLowerCase().split(' '))
        .some((before) =>
          topic
            .toLowerCase()
            .split(' ')
            .some((word) => before.startsWith(word.slice(0, -1)) || word.startsWith(before.slice(0, -1))),
        ),
  );

/** Kinds of moments that are worth a tag of their own. */
const TELLING_KINDS = ['objection', 'competitor', 'price'] as const;

/** What a customer may call for, as a tag. */
const INTENT_TAGS: readonly Intent[] = ['cancellation', 'complaint', 'refund', 'billing', 'outage', 'shipping', 'warranty'];

/** What the customer calls for, in the order in which they say so. */
const intentTags = ({ customer }: CallText): string[] =>
  customer
    .slice(0, INTENTS_READ)
    .flatMap(({ text }) => intentsOf(text).filter((intent) => INTENT_TAGS.includes(intent) && (SURE_SIGN[intent]?.test(text) ?? true)));
const INTENTS_READ = 12;
/** Whose bill or payment it is; who makes invoices with our product calls about something else. */
const OF_BILLS =
  /\b(?:billed|(?:over)?charge[sd]?|refund\w*|(?:my|our|your|the|last|this|wrong|incorrect|higher) (?:\w+ )?(?:bills?|invoice|payment|billing)|pa(?:id|y) (?:\w+ )?(?:twice|double|too much))\b/i;
const FEW_TOPICS = 3;

const ASKED_PRICE =
  /\b(?:price[sd]?|pricing|expensive|cheaper|discount|budget|how much|quotes?|what(?:'s| is| about| are)? (?:the |it )?(?:costs?|fees?)|(?:the|about|and|that|it|does|will|would) costs?)\b/i;

/** Whether the customer spoke of what it costs; that something costs them money says nothing of the offer. */
const isPriced = ({ customer }: CallText): boolean =>
  customer.some(({ text }) => ASKED_PRICE.test(text) && !/\bconsidering the price\b/i.test(text));

/** Words without which a sentence is not about an intent, however much it sounds like it. */
const SURE_SIGN: Partial<Record<Intent, RegExp>> = {
  billing: OF_BILLS,
  shipping: /\b(?:ship\w*|deliver\w*|parcel|package|courier|track\w*|arriv\w+|order(?:ed)?)\b/i,
};

/** Short labels of a call: what it is about, then what happened in it. A short call, in which nothing is said twice, has at least what the customer called for. */
export function tagsOf(call: CallText, topics: readonly string[], type: CallType): string[] {
  const kinds = TELLING_KINDS.filter((kind) => (kind === 'price' ? isPriced(call) : strongest(kind, call.customer) !== null));
  const tags = [
    ...topics
      .map((topic) => topic.toLowerCase())
      .filter((topic) => topic.length <= ANALYSIS_LIMITS.tag)
      .slice(0, 5),
    ...(type === 'support' && topics.length < FEW_TOPICS ? intentTags(call) : []),
    ...kinds,
  ];
  return [...new Set(tags)].slice(0, ANALYSIS_LIMITS.tags);
}
