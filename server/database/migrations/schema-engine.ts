import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { createCharColumnAdapter } from './char-columns.ts';
import { SCHEMA } from './migrations.ts';

const MODULE = '@prisma/schema-engine-wasm/schema_engine_bg';

/**
 * The SQL that would turn the database at `url` into what schema.prisma says; null when there is nothing to do.
 *
 * This is Prisma's own schema engine as WebAssembly: the native one is a download that many networks block.
 * Only authors of migrations need it; the running server never loads it.
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
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 2 ? stdout : null;
  } finally {
    migrator.free();
    await pool.end();
  }
}

/** The module keeps its state beside its memory: loading it twice would mix the two. */
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
  // Where the module reports a panic before it traps.
  Reflect.set(globalThis, 'PRISMA_WASM_PANIC_REGISTRY', { set_message: (message: string) => process.stderr.write(`${message}\n`) });
  engine.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === 'function') start();
}
