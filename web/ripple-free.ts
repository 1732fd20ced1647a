import type { Plugin } from 'vite';

const NOTHING = '\0no-ripple';

/** Leaves out MUI's ripple: the theme switches it off everywhere, so its code need not travel. */
export function rippleFree(): Plugin {
  return {
    name: 'ripple-free',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id, importer) => (id === './TouchRipple.mjs' && importer?.includes('/@mui/material/ButtonBase/') ? NOTHING : null),
    load: (id) => (id === NOTHING ? 'export default () => null;' : null),
  };
}
