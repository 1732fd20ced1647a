import { customerCondition } from '../customer/queries.ts';
import { readings } from '../customer/search-words.ts';
import { type AnyEntity, type EntityName, entityOf, toManyOf } from '../entities/entities.ts';
import type { Search } from '../entities/entity-schema.ts';
import { searchedFor } from '../search.ts';
import { readSearch } from '../text-search.ts';
import { compileComparison } from './comparisons.ts';
import { definedEntries, invalidInput, isInput } from './invalid-input.ts';
import { columnIn, rowVisibility, type SqlBuilder } from './sql-builder.ts';

/** How deep a `where` may nest, and how many comparisons it may make. */
export const WHERE_LIMITS = { depth: 6, conditions: 100 } as const;

/** The condition an input puts on the rows of an entity; null for none. `argument` names it. */
export function compileWhere(
  entity: AnyEntity,
  table: string,
  where: object | null | undefined,
  builder: SqlBuilder,
  argument = 'where',
): string | null {
  if (!where) return null;
  assertWhereLimits(where, argument);
  return all(conditions(entity, table, where, builder, argument));
}

const all = (parts: readonly string[]): string | null => (parts.length > 0 ? parts.map((part) => `(${part})`).join(' and ') : null);

function conditions(entity: AnyEntity, table: string, where: object, builder: SqlBuilder, path: string): readonly string[] {
  return definedEntries(where).flatMap(([name, value]) => {
    const here = `${path}.${name}`;
    const inside = (input: unknown) => (isInput(input) ? all(conditions(entity, table, input, builder, here)) : null) ?? 'true';
    if (name === 'and' && Array.isArray(value)) return value.map(inside);
    if (name === 'or' && Array.isArray(value))
      return value.length > 0 ? [value.map((each) => `(${inside(each)})`).join(' or ')] : ['false'];
    // Null counts as false.
    if (name === 'not') return [`(${inside(value)}) is not true`];
    if (name === 'matches') return entity.search ? compileSearch(entity.search, table, String(value), builder) : [];
    if (!isInput(value)) return [];
    const one = entity.toOne[name];
    if (one) {
      return [
        exists(
          one.entity,
          (other) => `${columnIn(entityOf(one.entity), one.to, other).sql} = ${columnIn(entity, one.from, table).sql}`,
          value,
          builder,
          here,
        ),
      ];
    }
    const many = toManyOf(entity)[name];
    if (!many) return compileComparison(columnIn(entity, name, table).sql, columnIn(entity, name, table).column, value, builder, here);
    const belongs = (other: string) =>
      `${columnIn(entityOf(many.entity), many.foreignKey, other).sql} = ${columnIn(entity, entity.primaryKey, table).sql}`;
    return definedEntries(value).map(([quantity, input]) => {
      const nested = isInput(input) ? input : {};
      if (quantity === 'every') return `not ${exists(many.entity, belongs, { not: nested }, builder, `${here}.every`)}`;
      return `${quantity === 'none' ? 'not ' : ''}${exists(many.entity, belongs, nested, builder, `${here}.${quantity}`)}`;
    });
  });
}

function exists(name: EntityName, belongs: (table: string) => string, where: object, builder: SqlBuilder, path: string): string {
  const other = entityOf(name);
  const table = builder.alias();
  const clauses = [belongs(table), ...rowVisibility(other, table, builder), ...conditions(other, table, where, builder, path)];
  return `exists (select 1 from ${other.table} as ${table} where ${clauses.map((part) => `(${part})`).join(' and ')})`;
}

/** The condition that a search matches; none for an empty search. */
function compileSearch(search: Search, table: string, text: string, { bind }: SqlBuilder): readonly string[] {
  if (search.method === 'customer') {
    const condition = customerCondition(readings(searchedFor(text)), table, (value) => bind(value, 'text'));
    return condition ? [condition] : [];
  }
  const words = readSearch(text);
  if (!words) return [];
  const query = `to_tsquery('english', ${bind(words.exact, 'text')})`;
  // If the search has only stop words, the last word is looked up literally.
  const typing = `to_tsquery('simple', ${bind(words.typing, 'text')})`;
  return [`${search.expression.replaceAll('$', table)} @@ case when numnode(${query}) > 0 then ${query} else ${typing} end`];
}

/** Rejects a `where` that is nested too deep or too long, before anything is compiled. */
function assertWhereLimits(where: object, argument: string): void {
  let conditions = 0;
  let deepest = 0;
  // An explicit stack: deep nesting must not overflow the call stack.
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
      `\`${argument}\` is nested ${nested} levels deep; at most ${WHERE_LIMITS.depth} are allowed. Split the query, or flatten it with \`and\` and \`or\`.`,
    );
  if (conditions > WHERE_LIMITS.conditions)
    invalidInput(
      argument,
      `\`${argument}\` makes ${conditions.toLocaleString('en-US')} comparisons; at most ${WHERE_LIMITS.conditions} are allowed. Use \`in\` for many values of one field.`,
    );
}
