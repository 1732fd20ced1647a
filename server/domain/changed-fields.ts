import { Prisma } from '#prisma/generated/client.ts';

/** The names of the fields that changes would give another value. */
export function changedFields<Row extends object>(before: Row, changes: Partial<Record<keyof Row, unknown>>): readonly string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(changes)
    .filter(([field, value]) => value !== undefined && plain(old.get(field)) !== plain(value))
    .map(([field]) => field);
}

/** Amounts and times are objects; these are their comparable values. */
function plain(value: unknown): unknown {
  if (value instanceof Prisma.Decimal) return value.toFixed(2);
  return value instanceof Date ? value.getTime() : value;
}
