import { IMPORT_NOUNS } from '#contract/import.ts';
import { ENTITIES } from '#domain/entities/entities.ts';
import { labelOf } from '#domain/entities/entity-schema.ts';

/** The fields that files may have, for the server and the browser: `schema/contract/import-fields.ts`. */
export function printedImportFields(): string {
  const entities = IMPORT_NOUNS.map((noun) => {
    const fields = Object.entries(ENTITIES[noun].columns).flatMap(([field, column]) =>
      column.import
        ? [
            `    {\n      field: ${quoted(field)},\n      label: ${quoted(labelOf(field, column))},\n      synonyms: ${list(column.import)},\n    },`,
          ]
        : [],
    );
    return `  ${noun}: [\n${fields.join('\n')}\n  ],`;
  });
  return `// Generated from server/domain/entities by \`npm run schema\`.\n\nexport const IMPORT_FIELDS = {\n${entities.join('\n')}\n} as const;\n`;
}

/** On one line where it fits, as the formatter has it. */
function list(texts: readonly string[]): string {
  const line = `[${texts.map(quoted).join(', ')}]`;
  return line.length <= 122 ? line : `[\n${texts.map((text) => `        ${quoted(text)},`).join('\n')}\n      ]`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
