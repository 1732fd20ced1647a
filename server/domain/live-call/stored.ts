import { z } from 'zod';
import { LIVE_CALL_STATUSES } from '#contract/live-call.ts';
import type { Prisma, LiveCall as Row } from '#prisma/generated/client.ts';
import { TOPICS } from '../conversation/words/topics.ts';
import { type Gauges, readGauges } from './gauges.ts';
import type { PromptState } from './rules/prompter.ts';
import { StoredPrompting } from './rules/stored-prompting.ts';

/** Everything of a call but its text, which may be long. */
export const WITHOUT_TEXT = { currentTranscript: true } as const satisfies Prisma.LiveCallOmit;

const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.flatMap((entry) => item.safeParse(entry).data ?? []));

const Cards = listOf(
  z.object({
    /** The prompt it belongs to. */
    nudge: z.string(),
    topic: z.enum(TOPICS.map(([topic]) => topic)),
    trainingItemId: z.string(),
    title: z.string(),
    /** The beginning of what the item says. */
    excerpt: z.string(),
  }),
);

/** What answers the customer's words, from the training data. */
export type ObjectionCard = z.output<typeof Cards>[number];

const Tips = listOf(z.object({ text: z.string(), /** Second of the call. */ at: z.number(), engine: z.string() }));

/** What a model advised. */
export type ModelTip = z.output<typeof Tips>[number];

type InputMode = 'text' | 'segments';

/** A stored call with its JSON read. */
export interface LiveCall
  extends Omit<Row, 'currentTranscript' | 'status' | 'inputMode' | 'insights' | 'recommendations' | 'metrics' | 'prompting'> {
  readonly status: (typeof LIVE_CALL_STATUSES)[number];
  /** As one text, or in segments; null until something was said. */
  readonly inputMode: InputMode | null;
  readonly gauges: Gauges;
  readonly prompting: PromptState;
  readonly cards: readonly ObjectionCard[];
  readonly tips: readonly ModelTip[];
}

/** What the prompter remembers, in the form it is stored in. */
export const toStore = ({ nudges, lastShown, ...rest }: PromptState) => ({
  ...rest,
  nudges: nudges.map((nudge) => ({ ...nudge })),
  lastShown: Object.fromEntries(Object.entries(lastShown).map(([rule, last]) => [rule, { ...last }])),
});

const isInputMode = (mode: string | null): mode is InputMode => mode === 'text' || mode === 'segments';

export const readLiveCall = ({
  status,
  inputMode,
  insights,
  recommendations,
  metrics,
  prompting,
  ...row
}: Omit<Row, 'currentTranscript'>): LiveCall => ({
  ...row,
  status: LIVE_CALL_STATUSES.find((known) => known === status) ?? 'completed',
  inputMode: isInputMode(inputMode) ? inputMode : null,
  gauges: readGauges(metrics),
  prompting: StoredPrompting.parse(prompting),
  cards: Cards.parse(insights),
  tips: Tips.parse(recommendations),
});
