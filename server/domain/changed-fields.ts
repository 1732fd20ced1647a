/** The names of the fields in which two versions of a row differ; the time of change itself does not count. */
export function changedFields<Row extends object>(before: Row, after: Row): readonly string[] {
  const old = new Map(Object.entries(before));
  return Object.entries(after)
    .filter(([field, value]) => field !== 'updatedAt' && String(old.get(field)) !== String(value))
    .map(([field]) => field);
}
