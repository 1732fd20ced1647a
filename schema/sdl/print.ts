import { readFileSync, writeFileSync } from 'node:fs';
import { printedImportFields } from './import-fields.ts';
import { printedSchema } from './printed-schema.ts';

// `npm run schema` writes what is generated from the modules and the entities; with --check it only compares, and `npm run check` fails
// on a difference.
const GENERATED = [
  { file: 'schema.graphql', print: printedSchema },
  { file: 'contract/import-fields.ts', print: printedImportFields },
] as const;

for (const { file, print } of GENERATED) {
  const path = new URL(`../${file}`, import.meta.url);
  if (!process.argv.includes('--check')) writeFileSync(path, print());
  else if (readFileSync(path, 'utf8') !== print()) {
    process.stderr.write(`schema/${file} is out of date. Run: npm run schema\n`);
    process.exitCode = 1;
  }
}
