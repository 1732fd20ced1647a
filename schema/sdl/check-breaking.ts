import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { z } from 'zod';
import { releaseProblems } from './breaking-changes.ts';

// `npm run check` compares the printed schema with the released one; `npm run schema:release` makes it the released one.
const at = (name: string) => new URL(name, import.meta.url);
const schemaIn = (name: string) => buildSchema(readFileSync(at(name), 'utf8'));
const Acknowledged = z.record(z.string(), z.string());

if (process.argv.includes('--release')) {
  copyFileSync(at('../schema.graphql'), at('released.graphql'));
  writeFileSync(at('breaking-changes.json'), '{}\n');
} else {
  const acknowledged = Acknowledged.parse(JSON.parse(readFileSync(at('breaking-changes.json'), 'utf8')));
  const found = releaseProblems(schemaIn('released.graphql'), schemaIn('../schema.graphql'), acknowledged);
  if (found.length > 0) {
    process.stderr.write(
      `${found.join('\n')}\n\nDeprecate instead of removing. If that is impossible, add the reason to schema/sdl/breaking-changes.json: { "<change>": "<reason>" }.\n`,
    );
    process.exitCode = 1;
  }
}
