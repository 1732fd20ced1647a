import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { inlineDocuments } from './inline-documents.ts';
import { rippleFree } from './ripple-free.ts';

const server = 'http://127.0.0.1:4000';

/** Puts the one classic script, which must run before the first paint, among the hashed assets and into the page. */
function firstPaint(): Plugin {
  const source = readFileSync(new URL('./app/first-paint.js', import.meta.url), 'utf8');
  const fileName = `assets/first-paint-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
  return {
    name: 'first-paint',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: (_html, { server }) => [
      { tag: 'script', attrs: { src: server ? '/app/first-paint.js' : `/${fileName}` }, injectTo: 'head-prepend' },
    ],
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [inlineDocuments(), rippleFree(), react(), firstPaint()],
  resolve: {
    // rxjs keeps its modern build under a condition of its own.
    conditions: ['es2015', ...defaultClientConditions],
  },
  // The server puts a fresh nonce here in every answer; nothing without it may run.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'styles',
              test: /node_modules\/(@emotion|stylis|@mui\/(system\/(createTheme|createStyled|styleFunctionSx|cssVars|breakpoints|spacing|colorManipulator|createBreakpoints|Box|ThemeProvider|cssContainerQueries)|styled-engine|private-theming|material\/styles))\//,
            },
            { name: 'graphql', test: /node_modules\/(@apollo|graphql|graphql-ws|rxjs)\// },
            // Many small files would each be compressed without knowing the others: what the page begins with is one, and one what stands around most screens.
            { name: 'first', tags: ['$initial'] },
            {
              name: 'around',
              test: /node_modules\/(@popperjs|react-router|react-router-dom|react-transition-group|@mui\/material\/(Box|Button|ButtonBase|CircularProgress|CssBaseline|FormControl|FormLabel|Grow|IconButton|InputAdornment|InputBase|internal|Link|OutlinedInput|Paper|Popper|Portal|SvgIcon|TextareaAutosize|Tooltip|transitions|Typography|utils))\/|\/web\/(ui|lib|apollo|app)\//,
              minShareCount: 12,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/graphql': { target: server, ws: true },
      '/api': server,
      '/export': server,
      '/import': server,
      '/explorer': server,
      '/healthz': server,
    },
  },
});
