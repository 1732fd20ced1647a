import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:4000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  // The server puts a fresh nonce here in every answer; nothing without it may run.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
            {
              name: 'styles',
              test: /node_modules\/(@emotion|stylis|@mui\/(system|utils|styled-engine|private-theming|material\/styles))\//,
            },
            { name: 'graphql', test: /node_modules\/(@apollo|graphql|graphql-ws|rxjs)\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/graphql': { target: server, ws: true },
      '/api': server,
      '/healthz': server,
    },
  },
});
