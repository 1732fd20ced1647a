import { fieldsOfImport, type ImportChoices, type ImportReplacement } from '#contract/import.ts';
import { useKeptInput } from '#web/drafts/use-kept-input.ts';
import type { LoadedImport } from './use-import.ts';

/** Null where nothing was chosen yet. */
type KeptChoices = { readonly [Key in keyof ImportChoices]: ImportChoices[Key] | null };

const NOTHING: KeptChoices = { columns: null, replacements: null, emptyFields: null };

/** What is chosen for a file. It is kept for the next file with the same header, in this browser and for one person. */
export function useImportChoices({ noun, header, ...file }: LoadedImport): [ImportChoices, (changes: Partial<ImportChoices>) => void] {
  const [kept, change] = useKeptInput<KeptChoices>(`import/${noun}/${header.join('\n')}`, NOTHING);
  const fields = fieldsOfImport(noun).map(({ field }) => field);
  const columns = kept.columns?.every((field) => field === '' || fields.includes(field)) ? kept.columns : file.columns;
  const isMapped = (field: string) => columns.includes(field);
  const replacements = kept.replacements ?? file.replacements;
  const emptyFields = kept.emptyFields ?? file.emptyFields;
  return [
    {
      columns,
      replacements: sentReplacements(replacements.filter(({ field }) => isMapped(field))),
      emptyFields: emptyFields.filter(isMapped),
    },
    change,
  ];
}

/** Without the type's name that the cache adds: no input has it. */
export const sentReplacements = (replacements: readonly ImportReplacement[]): readonly ImportReplacement[] =>
  replacements.map(({ field, value, replacement }) => ({ field, value, replacement }));
