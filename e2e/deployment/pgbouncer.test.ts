import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#server/database/connect.ts';
import { type Embedded, startEmbedded } from '#server/database/embedded/embedded.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { createCaller } from '#server/testing/caller.ts';
import { openStream } from '#server/testing/live/event-stream.ts';
import { until } from '#server/testing/writer.ts';
import { endInstances, runToEnd, type Settings, startInstance } from './instance.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from './pgbouncer.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** Tests here start several processes, one after the other. */
const TIMEOUT_MS = 180_000;

if (!hasPgBouncer()) process.stderr.write('pgbouncer is not installed: its tests are skipped. apt-get install pgbouncer\n');

describe.skipIf(!hasPgBouncer())('behind PgBouncer', { timeout: TIMEOUT_MS }, () => {
  let folder: string;
  let postgres: Embedded;
  const poolers: PgBouncer[] = [];

  const pooler = async (mode: Parameters<typeof startPgBouncer>[1]) => {
    const started = await startPgBouncer(postgres.url, mode, folder);
    poolers.push(started);
    return started;
  };

  beforeAll(async () => {
    folder = await createTempDirectory('callboard-pgbouncer-');
    postgres = await startEmbedded({ dataDir: `${folder}/postgres`, durable: false, log: () => {} });
  }, 60_000);

  afterAll(async () => {
    await endInstances();
    for (const each of poolers) await each.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('with session pooling everything works, also after the pooler was restarted', async () => {
    const sessions = await pooler('session');
    const { url, ready, metric } = await startInstance({ DATABASE_URL: sessions.url, DEMO: 'off' });
    const ada = createCaller(url);
    expect((await ada.rest.post('/api/auth/register', { username: 'ada', password: 'correct horse' })).status).toBe(201);
    expect(await metric('callboard_sequencer')).toBe(1);
    const query = encodeURIComponent('subscription { pipelineChanged { lead { name } } }');
    const follow = () => openStream(`${url}/graphql?query=${query}`, { headers: { cookie: ada.cookie() } });
    const expectLive = async (name: string) => {
      const { next, leave } = await follow();
      await expect.poll(() => metric('callboard_listeners')).toBe(1);
      expect((await ada.rest.post('/api/leads', { name })).status).toBe(201);
      expect(await next()).toMatchObject({ data: { data: { pipelineChanged: { lead: { name } } } } });
      leave();
      await expect.poll(() => metric('callboard_listeners')).toBe(0);
    };
    await expectLive('Amy');

    await sessions.stop();
    await until(async () => !(await ready()));
    await sessions.start();
    await until(ready, 20_000);
    await expectLive('Beth');
  });

  it('a connection through it has the settings that a direct one has', async () => {
    const settings = async (url: string) => {
      const client = await connect(url, 'callboard-test');
      const { rows } = await client.query(
        `select name, setting from pg_settings
         where name in ('TimeZone', 'statement_timeout', 'tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout') order by name`,
      );
      await client.end();
      return rows;
    };
    expect(await settings((await pooler('session')).url)).toEqual(await settings(postgres.url));
  });

  it.each(['transaction', 'statement'] as const)(
    'with %s pooling, also of the read replica, the start is refused in one sentence',
    async (mode) => {
      const { url } = await pooler(mode);
      const urls: readonly Settings[] = [{ DATABASE_URL: url }, { DATABASE_URL: postgres.url, DATABASE_READ_URL: url }];
      for (const settings of urls) {
        const { code, stdout, stderr } = await runToEnd([MAIN], { PORT: '0', DEMO: 'off', ...settings });
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr.trimEnd()).toBe(
          `The connection pooler at 127.0.0.1:${new URL(url).port}/callboard uses ${mode} pooling; Callboard needs session pooling (PgBouncer: pool_mode = session) or a direct connection.`,
        );
      }
    },
  );
});
