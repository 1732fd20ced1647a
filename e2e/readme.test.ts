import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, inject, it } from 'vitest';
import { IMPORT_LIMITS } from '#contract/import.ts';
import { readConfig, SETTING_NAMES } from '#server/config.ts';
import { createTempDirectory } from '#server/database/with-temp-database.ts';
import { openStream } from '#server/testing/live/event-stream.ts';
import { endInstances, startInstance } from './deployment/instance.ts';

const run = promisify(execFile);
const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');
const readme = await read('README.md');
const operating = await read('docs/operating.md');

/** Milliseconds. Tests here start several processes, one after the other. */
const PATIENCE = 180_000;

/** The code blocks of one language. */
const blocks = (language: string, page = readme) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code);

describe('the README', () => {
  it('names commands that exist', async () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(await read('package.json'));
    const texts = `${readme}\n${await read('CONTRIBUTING.md')}\n${operating}`;
    const named = [...texts.matchAll(/npm (?:run )?([a-z:-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'ci' && name !== 'run');
    expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
    for (const needed of ['npm ci && npm start', 'npm ci && npm test']) expect(blocks('sh').join()).toContain(needed);
  });

  it('shows requests that the running server answers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'callboard readme '));
    try {
      const requests = blocks('sh').filter((block) => block.startsWith('curl'));
      expect(requests).toHaveLength(1);
      const script = requests.join('\n').replaceAll('http://127.0.0.1:4000', inject('serverUrl'));
      const { stdout } = await run('bash', ['-e', '-c', script], { cwd: folder });
      expect(stdout).toContain('"firstName":"Dana"');
      expect(stdout).toContain('{"label":"Needs Quote","count":');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('runs the simulated call it names', async () => {
    const [replay = ''] = blocks('sh').filter((block) => block.startsWith('npm run replay'));
    const { stdout } = await run('bash', ['-e', '-c', `${replay.trim()} --url ${inject('serverUrl')} --speed 1000`]);
    expect(stdout).toContain('Customer: Okay, but honestly, that sounds too expensive for us.');
    expect(stdout).toContain('The call has ended. It is stored under Transcriptions.');
  });

  it('shows a subscription that delivers events', async () => {
    const [query = ''] = blocks('graphql');
    const login = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"username":"demo","password":"callboard"}' };
    const cookie = (await fetch(`${inject('serverUrl')}/api/auth/login`, login)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { next, leave } = await openStream(`${inject('serverUrl')}/graphql`, { headers: { cookie }, body: { query } });
    const lead = { name: expect.any(String), value: expect.any(String) };
    const pipelineChanged = { cursor: expect.any(String), kind: expect.any(String), lead };
    expect(await next()).toMatchObject({ event: 'next', data: { data: { pipelineChanged } } });
    leave();
  });

  it('shows commands that create users, a backup, and another installation from it', { timeout: PATIENCE }, async () => {
    const folder = await createTempDirectory('callboard readme ');
    try {
      const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
      const shell = async (script: string) => {
        // In the repository's folder, with its own database.
        const env = { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: `${folder}/data`, npm_config_loglevel: 'silent' };
        return (await run('bash', ['-e', '-c', script], { env })).stdout;
      };
      const first = await startInstance({ DATA_DIR: `${folder}/data`, DEMO: 'off' });
      const [users = ''] = blocks('sh').filter((block) => block.startsWith('npm run users'));
      expect(await shell(users)).toMatch(/Added ada \(ada@company.com\)\. They can sign in with the password \S{16}\./);
      const [backup = ''] = blocks('sh').filter((block) => block.startsWith('npm run backup'));
      const script = backup
        .replaceAll('callboard.backup.gz', `"${folder}/callboard.backup.gz"`)
        .replace('.data-restored', `"${folder}/restored"`);
      expect(await shell(script)).toMatch(/Backup written to .*\n(?:.*\n)*Restored \d+ rows\.\n(?:.*\n)*.*then start the server\.\n/);
      await first.stop();
    } finally {
      await endInstances();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('links to an operating guide whose settings exist and whose proxy adds the same headers as the one of these tests', async () => {
    const [settings = ''] = blocks('ini', operating);
    const unit = await readFile(new URL('../deploy/callboard@.service', import.meta.url), 'utf8');
    expect(() => readConfig(parseEnv(settings))).not.toThrow();
    const named = [...`${settings}\n${operating}\n${readme}`.matchAll(/\b([A-Z]+(?:_[A-Z]+)+|DEMO|PORT|HOST|REGISTRATION)=/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !SETTING_NAMES.includes(name) && name !== 'NODE_ENV')).toEqual([]);
    expect(unit).toContain('node_modules/.bin/node server/main.ts');
    const [nginx = ''] = blocks('nginx', operating);
    for (const header of [
      'Host $host',
      'X-Forwarded-For $proxy_add_x_forwarded_for',
      'Upgrade $http_upgrade',
      'Connection $connection_upgrade',
    ])
      expect(nginx).toContain(`proxy_set_header ${header};`);
    expect(nginx).toContain(`client_max_body_size ${IMPORT_LIMITS.megabytes + 2}m;`);
  });

  it('shows a subscription that is valid in the schema, and images and pages that exist', async () => {
    const schema = buildSchema(await read('schema/schema.graphql'));
    for (const query of blocks('graphql')) expect(validate(schema, parse(query))).toEqual([]);
    const linked = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path).filter((path) => path.includes('.'));
    for (const path of linked) await read(path);
    for (const [, path = ''] of (await read('docs/screens.md')).matchAll(/\]\(([^)]+)\)/g)) await read(`docs/${path}`);
  });
});
