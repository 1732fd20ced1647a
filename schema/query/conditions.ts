import type { Column, ColumnKind } from '#domain/entities/column-types.ts';
import { COMPARATORS, type Comparator, MAX_VALUES } from '#domain/query/comparisons.ts';
import { builder } from '../builder.ts';
import type { SCALARS } from './entity-fields.ts';
import { ENUMS, type EnumName, isEnumName } from './enums.ts';

const LISTED = `at most ${MAX_VALUES.toLocaleString('en-US')}.`;

const ABOUT = {
  eq: 'Exactly this.',
  ne: 'Not equal to this, or no value.',
  in: `Equal to one of these; ${LISTED}`,
  notIn: `Equal to none of these, or no value; ${LISTED}`,
  lt: 'Less than this; for timestamps: before it.',
  lte: 'At most this; for timestamps: not after it.',
  gt: 'Greater than this; for timestamps: after it.',
  gte: 'At least this; for timestamps: not before it.',
  isNull: 'true: it has no value. false: it has one.',
  contains: 'Contains this, ignoring case and accents: `muller` finds Müller.',
  startsWith: 'Starts with this, ignoring case and accents.',
  endsWith: 'Ends with this, ignoring case and accents.',
  within:
    'In a relative period: "today", "yesterday", "tomorrow"; "this", "last" or "next" plus hour, day, week, month, quarter or year (calendar periods; weeks start on Monday); or "last 30 days", "next 2 weeks" and the like, which end or start now.',
} as const satisfies Record<Comparator, string>;

const condition = (
  name: string,
  what: string,
  kind: ColumnKind,
  type: (typeof SCALARS)[Exclude<ColumnKind, 'enum'>] | (typeof ENUMS)[EnumName],
) =>
  builder.inputRef<object>(name).implement({
    description: `Conditions on ${what}. All comparisons must match; a comparison that is null is ignored.`,
    fields: (t) => {
      const compare = (comparator: Comparator) => {
        const described = { description: ABOUT[comparator] };
        if (comparator === 'isNull') return t.boolean(described);
        if (comparator === 'within') return t.string(described);
        return comparator === 'in' || comparator === 'notIn' ? t.field({ type: [type], ...described }) : t.field({ type, ...described });
      };
      const comparisons = Object.fromEntries(COMPARATORS[kind].map((comparator) => [comparator, compare(comparator)]));
      if (kind !== 'timestamp') return comparisons;
      const timeZone = t.string({ description: 'IANA time zone that `within` uses, such as `Europe/Berlin`. Default: UTC.' });
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
  boolean: condition('FlagCondition', 'a boolean', 'boolean', 'Boolean'),
  timestamp: condition('MomentCondition', 'a timestamp', 'timestamp', 'DateTime'),
} as const;

const enumConditions = new Map<string, ReturnType<typeof condition>>();

function enumCondition(name: string) {
  if (!isEnumName(name)) throw new Error(`Unknown enum ${name}`);
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
