import { ANALYSIS_LIMITS } from '#contract/call.ts';
import { namesIn } from '#server/language/mentions.ts';
import { wordsOf } from '#server/language/words.ts';
import type { CallText } from './call-text.ts';
import { strongest } from './moments.ts';

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
  you've your yours front behind early mood bottom left right rest whole bunch sort chance while friends people's way fact idea lots times mister madam name names somebody's friday thursday wednesday saturday sunday afternoon everybody bye honest honestly start yourself super against actual different current numbers agent account reason free able whatever gonna wanna kinda email mail quick currently stuff amount hundred thousand twenty thirty dollars`.split(
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
  /(?:\b(?:I'm|I am|this is|it's|hi|hello|hey|thanks|thank you|sorry|bye|goodbye|okay|ask for|right|well|yes|no),? |, )(\p{Lu}\p{Ll}+)(?=[.,!?]| (?:from|here|speaking)\b)/giu;

const peopleIn = (text: string): ReadonlySet<string> => new Set([...text.matchAll(SPOKEN_TO)].map(([, name = '']) => name.toLowerCase()));

const tellsNothing = (word: string): boolean =>
  word.length < 4 || COMMON.has(word) || NUMBER_WORDS.test(word) || /['’\d]|ly$|ing$/.test(word);

/** The things a call is about, most telling first: products by name, as they are written, and nouns that come again and again. */
export function topicsOf({ sentences, customer }: CallText): string[] {
  const text = sentences
    .map((each) => each.text)
    .join('\n')
    .slice(0, TEXT_READ);
  const things = thingsIn(text);
  const people = peopleIn(text);
  const counts = new Map<string, number>();
  for (const word of wordsOf(text))
    if (things.has(word) && !people.has(word) && !tellsNothing(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const own = new Set(customer.flatMap(({ text: words }) => wordsOf(words.slice(0, 2_000))));
  const named = new Map(namesIn(text.slice(0, NAMES_READ)).map((name) => [name.toLowerCase(), name]));
  return withoutDoubles(
    [...counts]
      .filter(([word, times]) => times > 1 || named.has(word))
      .map(([word, times]) => ({
        word,
        weight: times * (own.has(word) ? 1.5 : 1) * (named.has(word) ? 1.6 : 1) * (word.length > 5 ? 1.2 : 1),
      }))
      .toSorted((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
      .map(({ word }) => word),
  ).map((word) => named.get(word) ?? word);
}

/** "machine" and "machines" are one topic. */
const withoutDoubles = (words: readonly string[]): string[] =>
  words.filter(
    (word, at) => !words.slice(0, at).some((before) => before.startsWith(word.slice(0, -1)) || word.startsWith(before.slice(0, -1))),
  );

/** Kinds of moments that are worth a tag of their own. */
const TELLING_KINDS = ['objection', 'competitor', 'price'] as const;

/** Short labels of a call: what it is about, then what happened in it. */
export function tagsOf(call: CallText, topics: readonly string[]): string[] {
  const kinds = TELLING_KINDS.filter((kind) => strongest(kind, call.customer) !== null);
  const tags = [
    ...topics
      .map((topic) => topic.toLowerCase())
      .filter((topic) => topic.length <= ANALYSIS_LIMITS.tag)
      .slice(0, 5),
    ...kinds,
  ];
  return [...new Set(tags)].slice(0, ANALYSIS_LIMITS.tags);
}
