import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { createCharColumnAdapter } from './char-columns.ts';
import { SCHEMA } from './migrations.ts';

const MODULE = '@prisma/schema-engine-wasm/schema_engine_bg';

/** Tables that Prisma cannot express, since a unique key of a partitioned table holds what it is partitioned by: they are not compared. */
const PARTITIONED_TABLES = ['public.events', 'public.events_since', 'public.events_log'];

/**
 * The SQL that brings the database at `url` up to schema.prisma; null when there is no difference.
 *
 * Uses Prisma's schema engine as WebAssembly, because many networks block the download of the native one. Only authors of migrations need
 * it; the running server never loads it.
 */
export async function diffSchema(url: string): Promise<string | null> {
  await load();
  const schema = readFileSync(SCHEMA, 'utf8');
  const files = [{ path: SCHEMA, content: schema }];
  const pool = new pg.Pool({ connectionString: url });
  const adapter = bindMigrationAwareSqlAdapterFactory(createCharColumnAdapter(pool));
  const migrator = await engine.SchemaEngine.new({ datamodels: [[SCHEMA, schema]] }, () => {}, adapter);
  try {
    const { exitCode, stdout } = await migrator.diff({
      from: { tag: 'schemaDatasource', files, configDir: '' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [...PARTITIONED_TABLES], externalEnums: [] },
    });
    return exitCode === 2 ? stdout : null;
  } finally {
    migrator.free();
    await pool.end();
  }
}

/** The module has state outside its memory, so it must be loaded only once. */
let loading: Promise<void> | undefined;

function load(): Promise<void> {
  loading ??= instantiate();
  return loading;
}

async function instantiate(): Promise<void> {
  const file = createRequire(import.meta.url)
    .resolve(MODULE)
    .replace(/\.js$/, '.wasm');
  const { instance } = await WebAssembly.instantiate(readFileSync(file), { './schema_engine_bg.js': { ...engine } });
  // The module reports a panic here before it traps.
  Reflect.set(globalThis, 'PRISMA_WASM_PANIC_REGISTRY', { set_message: (message: string) => process.stderr.write(`${message}\n`) });
  engine.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === 'function') start();
}
