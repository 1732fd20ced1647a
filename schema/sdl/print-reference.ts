import { readFileSync, writeFileSync } from 'node:fs';
import { lexicographicSortSchema } from 'graphql';
import { schema } from '../index.ts';
import { reference } from './reference.ts';

// `npm run docs:api` writes the page; with --check it only compares, and `npm run check` fails on a difference.
const file = new URL('../../docs/api-reference.md', import.meta.url);
const page = reference(lexicographicSortSchema(schema));
if (!process.argv.includes('--check')) writeFileSync(file, page);
else if (readFileSync(file, 'utf8') !== page) {
  process.stderr.write('docs/api-reference.md is out of date. Run: npm run docs:api\n');
  process.exitCode = 1;
}
