import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addLead } from '#server/testing/board.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createToken } from '#server/testing/tokens.ts';

const page = await readFile(new URL('../../../docs/export-import.md', import.meta.url), 'utf8');
const commands = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, code = '']) => code);

let app: TestApp;
let secret: string;
beforeAll(async () => {
  app = await createTestApp();
  const ada = await app.signUp('ada');
  ({ secret } = await createToken(ada, { scope: 'write' }));
  await addLead(ada, 'Jo March');
  await app.container.db.pool.query('update leads set value = 1200');
});
afterAll(() => app.close());

/** Runs a command of the page as a reader would. */
async function run(command: string, env: Record<string, string> = {}): Promise<string> {
  const variables = { ...process.env, CALLBOARD: app.url, CALLBOARD_TOKEN: secret, ...env };
  const { stdout } = await promisify(execFile)('bash', ['-c', command.replace('curl ', 'curl --silent --show-error ')], { env: variables });
  return stdout;
}

it('contains commands that work as described', async () => {
  expect(commands).toHaveLength(7);
  const [list = '', groups = '', upload = '', check = '', start = '', report = '', send = ''] = commands;
  expect(await run(list)).toBe('name,value,stage,customer.name\r\nJo March,1200.00,leads,\r\n');
  expect(await run(groups)).toBe('{"stage":"leads","count":1,"sum.value":"1200.00"}\n');
  const uploaded: unknown = JSON.parse(await run(upload));
  expect(uploaded).toMatchObject({ header: ['name', 'email', 'company'], columns: ['name', 'email', 'company'], total: 2 });
  const env = { IMPORT_ID: idOf(uploaded) };
  expect(JSON.parse(await run(check, env)).data).toEqual({
    checkImport: {
      total: 2,
      wouldCreate: 1,
      wouldUpdate: 0,
      wouldKeep: 0,
      problemCount: 1,
      problems: [{ number: 3, problem: 'Name: Name is required' }],
    },
  });
  expect(JSON.parse(await run(start, env)).data).toEqual({ startImport: { state: 'running' } });
  await expect.poll(() => app.container.db.prisma.import.count({ where: { state: 'done' } })).toBe(1);
  expect(await run(report, env)).toMatch(/^row,outcome,problem,id\n2,created,,\S+\n3,skipped,Name: Name is required,\n$/);
  const { importCustomers: sent } = JSON.parse(await run(send)).data;
  expect(sent.rows.map(({ outcome, problem }: Record<string, unknown>) => problem ?? outcome)).toEqual([
    'created',
    'Email: Required, because it is the match key',
  ]);
});
