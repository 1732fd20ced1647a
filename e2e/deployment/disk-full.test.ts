import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '#server/database/embedded/embedded.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { type Caller, createCaller } from '#server/testing/caller.ts';
import { until } from '#server/testing/writer.ts';
import { endInstances, type Instance, startInstance } from './instance.ts';

/** Tests here start several processes, one after the other. */
const TIMEOUT_MS = 180_000;

const MEGABYTE = Buffer.alloc(1_000_000);

let folder: string;
const mounts: string[] = [];

/** A disk of a given size; null where this user may not mount one. */
async function mountDisk(name: string, size: string): Promise<string | null> {
  const path = `${folder}/${name}`;
  await mkdir(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return null;
  }
  mounts.push(path);
  return path;
}

/** Fills a disk to the last byte. */
async function fill(file: string): Promise<void> {
  for (let size = MEGABYTE.length; size >= 1; )
    await appendFile(file, MEGABYTE.subarray(0, size)).catch(() => {
      size = Math.floor(size / 10);
    });
}

function mayMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

if (!mayMount()) process.stderr.write('Only root may mount a small disk: the tests of a full disk are skipped.\n');

describe.skipIf(!mayMount())('a full disk', { timeout: TIMEOUT_MS }, () => {
  let postgres: Embedded | undefined;
  let instance: Instance;
  let ada: Caller;
  let databaseDisk: string | null;
  let uploadDisk: string | null;

  beforeAll(async () => {
    folder = await createTempDirectory('callboard-disk-full-');
    databaseDisk = await mountDisk('database', '256m');
    uploadDisk = await mountDisk('uploads', '1m');
    if (!databaseDisk || !uploadDisk) return;
    postgres = await startEmbedded({ dataDir: `${databaseDisk}/postgres`, log: () => {} });
    instance = await startInstance({ DATABASE_URL: postgres.url, DEMO: 'off', TMPDIR: uploadDisk });
    ada = createCaller(instance.url);
    expect((await ada.rest.post('/api/auth/register', { username: 'ada', password: 'correct horse' })).status).toBe(201);
  }, TIMEOUT_MS);

  afterAll(async () => {
    await endInstances();
    await postgres?.stop();
    for (const path of mounts) execFileSync('umount', [path]);
    await rm(folder, { recursive: true, force: true });
  });

  it('of the database fails writes with one sentence and leaves reads alone; once there is room, writes succeed again', async ({
    skip,
  }) => {
    if (!databaseDisk) return skip('no disk could be mounted');
    const write = () => ada.rest.post('/api/leads', { name: 'Amy', notes: 'x y z '.repeat(800) });
    expect((await write()).status).toBe(201);
    await fill(`${databaseDisk}/filler`);
    const answer = await (async () => {
      for (let number = 0; number < 2_000; number += 1) {
        const last = await write();
        if (last.status !== 201) return last;
      }
      return null;
    })();
    const message = 'The database has no room. Ask an administrator to free disk space.';
    expect([answer?.status, answer?.body, answer?.headers.get('retry-after')]).toEqual([503, { message }, '60']);
    expect((await ada.rest.get('/api/leads')).status).toBe(200);
    expect((await ada.rest.get('/readyz')).body).toEqual({ status: 'ready', message });
    expect(await instance.metric('callboard_database_full_total')).toBeGreaterThan(0);

    await rm(`${databaseDisk}/filler`);
    await until(async () => (await write()).status === 201);
  });

  it('of uploads fails an upload with one sentence, and leaves nothing behind', async ({ skip }) => {
    if (!uploadDisk) return skip('no disk could be mounted');
    const free = () => instance.metric('callboard_disk_free_bytes');
    const upload = (rows: number) =>
      ada.rest.send('/import?noun=lead', {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: `name,notes\n${`Amy,${'z'.repeat(1_000)}\n`.repeat(rows)}`,
      });
    expect(await free()).toBe(1_048_576);
    const answer = await upload(2_000);
    const message = 'The server has no room for uploads. Ask an administrator to free disk space.';
    expect([answer.status, answer.body]).toEqual([507, { message }]);
    expect((await upload(10)).status).toBe(201);
  });
});
