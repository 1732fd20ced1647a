/** `npm run dev`: the server, restarted after every change, and the web client with hot reload on http://127.0.0.1:5173. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
const codegen = join(dirname(createRequire(import.meta.url).resolve('@graphql-codegen/cli/package.json')), 'esm/bin.js');

const children = [
  ['--watch', '--watch-preserve-output', 'server/main.ts', '--no-web'],
  [codegen, '--config', 'codegen.ts', '--silent', '--watch'],
  [vite, '--config', 'web/vite.config.ts'],
].map((args) => spawn(process.execPath, args, { stdio: 'inherit' }));

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const child of children) child.once('exit', stop);
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
