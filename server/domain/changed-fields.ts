/** The names of the fields that changes would give another value. */
export function changedFields<Row extends object>(before: Row, changes: Partial<Record<keyof Row, unknown>>): readonly string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(changes)
    .filter(([field, value]) => value !== undefined && !isSame(old.get(field), value))
    .map(([field]) => field);
}

/** Amounts and moments are objects; as JSON equal ones look alike. */
const isSame = (before: unknown, after: unknown): boolean => before === after || written(before) === written(after);

const written = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value) : value);
