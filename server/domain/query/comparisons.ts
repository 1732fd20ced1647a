import type { Column, ColumnKind } from '../entities/column-types.ts';
import { compileRange, resolveTimeZone } from './date-buckets.ts';
import { definedEntries, invalidInput } from './invalid-input.ts';
import { type SqlBuilder, typeOf } from './sql-builder.ts';

/** The longest list a comparison takes. */
export const MAX_VALUES = 1_000;

const EXACT = ['eq', 'ne', 'in', 'notIn', 'isNull'] as const;
const ORDERED = [...EXACT, 'lt', 'lte', 'gt', 'gte'] as const;
const PARTS = ['contains', 'startsWith', 'endsWith'] as const;

export type Comparator = (typeof ORDERED)[number] | (typeof PARTS)[number] | 'within';

/** How columns of a kind may be compared. */
export const COMPARATORS = {
  id: EXACT,
  text: [...EXACT, ...PARTS],
  openEnum: [...EXACT, ...PARTS],
  longText: [...PARTS, 'isNull'],
  enum: EXACT,
  money: ORDERED,
  decimal: ORDERED,
  int: ORDERED,
  float: ORDERED,
  boolean: ['eq', 'ne', 'isNull'],
  timestamp: ['within', 'eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'isNull'],
  sequence: [],
} as const satisfies Record<ColumnKind, readonly Comparator[]>;

const OPERATORS = new Map<string, (left: string, right: string) => string>([
  ['eq', (left, right) => `${left} = ${right}`],
  // Different from a word is also what has none.
  ['ne', (left, right) => `${left} is distinct from ${right}`],
  ['lt', (left, right) => `${left} < ${right}`],
  ['lte', (left, right) => `${left} <= ${right}`],
  ['gt', (left, right) => `${left} > ${right}`],
  ['gte', (left, right) => `${left} >= ${right}`],
]);

// `folded` and `folded_pattern` are functions of the database: without case, accents and the meaning LIKE gives to % and _.
const FOLDED = new Map<string, (text: string, part: string) => string>([
  ['contains', (text, part) => `folded(${text}) like '%' || folded_pattern(${part}) || '%'`],
  ['startsWith', (text, part) => `folded(${text}) like folded_pattern(${part}) || '%'`],
  ['endsWith', (text, part) => `folded(${text}) like '%' || folded_pattern(${part})`],
]);

/** The conditions an input puts on a value: one for each comparator in it. `path` names the input. */
export function compileComparison(
  sql: string,
  column: Pick<Column, 'kind' | 'enumType' | 'sqlType'>,
  input: object,
  builder: SqlBuilder,
  path: string,
): readonly string[] {
  const type = typeOf(column);
  const { bind } = builder;
  const zone = resolveTimeZone(timeZoneOf(input), 'timeZone');
  return definedEntries(input)
    .filter(([name]) => name !== 'timeZone')
    .map(([name, value]) => {
      if (name === 'isNull') return value === true ? `${sql} is null` : `${sql} is not null`;
      if (name === 'within') return compileRange(sql, String(value), zone, builder);
      if (Array.isArray(value)) {
        if (value.length > MAX_VALUES) {
          invalidInput(
            'where',
            `\`${path}.${name}\` lists ${value.length.toLocaleString('en-US')} values; at most ${MAX_VALUES.toLocaleString('en-US')} are allowed.`,
          );
        }
        const list = bind(value, `${type}[]`);
        return name === 'in' ? `${sql} = any(${list})` : `(${sql} <> all(${list})) is not false`;
      }
      const part = FOLDED.get(name);
      if (part) return part(sql, bind(value, 'text'));
      const operator = OPERATORS.get(name);
      return operator ? operator(sql, bind(value, type)) : invalidInput('where', `\`${path}\` cannot be compared by \`${name}\`.`);
    });
}

function timeZoneOf(input: object): string | null {
  const zone: unknown = Reflect.get(input, 'timeZone');
  return typeof zone === 'string' ? zone : null;
}
