/** How good the notes of calls and the prompts of live coaching are, compared with labels that were given by hand. */

import { describeDialogue, type Turn } from '#domain/conversation/dialogue.ts';
import { countTurns, metricsOf } from '#domain/conversation/measure.ts';
import { EMPTY_PROMPT_STATE, evaluateRules, nextPromptState, type PromptState } from '#domain/live-call/rules/coaching-prompts.ts';
import { analyzeCall } from '#server/ai/offline/analysis/analyze.ts';
import type { CallAnalysis, CountOtherCalls, NextStep } from '#server/ai/port.ts';
import { wordsOf } from '#server/language/words.ts';
import { type CallLabels, type Datasets, type LabeledCall, readCallLabels, readOwnCalls } from './datasets.ts';
import { seededRandom } from './random.ts';

/** One figure of the evaluation. */
export interface CallRow {
  readonly set: string;
  readonly calls: number;
  readonly measure: string;
  /** Shares are 0 to 1, others counts. */
  readonly value: number;
  readonly unit: 'share' | 'count';
  /** The same figure of the simplest way; null where there is none. */
  readonly baseline: { readonly name: string; readonly value: number } | null;
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The public calls that are labelled, and the whole collection without labels. */
export function publicCalls(datasets: Datasets): { readonly labelled: readonly LabeledCall[]; readonly all: readonly LabeledCall[] } {
  const texts = datasets.calls().map(({ label, text }) => ({ call: label, transcript: text }));
  const labels = new Map(readCallLabels().map((each) => [each.call, each]));
  const unlabelled = { reps: [], who: [], steps: [] };
  return {
    labelled: texts.flatMap(({ call, transcript }) => {
      const known = labels.get(call);
      return known ? [{ ...known, transcript }] : [];
    }),
    all: texts.map((text) => ({ ...unlabelled, ...text })),
  };
}

/** Lower case, without punctuation and markup: how some recorders write speech down. Labels and times stay. */
export const withoutPunctuation = (turns: readonly Turn[]): readonly Turn[] =>
  turns.map((turn) => ({
    ...turn,
    // A point or comma inside a number and the apostrophe of a word are heard.
    text: turn.text
      .toLowerCase()
      .replace(/(?<!\d)[.,:](?!\d)|[.,:](?!\d)|[!?;"“”()[\]*…]|—|–/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }));

const NOBODY: Turn = { index: 0, speaker: null, name: null, text: '', start: null, end: null };
const nameOf = (turn: Turn): string => (turn.name ?? turn.speaker ?? '').toLowerCase();

/** The role of each turn by the labels; null where they say nothing of the call. */
function goldRoles(turns: readonly Turn[], { reps }: CallLabels): readonly ('rep' | 'customer' | null)[] {
  return turns.map((turn) => {
    if (reps.length === 0) return null;
    const name = nameOf(turn);
    if (name === '') return null;
    if (turn.name === null && turn.speaker === 'rep') return 'rep';
    return reps.some((rep) => name === rep || name.split(' ')[0] === rep) ? 'rep' : 'customer';
  });
}

/** A transcript in which nothing but a number tells the speakers apart; headings above the call are left out. */
function numbered(turns: readonly Turn[]): string {
  const numbers = new Map<string, number>();
  return turns
    .map((turn) => {
      const name = nameOf(turn);
      if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
      return `Speaker ${numbers.get(name)}: ${turn.text.replaceAll('\n', ' ')}`;
    })
    .join('\n');
}

const labelledText = (turns: readonly Turn[]): string =>
  turns
    .map(
      ({ name, speaker, text }) =>
        `${name ?? (speaker === 'rep' ? 'Rep' : speaker === 'customer' ? 'Customer' : 'Speaker')}: ${text.replaceAll('\n', ' ')}`,
    )
    .join('\n');

interface Counted {
  readonly right: number;
  readonly of: number;
}

function compareRoles(turns: readonly Turn[], gold: readonly ('rep' | 'customer' | null)[]): Counted {
  const pairs = turns.map(({ speaker }, at) => ({ speaker, gold: gold[at] ?? null })).filter((pair) => pair.gold !== null);
  return { right: pairs.filter((pair) => pair.speaker === pair.gold).length, of: pairs.length };
}

const addUp = (counts: readonly Counted[]): number => share(total(counts.map(({ right }) => right)), total(counts.map(({ of }) => of)));

function roleRows(set: string, calls: readonly LabeledCall[]): CallRow[] {
  const known = calls
    .map((call) => ({ call, turns: describeDialogue(call.transcript).turns }))
    .map(({ call, turns }) => ({ turns, gold: goldRoles(turns, call) }))
    .filter(({ gold }) => gold.some((role) => role !== null));
  if (known.length === 0) return [];
  // Of a person with two labels nobody could tell from numbers that they are one.
  const ofTwo = known
    .map(({ turns, gold }) => ({
      turns: turns.filter((turn) => nameOf(turn) !== ''),
      gold: gold.filter((_, at) => nameOf(turns[at] ?? NOBODY) !== ''),
    }))
    .filter(({ turns }) => new Set(turns.map(nameOf)).size === 2);
  const again = (text: (turns: readonly Turn[]) => string) =>
    addUp(ofTwo.map(({ turns, gold }) => compareRoles(describeDialogue(text(turns)).turns, gold)));
  const firstSpeaks = addUp(
    known.map(({ turns, gold }) => {
      const first = turns.map(nameOf).find((name) => name !== '');
      return compareRoles(
        turns.map((turn) => ({ ...turn, speaker: nameOf(turn) === first ? 'rep' : 'customer' })),
        gold,
      );
    }),
  );
  const baseline = { name: 'first speaker is the rep', value: firstSpeaks };
  const row = (measure: string, count: number, value: number): CallRow => ({ set, calls: count, measure, value, unit: 'share', baseline });
  return [
    row('turns with the right role', known.length, addUp(known.map(({ turns, gold }) => compareRoles(turns, gold)))),
    row('· two speakers, numbered', ofTwo.length, again(numbered)),
    row(
      '· two speakers, numbered, no punctuation',
      ofTwo.length,
      again((turns) => numbered(withoutPunctuation(turns))),
    ),
  ];
}

/** The notes of a labelled call beside what was found. */
export interface NotedCall {
  readonly call: LabeledCall;
  readonly notes: CallAnalysis;
}

/** Looks words up in some calls, as the server does in the company's. */
function countIn(calls: readonly LabeledCall[]): CountOtherCalls {
  const words = calls.map(({ transcript }) => ` ${wordsOf(transcript).join(' ')} `);
  return async (wanted) => ({
    calls: words.length,
    withWord: new Map(wanted.map((word) => [word, words.filter((text) => text.includes(` ${word} `)).length])),
  });
}

/** Analyses calls one by one, each with the others as the company's other calls. */
export async function noteCalls(calls: readonly LabeledCall[], others: readonly LabeledCall[] = calls): Promise<NotedCall[]> {
  const countOtherCalls = countIn(others);
  const noted: NotedCall[] = [];
  for (const call of calls) noted.push({ call, notes: await analyzeCall({ content: call.transcript, duration: null, countOtherCalls }) });
  return noted;
}

const fits = (step: NextStep, label: CallLabels['steps'][number]): boolean =>
  new RegExp(label.words, 'i').test(`${step.text} ${step.due ?? ''}`) &&
  (label.owner === null || step.owner === null || step.owner === label.owner);

/** Who the notes say the customer is: what stands between "with" and "about" or the end of the first sentence; null where they say nobody. */
const namedIn = ({ summary }: CallAnalysis): string | null =>
  /^(?:Sales|Support) call with ((?:(?:Mr|Mrs|Ms|Dr)\. )?.+?)(?: about |\.(?:\s|$))/.exec(summary)?.[1] ?? null;

const isWrongName = ({ call, notes }: NotedCall): boolean => {
  const names = namedIn(notes)?.split(/, | and /) ?? [];
  return names.some(
    (name) => !call.who.some((who) => who.toLowerCase() === name.toLowerCase() || name.toLowerCase().startsWith(`${who.toLowerCase()} `)),
  );
};

function stepFigures(noted: readonly NotedCall[]) {
  const found = noted.flatMap(({ call, notes }) => notes.nextSteps.map((step) => call.steps.some((label) => fits(step, label))));
  const wanted = noted.flatMap(({ call, notes }) => call.steps.map((label) => notes.nextSteps.some((step) => fits(step, label))));
  const missed = noted.filter(({ call, notes }) => call.steps.length > 0 && notes.nextSteps.length === 0).length;
  return {
    precision: share(found.filter(Boolean).length, found.length),
    recall: share(wanted.filter(Boolean).length, wanted.length),
    missed,
  };
}

async function noteRows(set: string, calls: readonly LabeledCall[]): Promise<CallRow[]> {
  if (calls.length === 0) return [];
  const noted = await noteCalls(calls);
  const bare = await noteCalls(
    calls.map((call) => ({ ...call, transcript: labelledText(withoutPunctuation(describeDialogue(call.transcript).turns)) })),
  );
  const [figures, bareFigures] = [stepFigures(noted), stepFigures(bare)];
  const valued = noted.filter(({ call }) => call.value !== undefined);
  const isRightValue = ({ call, notes }: NotedCall) =>
    notes.callValue === null ? call.value?.length === 0 : (call.value?.includes(notes.callValue) ?? false);
  const row = (measure: string, value: number, unit: CallRow['unit'] = 'share', baseline: CallRow['baseline'] = null): CallRow => ({
    set,
    calls: calls.length,
    measure,
    value,
    unit,
    baseline,
  });
  return [
    row('next steps: precision', figures.precision),
    row('next steps: recall', figures.recall),
    row('· no punctuation: precision', bareFigures.precision),
    row('· no punctuation: recall', bareFigures.recall),
    row('calls with steps of which none was recognised', figures.missed, 'count'),
    row('deal value right', share(valued.filter(isRightValue).length, valued.length), 'share', {
      name: 'never a value',
      value: share(valued.filter(({ call }) => call.value?.length === 0).length, valued.length),
    }),
    row('wrong names', noted.filter(isWrongName).length, 'count'),
    row('customer named', share(noted.filter(({ notes }) => namedIn(notes) !== null).length, noted.length)),
  ];
}

/** Seconds a word takes where a call has no times: 150 words a minute. */
const SECONDS_A_WORD = 0.4;

/** The prompts a rep would have had, had the coaching rules listened to a call turn by turn. */
export function coachCall(transcript: string): { readonly state: PromptState; readonly seconds: number } {
  const turns = countTurns(transcript);
  const allWords = total(turns.map(({ words }) => words));
  const isTimed = turns.length > 0 && turns.every(({ start }) => start !== null);
  let state = EMPTY_PROMPT_STATE;
  let words = 0;
  let seconds = 0;
  const planned = Math.max(allWords * SECONDS_A_WORD, (turns.at(-1)?.end ?? 0) / 1_000);
  for (const [at, turn] of turns.entries()) {
    words += turn.words;
    const next = turns[at + 1]?.start ?? turn.end;
    seconds = Math.max(seconds, isTimed && next !== null ? next / 1_000 : words * SECONDS_A_WORD);
    const soFar = turns.slice(0, at + 1);
    const call = { turns: soFar, metrics: metricsOf(soFar, { durationSeconds: seconds }), seconds, plannedSeconds: planned };
    state = nextPromptState(state, evaluateRules(call, {}), seconds);
  }
  return { state, seconds };
}

/** Calls in which coaching can be measured: a rep and a customer, and at least so many seconds. */
const COACHED = 120;

function coachingRows(set: string, calls: readonly LabeledCall[]): CallRow[] {
  const coached = calls
    .filter(
      ({ transcript }) =>
        new Set(
          describeDialogue(transcript)
            .turns.map(({ speaker }) => speaker)
            .filter(Boolean),
        ).size === 2,
    )
    .map(({ transcript }) => coachCall(transcript))
    .filter(({ seconds }) => seconds >= COACHED);
  if (coached.length === 0) return [];
  const shown = ({ state }: { state: PromptState }) => total(Object.values(state.lastShown).map(({ times }) => times));
  const rates = coached.map((call) => (600 * shown(call)) / call.seconds);
  const row = (measure: string, value: number): CallRow => ({ set, calls: coached.length, measure, value, unit: 'count', baseline: null });
  return [
    row('prompts in 10 minutes', (600 * total(coached.map(shown))) / total(coached.map(({ seconds }) => seconds))),
    row('· of the call with most', Math.max(...rates)),
    row(
      'most prompts of one rule in a call',
      Math.max(...coached.flatMap(({ state }) => Object.values(state.lastShown).map(({ times }) => times))),
    ),
  ];
}

const isConversation = ({ transcript }: LabeledCall): boolean => {
  const { turns } = describeDialogue(transcript);
  return turns.length >= MOST_TURNS_OF_A_FRAGMENT && new Set(turns.map(({ speaker }) => speaker).filter(Boolean)).size === 2;
};
const MOST_TURNS_OF_A_FRAGMENT = 8;

/** The notes of so many calls, chosen at random: the same seed chooses the same ones. */
export async function printNotes(datasets: Datasets, count: number, seed: number): Promise<string> {
  const random = seededRandom(seed);
  const all = [...readOwnCalls(), ...publicCalls(datasets).all];
  // A page that only tells of a call, or a talk of one person, has no notes to read.
  const chosen = all
    .filter(isConversation)
    .map((call) => ({ call, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ call }) => call);
  return (await noteCalls(chosen, all))
    .map(({ call, notes }) =>
      [
        `## ${notes.title}`,
        `Call: ${call.call}. ${notes.type}, ${notes.sentiment}, ${notes.priority} priority, value ${notes.callValue ?? 'unknown'}. Tags: ${notes.tags.join(', ') || 'none'}.`,
        notes.summary,
        `Next steps:\n${notes.nextSteps.map(({ text, owner, due }) => `- ${owner ?? 'both'}: ${text}${due ? ` (${due})` : ''}`).join('\n') || '- none recognised'}`,
        `Key moments:\n${notes.keyMoments.map(({ kind, speaker, quote }) => `- ${kind}, ${speaker ?? 'unknown'}: “${quote}”`).join('\n') || '- none'}`,
      ].join('\n\n'),
    )
    .join('\n\n');
}

/** Every figure of calls, for those that are there. */
export async function evaluateCalls(datasets: Datasets): Promise<CallRow[]> {
  const own = readOwnCalls();
  const { labelled, all } = publicCalls(datasets);
  return [
    ...roleRows('own calls', own),
    ...(await noteRows('own calls', own)),
    ...coachingRows('own calls', own),
    ...roleRows('public calls', labelled),
    ...(await noteRows('public calls', labelled)),
    ...coachingRows('public calls', all),
  ];
}
