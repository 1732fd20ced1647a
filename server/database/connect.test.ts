import { createServer } from 'node:net';
import { describe, expect, inject, it } from 'vitest';
import { startFakePostgres } from '../testing/fake-postgres.ts';
import { connect, redactUrl, waitForDatabase } from './connect.ts';
import { DatabaseUnreachable } from './database-errors.ts';
import { freePort } from './embedded/server.ts';

const { url } = inject('testServer');

/** The same server with something else about the address. */
function elsewhere(change: (address: URL) => void): string {
  const address = new URL(url);
  change(address);
  return address.href;
}

describe('reach', () => {
  it('resolves when the database answers', async () => {
    await expect(waitForDatabase(url)).resolves.toBeUndefined();
  });

  it('describes an error in one line, without the password', async () => {
    const port = await freePort();
    const unreachable = waitForDatabase(`postgresql://callboard:secret@127.0.0.1:${port}/callboard`);
    await expect(unreachable).rejects.toThrow(DatabaseUnreachable);
    await expect(unreachable).rejects.toThrow(`Cannot connect to the database 127.0.0.1:${port}/callboard: connection refused.`);
    await expect(waitForDatabase('mysql://root@localhost/x')).rejects.toThrow('DATABASE_URL is not a PostgreSQL URL');
    const absent = elsewhere((address) => {
      address.pathname = '/absent';
    });
    await expect(waitForDatabase(absent)).rejects.toThrow(/absent: no database with this name\.$/);
  });

  it.each(['14.11', '19.0'])('rejects PostgreSQL %s, which is not tested', async (version) => {
    const other = await startFakePostgres(version);
    await expect(waitForDatabase(other.url)).rejects.toThrow(`/callboard is PostgreSQL ${version}; Callboard needs 15 to 18.`);
    other.close();
  });

  it('times out when a server never replies', { timeout: 8_000 }, async () => {
    const port = await freePort();
    const mute = createServer().listen(port, '127.0.0.1');
    await expect(waitForDatabase(`postgresql://callboard@127.0.0.1:${port}/callboard`)).rejects.toThrow('timed out.');
    mute.close();
  });
});

describe('every connection', () => {
  it('uses UTC, even if the URL sets another time zone', async () => {
    const client = await connect(
      elsewhere((address) => address.searchParams.set('options', '-c TimeZone=Asia/Tokyo -c work_mem=9MB')),
      'story',
    );
    const { rows } = await client.query(`SELECT current_setting('TimeZone') AS zone, current_setting('work_mem') AS memory`);
    await client.end();
    expect(rows).toEqual([{ zone: 'UTC', memory: '9MB' }]);
  });
});

describe('whereabouts', () => {
  it('names host, port and database only', () => {
    expect(redactUrl('postgresql://me:secret@db.example/shop?sslmode=require')).toBe('db.example:5432/shop');
    expect(redactUrl('postgresql:///shop?host=/run/postgresql')).toBe('/run/postgresql:5432/shop');
  });
});
