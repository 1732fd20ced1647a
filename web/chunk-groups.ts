import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const WEB = fileURLToPath(new URL('.', import.meta.url));
const LOGIN = ['features/login/Login.tsx'];
/** The pieces of `web/` that the shell and most screens use. */
const PIECES = [
  'apollo/use-live-list.ts',
  'apollo/use-live-query.ts',
  'lib/use-recently-changed.ts',
  'ui/Kbd.tsx',
  'ui/PageLayout.tsx',
  'ui/Panel.tsx',
  'ui/dialogs/LazyOverlay.tsx',
  'ui/dialogs/LoadingButton.tsx',
  'ui/lists/ListSkeleton.tsx',
  'ui/values/Avatar.tsx',
  'ui/values/MoneyText.tsx',
  'ui/values/RelativeTime.tsx',
  'ui/values/chips.tsx',
];

/** Libraries that the shell and most screens use, and the login does not. */
const LIBRARIES = /react-router\/|@mui\/(material|system)\/(Chip|Link|Skeleton|SvgIcon|useMediaQuery|internal\/svg-icons\/Cancel)/;

/**
 * Which modules share a file. Small files compress badly on their own and repeat their imports, so what is always loaded
 * together is one file: 5 kB less of the home screen's 250 kB after gzip. A group without its dependencies must not hold a
 * module that uses what only one chunk uses, such as an icon: the two chunks would import each other, and one would run
 * before what it needs.
 */
export const CHUNK_GROUPS: Rolldown.CodeSplittingGroup[] = [
  // What the page starts with.
  { name: 'first', tags: ['$initial'] },
  // What every screen but the login needs.
  { name: sharedPieces(), debugName: 'pieces', includeDependenciesRecursively: false },
  // The text field, which the login and the shell share.
  {
    name: 'fields',
    test: /@mui\/material\/(OutlinedInput|InputBase|InputAdornment|FormControl|FormLabel|IconButton|TextareaAutosize)\//,
    includeDependenciesRecursively: false,
  },
  // What most dialogs and panels share.
  { name: 'shared', test: /\/web\//, minShareCount: 22 },
];

/** Names the group of the pieces, with all they import statically that the login does not. */
function sharedPieces(): Rolldown.CodeSplittingNameFunction {
  let pieces: Set<string> | undefined;
  let login: Set<string> | undefined;
  return (id, context) => {
    pieces ??= staticImports(PIECES, context);
    login ??= staticImports(LOGIN, context);
    return LIBRARIES.test(id) || (pieces.has(id) && !login.has(id)) ? 'pieces' : null;
  };
}

/** The modules of `web/` that load with these. */
function staticImports(roots: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set(roots.map((root) => WEB + root));
  for (const id of found) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) if (imported.startsWith(WEB)) found.add(imported);
  }
  return found;
}
