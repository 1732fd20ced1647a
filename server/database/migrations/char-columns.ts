import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, type SqlDriverAdapter, type SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';

/** Object ids of the types "char" and text. */
const CHAR = 18;
const TEXT = pg.types.builtins.TEXT;

/**
 * Prisma's adapter for `pg`, taught the one-byte type "char": the schema engine reads such columns (the kind of a constraint, for one) and
 * insists on their type, while the adapter refuses them. The pool passes them off as text, and on the way out they get their type back.
 */
export function createCharColumnAdapter(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const chars = hideChars(pool);
  const factory = new PrismaPg(pool);
  const { provider, adapterName } = factory;
  const reveal = (adapter: SqlDriverAdapter): SqlDriverAdapter => ({
    provider,
    adapterName,
    async queryRaw(query) {
      const { columnNames, columnTypes, rows, ...rest } = await adapter.queryRaw(query);
      const types = columnTypes.map((type, at) => (chars.has(columnNames[at] ?? '') ? ColumnTypeEnum.Character : type));
      return { ...rest, columnNames, columnTypes: types, rows };
    },
    executeRaw: (query) => adapter.executeRaw(query),
    executeScript: (script) => adapter.executeScript(script),
    startTransaction: (isolation) => adapter.startTransaction(isolation),
    dispose: () => adapter.dispose(),
  });
  return {
    provider,
    adapterName,
    connect: async () => reveal(await factory.connect()),
    connectToShadowDb: async () => reveal(await factory.connectToShadowDb()),
  };
}

/** Lets the pool call "char" columns text; the set holds their names as of the last query (the engine asks one at a time). */
function hideChars(pool: pg.Pool): ReadonlySet<string> {
  const chars = new Set<string>();
  const query = pool.query.bind(pool);
  const hiding = async (...args: readonly unknown[]) => {
    const result: unknown = await Reflect.apply(query, pool, args);
    chars.clear();
    for (const field of result instanceof pg.Result ? result.fields : []) {
      if (field.dataTypeID !== CHAR) continue;
      field.dataTypeID = TEXT;
      chars.add(field.name);
    }
    return result;
  };
  Reflect.set(pool, 'query', hiding);
  return chars;
}
