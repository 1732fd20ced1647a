import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { detectDelimiter, loadRows } from '#domain/import/parse-csv.ts';
import type { Caller } from '#server/testing/caller.ts';
import { importer } from '#server/testing/imports.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
let temporary: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'cleanup-test-'));
  // The server spools uploads into the system's folder for temporary files.
  vi.stubEnv('TMPDIR', temporary);
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(async () => {
  await app.close();
  vi.unstubAllEnvs();
  await rm(temporary, { recursive: true });
});

const DESCRIPTORS = '/proc/self/fd';
const target = (descriptor: string): string => {
  try {
    return readlinkSync(join(DESCRIPTORS, descriptor));
  } catch {
    return '';
  }
};
/** Spooled files this process still has open, deleted ones as well. */
const openFiles = (): readonly string[] =>
  existsSync(DESCRIPTORS)
    ? readdirSync(DESCRIPTORS)
        .map(target)
        .filter((path) => path.startsWith(temporary))
    : [];
const spooled = (): readonly string[] => readdirSync(temporary);
const leftovers = () => [...openFiles(), ...spooled()];

describe('a rejected upload leaves neither an open file nor a temporary file', () => {
  // Several chunks follow the error, so that reading must be stopped rather than come to its own end.
  const MORE = 'Amy,amy@example.com\n'.repeat(40_000);
  it.each([
    ['a row that is too long', `Name,Email\n"Jo${'x'.repeat(5_000_000)}\n`],
    ['a quotation mark that is not closed', `Name,Email\n"Jo,\n${MORE}`],
    ['too many columns', `${'a,'.repeat(101)}a\n${MORE}`],
    ['no rows', 'Name,Email\n'],
    ['a workbook', 'PK\u0003\u0004 and more'],
  ])('with %s', async (_what, content) => {
    for (let time = 0; time < 5; time += 1) expect((await importer(ada).upload(content)).status).toBe(400);
    await expect.poll(leftovers).toEqual([]);
  });

  it('that the client aborts', async () => {
    const aborted = Array.from({ length: 2 }, () => {
      const upload = request(`${app.url}/import?noun=customer`, {
        method: 'POST',
        headers: { cookie: ada.cookie(), 'content-type': 'text/csv' },
        agent: false,
      });
      upload.on('error', () => undefined).write(MORE);
      return upload;
    });
    await expect.poll(spooled).toHaveLength(2);
    for (const upload of aborted) upload.destroy();
    await expect.poll(leftovers).toEqual([]);
    expect(await app.container.db.prisma.import.count()).toBe(0);
  });
});

describe('a file that cannot be read to its end', () => {
  it.each([1, 2])('rejects after chunk %i and never raises an unhandled error', async (chunks) => {
    let isClosed = false;
    async function* text() {
      try {
        yield 'Name,Email\n';
        if (chunks > 1) yield 'Jo,jo@example.com\n';
        throw new Error('EIO: i/o error, read');
      } finally {
        isClosed = true;
      }
    }
    const file = { encoding: 'utf-8', text, remove: async () => undefined } as const;
    await expect(loadRows(app.container.db.pool, 'none', file)).rejects.toThrow('EIO');
    expect(isClosed).toBe(true);
  });
});

it('the delimiter of an empty beginning is a comma', () => {
  expect(detectDelimiter('')).toBe(',');
});
