import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, type SqlDriverAdapter, type SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';

/** Object ids of the types "char" and text. */
const CHAR = 18;
const TEXT = pg.types.builtins.TEXT;

/**
 * Prisma's adapter for `pg` with support for the one-byte type "char": the schema engine reads such columns (for example the type of a
 * constraint) and needs their type, but the adapter refuses them. The pool reads them as text, and the result gets the type back.
 */
export function createCharColumnAdapter(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const chars = readCharsAsText(pool);
  const factory = new PrismaPg(pool);
  const { provider, adapterName } = factory;
  const restoreCharTypes = (adapter: SqlDriverAdapter): SqlDriverAdapter => ({
    provider,
    adapterName,
    async queryRaw(query) {
      const { columnNames, columnTypes, rows, ...rest } = await adapter.queryRaw(query);
      const types = columnTypes.map((type, index) => (chars.has(columnNames[index] ?? '') ? ColumnTypeEnum.Character : type));
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
    connect: async () => restoreCharTypes(await factory.connect()),
    connectToShadowDb: async () => restoreCharTypes(await factory.connectToShadowDb()),
  };
}

/** Makes the pool report "char" columns as text. The set has their names in the last query; the engine runs one at a time. */
function readCharsAsText(pool: pg.Pool): ReadonlySet<string> {
  const chars = new Set<string>();
  const query = pool.query.bind(pool);
  const queryWithText = async (...args: readonly unknown[]) => {
    const result: unknown = await Reflect.apply(query, pool, args);
    chars.clear();
    for (const field of result instanceof pg.Result ? result.fields : []) {
      if (field.dataTypeID !== CHAR) continue;
      field.dataTypeID = TEXT;
      chars.add(field.name);
    }
    return result;
  };
  Reflect.set(pool, 'query', queryWithText);
  return chars;
}
