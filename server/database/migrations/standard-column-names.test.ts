import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../testing/database.ts';
import { connect } from '../connect.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';

const NAME = '20261123033700_standard_column_names';

let empty: TestDatabase;
beforeAll(async () => {
  empty = await emptyDatabase();
});
afterAll(() => empty.drop());

it('keeps the rows and the saved state of the columns it renames', async () => {
  const migrations = readMigrations();
  const before = migrations.findIndex(({ name }) => name === NAME);
  await migrate(empty.url, migrations.slice(0, before));
  const client = await connect(empty.url, 'column-names');
  try {
    const running = { since: 's', begun: 'b', place: 'p', read: 3, taken: 2, without: 1 };
    await client.query(`
      insert into imports (id, noun, file_name, state, encoding, separator, total, place, kept, created_at, updated_at)
        values ('i', 'lead', 'f', 'done', 'utf-8', ',', 9, 7, 2, now(), now());
      insert into job_runs (id, name, input, made, created_at, updated_at) values ('j', 'sync', '{}', 5, now(), now());
      insert into users (id, username, email, password_hash, created_at, updated_at) values ('u', 'u', 'u@example.com', '', now(), now());
      insert into real_time_insights (id, user_id, call_id, told, prompting, created_at)
        values ('c', 'u', 'c', 'segments', '{"nudges": [], "at": 9, "spoken": {"silence": {"times": 1}}, "spokeAt": 5, "cardAt": null}', now());
      insert into live_call_segments (live_call_id, segment_id, revision, speaker, text, place, arrived) values ('c', 's', 1, 'rep', '', 4, 6);
      insert into integration_state (provider, state, updated_at) values
        ('shopify', '{"store": "s", "whole": true}', now()),
        ('callrail', '${JSON.stringify({ upTo: 'u', under: running })}', now());
      insert into events (kind, subject_type, subject_id, data, at) values ('sync.finished', 'integration', 'x', '{"integration": "x", "made": 5}', now())`);
    await migrate(empty.url, migrations);
    const read = async (sql: string) => (await client.query(sql)).rows;
    expect(await read('select entity_type, position, undo_skipped from imports')).toEqual([
      { entity_type: 'lead', position: 7, undo_skipped: 2 },
    ]);
    expect(await read('select created_count from job_runs')).toEqual([{ created_count: 5 }]);
    expect(await read('select input_mode, prompt_state from real_time_insights')).toEqual([
      { input_mode: 'segments', prompt_state: { prompts: [], at: 9, lastShown: { silence: { times: 1 } }, promptAt: 5, cardAt: null } },
    ]);
    expect(await read('select position, call_revision from live_call_segments')).toEqual([{ position: 4, call_revision: 6 }]);
    const current = { since: 's', startedAt: 'b', cursor: 'p', read: 3, imported: 2, withoutTranscript: 1 };
    expect(await read('select state from integration_state order by provider desc')).toEqual([
      { state: { store: 's', isComplete: true } },
      { state: { syncedUpTo: 'u', current } },
    ]);
    expect(await read('select data from events')).toEqual([{ data: { integration: 'x', created: 5 } }]);
  } finally {
    await client.end();
  }
});
