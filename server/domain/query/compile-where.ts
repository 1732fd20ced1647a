import { fitting } from '../customer/queries.ts';
import { readings } from '../customer/search-words.ts';
import { type AnyEntity, entityOf } from '../entities/entities.ts';
import type { EntityName, Search } from '../entities/entity-schema.ts';
import { searchedFor } from '../search.ts';
import { readSearch } from '../text-search.ts';
import { compileComparison } from './comparisons.ts';
import { definedEntries, invalidInput, isInput } from './invalid-input.ts';
import { columnIn, type SqlBuilder, visible } from './sql-builder.ts';

/** How deep a `where` may nest, and how many comparisons it may make. */
export const WHERE_LIMITS = { depth: 6, conditions: 100 } as const;

/** The condition an input puts on the rows of a noun; null for none. `argument` names it. */
export function compileWhere(
  noun: AnyEntity,
  table: string,
  where: object | null | undefined,
  draft: SqlBuilder,
  argument = 'where',
): string | null {
  if (!where) return null;
  assertWhereLimits(where, argument);
  return all(conditions(noun, table, where, draft, argument));
}

const all = (parts: readonly string[]): string | null => (parts.length > 0 ? parts.map((part) => `(${part})`).join(' and ') : null);

function conditions(noun: AnyEntity, table: string, where: object, draft: SqlBuilder, path: string): readonly string[] {
  return definedEntries(where).flatMap(([name, value]) => {
    const here = `${path}.${name}`;
    const inside = (input: unknown) => (isInput(input) ? all(conditions(noun, table, input, draft, here)) : null) ?? 'true';
    if (name === 'and' && Array.isArray(value)) return value.map(inside);
    if (name === 'or' && Array.isArray(value))
      return value.length > 0 ? [value.map((each) => `(${inside(each)})`).join(' or ')] : ['false'];
    // What is neither true nor false, for want of a value, is not true.
    if (name === 'not') return [`(${inside(value)}) is not true`];
    if (name === 'matches') return noun.search ? compileSearch(noun.search, table, String(value), draft) : [];
    if (!isInput(value)) return [];
    const one = noun.one[name];
    if (one) {
      return [
        exists(
          one.noun,
          (other) => `${columnIn(entityOf(one.noun), one.to, other).sql} = ${columnIn(noun, one.from, table).sql}`,
          value,
          draft,
          here,
        ),
      ];
    }
    const many = noun.many[name];
    if (!many) return compileComparison(columnIn(noun, name, table).sql, columnIn(noun, name, table).column, value, draft, here);
    const belongs = (other: string) => `${columnIn(entityOf(many.noun), many.by, other).sql} = ${columnIn(noun, noun.key, table).sql}`;
    return definedEntries(value).map(([quantity, input]) => {
      const such = isInput(input) ? input : {};
      if (quantity === 'every') return `not ${exists(many.noun, belongs, { not: such }, draft, `${here}.every`)}`;
      return `${quantity === 'none' ? 'not ' : ''}${exists(many.noun, belongs, such, draft, `${here}.${quantity}`)}`;
    });
  });
}

function exists(name: EntityName, belongs: (table: string) => string, where: object, draft: SqlBuilder, path: string): string {
  const other = entityOf(name);
  const table = draft.alias();
  const such = [belongs(table), ...visible(other, table, draft), ...conditions(other, table, where, draft, path)];
  return `exists (select 1 from ${other.table} as ${table} where ${such.map((part) => `(${part})`).join(' and ')})`;
}

/** The condition that the words of a search are found; none where nothing was searched for. */
function compileSearch(search: Search, table: string, text: string, { bind }: SqlBuilder): readonly string[] {
  if (search.by === 'customer') {
    const fit = fitting(readings(searchedFor(text)), (value) => bind(value, 'text'));
    return fit ? [`${table}.id in (select id from customers where ${fit})`] : [];
  }
  const words = readSearch(text);
  if (!words) return [];
  const asked = `to_tsquery('english', ${bind(words.exact, 'text')})`;
  // Where a search holds nothing but words that every text has, the word being typed is looked for as it stands.
  const typing = `to_tsquery('simple', ${bind(words.typing, 'text')})`;
  return [`${search.expression.replaceAll('$', table)} @@ case when numnode(${asked}) > 0 then ${asked} else ${typing} end`];
}

/** Refuses what is nested too deep or holds too much, before anything is made of it. */
function assertWhereLimits(where: object, argument: string): void {
  let conditions = 0;
  let deepest = 0;
  // A stack of our own: what is nested without end must not end us.
  const open: Array<readonly [value: unknown, depth: number]> = [[where, 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    if (Array.isArray(value)) {
      for (const each of value) if (isInput(each)) open.push([each, depth]);
    } else if (isInput(value)) {
      const inside = definedEntries(value);
      const nests = inside.some(([, each]) => isInput(each) || (Array.isArray(each) && each.some(isInput)));
      if (!nests) conditions += inside.length;
      deepest = Math.max(deepest, depth);
      // A quantity and what it holds are one level.
      const quantity = inside.every(([name]) => name === 'some' || name === 'none' || name === 'every');
      for (const [, each] of inside) open.push([each, quantity ? depth : depth + 1]);
    }
  }
  // The innermost level is the comparison itself.
  const nested = deepest - 1;
  if (nested > WHERE_LIMITS.depth)
    invalidInput(
      argument,
      `\`${argument}\` is nested ${nested} levels deep; at most ${WHERE_LIMITS.depth} are allowed. Split the question, or say it flatter with \`and\` and \`or\`.`,
    );
  if (conditions > WHERE_LIMITS.conditions)
    invalidInput(
      argument,
      `\`${argument}\` makes ${conditions.toLocaleString('en-US')} comparisons; at most ${WHERE_LIMITS.conditions} are allowed. Use \`in\` for many values of one field.`,
    );
}
