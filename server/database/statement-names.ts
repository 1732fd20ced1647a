/** Statements a connection keeps; lists of ids make ever new ones, which then go unnamed. */
const LIMIT = 300;

/**
 * Names for Prisma's statements, so that PostgreSQL parses and plans each once per connection: a quarter of the time of a small query.
 * A name stands for one text for ever, in all connections.
 */
export function statementNames(limit = LIMIT): (statement: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    // The empty name is PostgreSQL's for a statement it need not keep.
    if (known !== undefined || names.size >= limit) return known ?? '';
    const name = `prisma_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
