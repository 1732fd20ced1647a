/** The process of the server. Sets up Node before anything is imported. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiled code is kept for the next start, which then takes a third less (docs/bench.md). Where the folder cannot be written, it is not.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node'));
const { runServer } = await import('./server-process.ts');
await runServer();
