import type { Column, ColumnKind } from '#domain/entities/column-types.ts';
import { COMPARATORS, type Comparator, MAX_VALUES } from '#domain/query/comparisons.ts';
import { builder } from '../builder.ts';
import { ENUMS, type EnumName, isEnumName } from './enums.ts';

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
  openEnum: 'String',
  longText: 'String',
  money: 'Decimal',
  decimal: 'Decimal',
  int: 'Int',
  float: 'Float',
  boolean: 'Boolean',
  timestamp: 'DateTime',
  sequence: 'EventCursor',
} as const satisfies Record<Exclude<ColumnKind, 'enum'>, string>;

const condition = (
  name: string,
  what: string,
  kind: ColumnKind,
  type: (typeof SCALARS)[Exclude<ColumnKind, 'enum'>] | (typeof ENUMS)[EnumName],
) =>
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
      if (kind !== 'timestamp') return comparisons;
      const timeZone = t.string({ description: 'Whose days `within` means, as IANA names the zone: "Europe/Berlin". Left out: UTC.' });
      return { ...comparisons, timeZone };
    },
  });

const CONDITIONS = {
  id: condition('IdCondition', 'an id', 'id', 'ID'),
  text: condition('TextCondition', 'a text', 'text', 'String'),
  longText: condition('LongTextCondition', 'a long text', 'longText', 'String'),
  decimal: condition('DecimalCondition', 'an exact decimal number', 'decimal', 'Decimal'),
  int: condition('WholeCondition', 'a whole number', 'int', 'Int'),
  float: condition('NumberCondition', 'a number', 'float', 'Float'),
  boolean: condition('FlagCondition', 'a yes or no', 'boolean', 'Boolean'),
  timestamp: condition('MomentCondition', 'a moment', 'timestamp', 'DateTime'),
} as const;

const enumConditions = new Map<string, ReturnType<typeof condition>>();

function enumCondition(name: string) {
  if (!isEnumName(name)) throw new Error(`There is no enum ${name}`);
  const known = enumConditions.get(name) ?? condition(`${name}Condition`, `a ${name}`, 'enum', ENUMS[name]);
  enumConditions.set(name, known);
  return known;
}

const SAME = { id: 'id', text: 'text', openEnum: 'text', longText: 'longText', money: 'decimal', decimal: 'decimal' } as const;
const REST = { int: 'int', float: 'float', boolean: 'boolean', timestamp: 'timestamp', sequence: 'int' } as const;
const INPUT_OF = { ...SAME, ...REST } as const satisfies Record<Exclude<ColumnKind, 'enum'>, keyof typeof CONDITIONS>;

/** The input that compares a column. */
export const conditionOf = ({ kind, enumType }: Pick<Column, 'kind' | 'enumType'>) =>
  kind === 'enum' ? enumCondition(enumType?.name ?? '') : CONDITIONS[INPUT_OF[kind]];
