import { writeFileSync } from 'node:fs';
import { printedSchema } from './printed.ts';

// `npm run schema` writes the printed contract; `npm run check` fails when it differs from the committed one.
writeFileSync(new URL('schema.graphql', import.meta.url), printedSchema());
