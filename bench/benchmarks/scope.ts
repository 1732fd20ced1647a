import { openDatabase } from '#server/database/client.ts';
import type { Benchmark, Result } from '../benchmark.ts';
import { register } from '../fixture.ts';
import { compared, measureLoad, requestOnce } from '../load.ts';

const LEADS = 1_000_000;
const PEOPLE = 200;
const TEAMS = 20;
const TABLES = ['leads', 'customers'] as const;

/** 200 people in 20 teams, who own 5,000 leads and 500 customers each. */
const PREPARATION = [
  `insert into teams (id, name, created_at, updated_at) select 'team' || n, 'Team ' || n, now(), now() from generate_series(0, ${TEAMS - 1}) n`,
  `insert into users (id, username, email, password_hash, team_id, created_at, updated_at)
   select 'person' || n, 'person' || n, 'person' || n || '@example.com', '', 'team' || n % ${TEAMS}, now(), now() from generate_series(0, ${PEOPLE - 1}) n`,
  ...TABLES.map((table) => `update ${table} set owner_id = 'person' || abs(hashtext(id)) % ${PEOPLE}`),
  'vacuum (full, analyze) leads, customers, users',
];

const QUERIES: ReadonlyMap<string, string> = new Map([
  ['50 newest leads with their customer', '{ leads(first: 50) { nodes { id name stage value createdAt customer { id name } } } }'],
  [
    'the board, 50 cards a column',
    '{ pipeline { columns { stage count value leads(first: 50) { nodes { id name company value source stageChangedAt } } } } }',
  ],
  [
    'groups of leads by stage and month',
    '{ leadGroups(by: [{ field: stage }, { field: createdAt, bucket: MONTH }]) { nodes { key { stage createdAt } count sum { value } } } }',
  ],
]);

/** Somebody who reads their own rows, compared with somebody who reads all of them, over the same million leads. */
export const scope: Benchmark = {
  name: 'scope',
  measure: async (fixture) => {
    const settings = { RECORD_SCOPE: 'by_role' };
    const { url, cookie } = await fixture.startProduct({ leads: LEADS, purpose: 'scope', preparation: PREPARATION, settings });
    const db = openDatabase({ url: await fixture.database(LEADS, 'scope'), poolSize: 1, statementTimeout: 0 });
    await db.pool.query(`update users set role_key = 'analyst' where username like 'bench%'`);
    // The server reads the roles again when somebody registers.
    const rep = await register(url);
    for (const table of TABLES)
      await db.pool.query(
        `update ${table} set owner_id = (select id from users where role_key = 'rep' and username like 'bench%') where owner_id = 'person0'`,
      );
    await db.close();
    const lines: Result[] = [];
    for (const [work, query] of QUERIES) {
      const body = JSON.stringify({ query });
      const targets = [rep, cookie].map((reader) => ({ name: work, url: `${url}/graphql`, headers: { cookie: reader }, body }));
      for (const each of targets) await requestOnce(each);
      const [rate = 0, everyone = 0] = await measureLoad(targets);
      lines.push(compared(`own scope: ${work}`, 'scope all', rate, everyone, 0.9));
    }
    return lines;
  },
};
