import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addLead } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createToken } from '#server/testing/tokens.ts';

const page = await readFile(new URL('../../../docs/streams.md', import.meta.url), 'utf8');
const commands = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, code = '']) => code);

let app: TestApp;
let secret: string;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
  ({ secret } = await createToken(ada));
});
afterAll(() => app.close());

/** Runs a command of the page as a reader would; returns its output until it ended, or for a moment if it goes on. */
async function run(command: string, env: Record<string, string> = {}): Promise<string> {
  const script = command.trim().replace('curl ', 'curl --silent --show-error --max-time 3 ');
  const variables = { ...process.env, CALLBOARD: app.url, CALLBOARD_TOKEN: secret, ...env };
  const { stdout } = await promisify(execFile)('bash', ['-c', `${script} || [ $? = 28 ]`], { env: variables });
  return stdout;
}

const leadText = (name: string) => `"lead":{"name":"${name}"`;

it('contains commands that work as described', async () => {
  const [following = '', everything = '', goingOn = '', byGet = '', dryRun = ''] = commands;
  expect(commands).toHaveLength(5);
  const live = run(following);
  const all = run(everything);
  await expect.poll(app.container.subscriberCount).toBe(2);
  await addLead(ada, 'Jo March');
  await ada.rest.post('/api/transcriptions', { content: 'Rep: Hello.' });
  expect(await live).toMatch(/^:\n\nid: \d+\nevent: next\ndata: /);
  expect(await live).toContain(leadText('Jo March'));
  expect(await all).toMatch(/"kind":"transcription\.added"/);
  expect(await all).not.toContain('lead.created');
  const [again, expired, got, cost] = await Promise.all([run(goingOn), run(goingOn, { LAST_ID: '999' }), run(byGet), run(dryRun)]);
  for (const replayed of [again, got]) {
    expect(replayed).toMatch(/\nid: \d+\nevent: next\ndata: /);
    expect(replayed).toContain(leadText('Jo March'));
  }
  expect(expired).toContain('"RESYNC"');
  expect(expired).toContain('event: complete');
  expect(JSON.parse(cost)).toEqual({ extensions: { cost: expect.objectContaining({ requested: 4, remaining: expect.any(Number) }) } });
});
