import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, inject, it } from 'vitest';

const run = promisify(execFile);
const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');
const readme = await read('README.md');

/** The code blocks of one language. */
const blocks = (language: string) => [...readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code);

describe('the README', () => {
  it('names commands that exist', async () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(await read('package.json'));
    const texts = `${readme}\n${await read('CONTRIBUTING.md')}`;
    const named = [...texts.matchAll(/npm (?:run )?([a-z:-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'ci' && name !== 'run');
    expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
    for (const needed of ['npm ci && npm start', 'npm ci && npm test']) expect(blocks('sh').join()).toContain(needed);
  });

  it('shows requests that the running product answers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'callboard readme '));
    try {
      const requests = blocks('sh').filter((block) => block.startsWith('curl'));
      expect(requests).toHaveLength(1);
      const script = requests.join('\n').replaceAll('http://127.0.0.1:4000', inject('home'));
      const { stdout } = await run('bash', ['-e', '-c', script], { cwd: folder });
      expect(stdout).toContain('"firstName":"Dana"');
      expect(stdout).toContain('{"label":"Needs Quote","count":');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('plays the call it names', async () => {
    const [replay = ''] = blocks('sh').filter((block) => block.startsWith('npm run replay'));
    const { stdout } = await run('bash', ['-e', '-c', `${replay.trim()} --url ${inject('home')} --speed 1000`]);
    expect(stdout).toContain('Customer: Okay, but honestly, that sounds too expensive for us.');
    expect(stdout).toContain('The call is over; it is stored with the transcriptions.');
  });

  it('shows a subscription the schema knows, and pictures and pages that exist', async () => {
    const schema = buildSchema(await read('schema/schema.graphql'));
    for (const query of blocks('graphql')) expect(validate(schema, parse(query))).toEqual([]);
    const linked = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path).filter((path) => path.includes('.'));
    for (const path of linked) await read(path);
  });
});
