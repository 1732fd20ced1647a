import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig, SETTING_NAMES } from '#server/config.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createToken } from '#server/testing/tokens.ts';

const page = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const [[, command = '', shown = ''] = []] = page.matchAll(/```sh\n(.*?)```\n\n```json\n(.*?)```/gs);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** What changes from one minute to the next. */
const timeless = (text: string) => text.replaceAll(/"resetAt":"[^"]+"/g, '"resetAt":"later"');

it('shows a command with several operations, and the answer it has', async () => {
  const { secret } = await createToken(await app.signUp('ada'), { scope: 'write' });
  const variables = { ...process.env, CALLBOARD: app.url, CALLBOARD_TOKEN: secret };
  const { stdout } = await promisify(execFile)('bash', ['-c', command.replace('curl ', 'curl --silent --show-error ')], { env: variables });
  expect(JSON.parse(timeless(stdout))).toEqual(JSON.parse(timeless(shown)));
});

it('shows a change that comes too late, and the answer it has', async () => {
  const grace = await app.signUp('grace');
  const { secret } = await createToken(grace, { scope: 'write' });
  const added = await grace.rest.post('/api/leads', { name: 'Jo March' });
  const id = idOf(added.body);
  await grace.rest.put(`/api/leads/${id}/stage`, { stage: 'quoted' });
  const [[, late = '', answer = ''] = []] = page.matchAll(/```sh\n(curl --request PATCH.*?)```.*?```json\n(.*?)```/gs);
  const variables = { ...process.env, CALLBOARD: app.url, CALLBOARD_TOKEN: secret, LEAD: id, ETAG: added.headers.get('etag') ?? '' };
  const { stdout } = await promisify(execFile)('bash', ['-c', late.replace('curl ', 'curl --silent --show-error ')], { env: variables });
  const shown: unknown = JSON.parse(answer);
  expect(JSON.parse(stdout)).toEqual({ ...Object(shown), current: { ...Object(shown).current, id, ownerId: Object(added.body).ownerId } });
});

it('lists every configurable limit of GraphQL with its default', () => {
  const defaults = new Map<string, unknown>(Object.entries(readConfig({})));
  const rows = [...page.matchAll(/^\| [^|]+ \| ([\d,]+) \| `([A-Z_]+)` \|$/gm)].map(
    ([, value = '', name = '']) => [name, Number(value.replaceAll(',', ''))] as const,
  );
  for (const [name, value] of rows) expect(value, name).toBe(defaults.get(name));
  expect(rows.map(([name]) => name)).toEqual(expect.arrayContaining(SETTING_NAMES.filter((name) => name.startsWith('GRAPHQL_'))));
});
