import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOf } from './use-case-files.ts';
import { printUseCases, USE_CASES } from './use-cases.ts';

const ROOTS = ['bench', 'e2e', 'fuzz', 'prisma', 'schema', 'server', 'web'];

it('ARCHITECTURE.md names only files and folders that exist', () => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8');
  const names = [...text.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
  const files = new Set(ROOTS.flatMap((root) => globSync(`${root}/**/*.{ts,tsx}`)).map((file) => basename(file)));
  const named = names.filter((name) => /\.tsx?$/.test(name));
  const folders = names.filter((name) => ROOTS.some((root) => name.startsWith(`${root}/`)) && name.endsWith('/'));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !files.has(basename(name)))).toEqual([]);
  expect(folders.filter((name) => !existsSync(name))).toEqual([]);
});

describe('the use cases', () => {
  it('in ARCHITECTURE.md match the imports (npm run use-cases)', () => {
    expect(readFileSync('ARCHITECTURE.md', 'utf8')).toContain(printUseCases());
  });

  it.each(USE_CASES)('$name has at most ten files', (useCase) => {
    const files = filesOf(useCase);
    expect(files.length).toBeGreaterThan(2);
    expect(files.length).toBeLessThanOrEqual(10);
  });
});
