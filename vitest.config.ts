import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Vite would take graphql's ES modules and Node its CommonJS ones; there may be only one graphql.
const resolve = { alias: { graphql: 'graphql/index.js' } };

export default defineConfig({
  test: {
    // The files of a worker share their modules: loading the server or the client for each file took half of the time. What a test
    // changes in them it puts back (see the setup files).
    isolate: false,
    // Two even on two cores: tests wait for the database and for timers much of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve,
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts', 'schema/**/*.test.ts', 'prisma/**/*.test.ts', 'docs/*.test.ts', 'eval/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles: ['server/testing/setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 20_000,
          // What is waited for comes in milliseconds; on a busy machine it may take longer.
          expect: { poll: { timeout: 5_000, interval: 20 } },
        },
      },
      {
        resolve,
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/testing/setup.ts'],
          // Far beyond what any of them takes: on a busy machine typing a form is slow.
          testTimeout: 30_000,
        },
      },
      {
        resolve,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts', 'fuzz/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          // After the others: a browser that has to share the machine with them is slower than any person.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
