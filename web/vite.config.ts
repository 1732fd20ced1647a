import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { CHUNK_GROUPS } from './chunk-groups.ts';
import { inlineDocuments } from './inline-documents.ts';

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
  plugins: [inlineDocuments(), react(), firstPaint()],
  resolve: {
    // rxjs keeps its modern build under a condition of its own.
    conditions: ['es2015', ...defaultClientConditions],
  },
  // The server replaces this with a new nonce in every response; scripts without it are blocked.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    // `npm run bundle-size` checks the gzipped sizes instead.
    chunkSizeWarningLimit: 1_000,
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNK_GROUPS },
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
      '/workspace': server,
    },
  },
});
