import { readFileSync, writeFileSync } from 'node:fs';
import { printedSchema } from './printed-schema.ts';

// `npm run schema` writes the file; with --check it only compares, and `npm run check` fails on a difference.
const file = new URL('../schema.graphql', import.meta.url);
if (!process.argv.includes('--check')) writeFileSync(file, printedSchema());
else if (readFileSync(file, 'utf8') !== printedSchema()) {
  process.stderr.write('schema/schema.graphql is out of date. Run: npm run schema\n');
  process.exitCode = 1;
}
