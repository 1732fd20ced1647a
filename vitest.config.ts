import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Vite would take graphql's ES modules and Node its CommonJS ones; there may be only one graphql.
const resolve = { alias: { graphql: 'graphql/index.js' } };

// Servers and commands that tests start load in half of the time when they find their modules compiled.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));

/** The files that take longest, the longest last. */
const LONG = ['fuzz/fuzz.test.ts', 'e2e/deployment/installation.test.ts', 'fuzz/attacks.test.ts', 'e2e/accessibility.test.ts'];

/** Begins with the longest files: one that begins last keeps one worker busy while the others have nothing left to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const rank = ({ moduleId }: TestSpecification) => LONG.findIndex((name) => moduleId.endsWith(name));
    return (await super.sort(files)).sort((one, other) => group(one) - group(other) || rank(other) - rank(one));
  }
}

export default defineConfig({
  test: {
    // The files of a worker share their modules: loading the server or the client for each file took half of the time. What a test
    // changes in them it puts back (see the setup files).
    isolate: false,
    // Two even on two cores: tests wait for the database and for timers much of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts', 'schema/**/*.test.ts', 'prisma/**/*.test.ts', 'docs/*.test.ts', 'eval/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles: ['server/testing/setup.ts'],
          // Far beyond what any of them takes: on a busy machine a backup or an import is slow.
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
