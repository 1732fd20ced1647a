import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const WEB = fileURLToPath(new URL('.', import.meta.url));
const LOGIN = ['features/login/Login.tsx'];
/** The shell, and the pieces of `web/` that most screens show: with it they cost next to nothing. */
const SHELL = [
  'app/AuthenticatedApp.tsx',
  'apollo/use-live-list.ts',
  'lib/use-recently-changed.ts',
  'ui/PageLayout.tsx',
  'ui/Panel.tsx',
  'ui/dialogs/LoadingButton.tsx',
  'ui/values/chips.tsx',
  'ui/values/MoneyText.tsx',
  'ui/values/RelativeTime.tsx',
];

/** Libraries of the shell that nothing of the login needs. */
const SHELL_LIBRARIES =
  /@popperjs|react-router\/|@mui\/(material|system)\/(Chip|Grow|Link|Popper|Portal|Skeleton|SvgIcon|Tooltip|useMediaQuery|internal\/svg-icons\/Cancel)/;

/**
 * Which modules share a file. Small files compress badly on their own and repeat their imports, so what is always loaded
 * together is one file: 6 kB less of the home screen's 250 kB after gzip.
 */
export const CHUNK_GROUPS: Rolldown.CodeSplittingGroup[] = [
  // What the page starts with.
  { name: 'first', tags: ['$initial'] },
  // What every screen but the login needs.
  { name: shellModules(), debugName: 'shell', includeDependenciesRecursively: false },
  // The text field, which the login and the shell share.
  {
    name: 'fields',
    test: /@mui\/material\/(OutlinedInput|InputBase|InputAdornment|FormControl|FormLabel|IconButton|TextareaAutosize)\//,
    includeDependenciesRecursively: false,
  },
  // What most dialogs and panels share.
  { name: 'shared', test: /\/web\//, minShareCount: 20 },
];

/** Names the group of the modules that the shell imports statically and the login does not. */
function shellModules(): Rolldown.CodeSplittingNameFunction {
  let shell: Set<string> | undefined;
  let login: Set<string> | undefined;
  return (id, context) => {
    shell ??= staticImports(SHELL, context);
    login ??= staticImports(LOGIN, context);
    return SHELL_LIBRARIES.test(id) || (shell.has(id) && !login.has(id)) ? 'shell' : null;
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
