import type { Column, Kind } from '#domain/entities/column-types.ts';
import { COMPARATORS, type Comparator, MAX_VALUES } from '#domain/query/comparisons.ts';
import { builder } from '../builder.ts';
import { type ChoiceName, ENUMS, isChoice } from './enums.ts';

const LISTED = `at most ${MAX_VALUES.toLocaleString('en-US')}.`;

const ABOUT = {
  eq: 'Exactly this.',
  ne: 'Anything but this, also nothing at all.',
  in: `One of these, ${LISTED}`,
  notIn: `None of these, also nothing at all; ${LISTED}`,
  lt: 'Less than this; of moments: before it.',
  lte: 'This or less; of moments: not after it.',
  gt: 'More than this; of moments: after it.',
  gte: 'This or more; of moments: not before it.',
  isNull: 'True: it has no value. False: it has one.',
  contains: 'Has this somewhere in it. Upper and lower case and accents do not matter: `muller` finds Müller.',
  startsWith: 'Begins with this; upper and lower case and accents do not matter.',
  endsWith: 'Ends with this; upper and lower case and accents do not matter.',
  within:
    'In this span of time: "today", "yesterday", "tomorrow"; "this", "last" or "next" with hour, day, week, month, quarter or year, which begin on the calendar, weeks on Monday; "last 30 days" and "next 2 weeks", which end or begin now.',
} as const satisfies Record<Comparator, string>;

/** The type a comparison is made with, for kinds that have one of their own. */
const SCALARS = {
  id: 'ID',
  text: 'String',
  openText: 'String',
  longText: 'String',
  money: 'Decimal',
  decimal: 'Decimal',
  whole: 'Int',
  float: 'Float',
  flag: 'Boolean',
  moment: 'DateTime',
  sequence: 'EventCursor',
} as const satisfies Record<Exclude<Kind, 'choice'>, string>;

const condition = (name: string, what: string, kind: Kind, type: (typeof SCALARS)[Exclude<Kind, 'choice'>] | (typeof ENUMS)[ChoiceName]) =>
  builder.inputRef<object>(name).implement({
    description: `What ${what} must be. Several comparisons in one must all hold; one that is null does not matter.`,
    fields: (t) => {
      const compare = (comparator: Comparator) => {
        const described = { description: ABOUT[comparator] };
        if (comparator === 'isNull') return t.boolean(described);
        if (comparator === 'within') return t.string(described);
        return comparator === 'in' || comparator === 'notIn' ? t.field({ type: [type], ...described }) : t.field({ type, ...described });
      };
      const comparisons = Object.fromEntries(COMPARATORS[kind].map((comparator) => [comparator, compare(comparator)]));
      if (kind !== 'moment') return comparisons;
      const timeZone = t.string({ description: 'Whose days `within` means, as IANA names the zone: "Europe/Berlin". Left out: UTC.' });
      return { ...comparisons, timeZone };
    },
  });

const CONDITIONS = {
  id: condition('IdCondition', 'an id', 'id', 'ID'),
  text: condition('TextCondition', 'a text', 'text', 'String'),
  longText: condition('LongTextCondition', 'a long text', 'longText', 'String'),
  decimal: condition('DecimalCondition', 'an exact decimal number', 'decimal', 'Decimal'),
  whole: condition('WholeCondition', 'a whole number', 'whole', 'Int'),
  float: condition('NumberCondition', 'a number', 'float', 'Float'),
  flag: condition('FlagCondition', 'a yes or no', 'flag', 'Boolean'),
  moment: condition('MomentCondition', 'a moment', 'moment', 'DateTime'),
} as const;

const choiceConditions = new Map<string, ReturnType<typeof condition>>();

function choiceCondition(name: string) {
  if (!isChoice(name)) throw new Error(`There is no enum ${name}`);
  const known = choiceConditions.get(name) ?? condition(`${name}Condition`, `a ${name}`, 'choice', ENUMS[name]);
  choiceConditions.set(name, known);
  return known;
}

const SAME = { id: 'id', text: 'text', openText: 'text', longText: 'longText', money: 'decimal', decimal: 'decimal' } as const;
const REST = { whole: 'whole', float: 'float', flag: 'flag', moment: 'moment', sequence: 'whole' } as const;
const INPUT_OF = { ...SAME, ...REST } as const satisfies Record<Exclude<Kind, 'choice'>, keyof typeof CONDITIONS>;

/** The input that compares a column. */
export const conditionOf = ({ kind, choice }: Pick<Column, 'kind' | 'choice'>) =>
  kind === 'choice' ? choiceCondition(choice?.name ?? '') : CONDITIONS[INPUT_OF[kind]];
