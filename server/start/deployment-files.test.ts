import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Copy, DockerfileParser, type Instruction, type JSONInstruction } from 'dockerfile-ast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { readConfig, SETTING_NAMES } from '../config.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const run = promisify(execFile);
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()), dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

/** The settings that something sets, without the suffix of those in files. */
const unknownSettings = (names: readonly string[]) =>
  names.filter((name) => !SETTING_NAMES.includes(name.replace(/_FILE$/, '')) && name !== 'NODE_ENV');

/** Whether a command of a container exists: a file of ours for Node.js. */
const isOurs = ([program, file = '']: readonly string[]) => program === 'node' && existsSync(join(ROOT, file));

describe('the Dockerfile', () => {
  const dockerfile = DockerfileParser.parse(read('Dockerfile'));
  const instructions = dockerfile.getInstructions();
  const named = (keyword: string) => instructions.filter((each) => each.getKeyword() === keyword);
  /** Instructions of the last stage, which is the image. */
  const final = instructions.slice(instructions.findLastIndex((each) => each.getKeyword() === 'FROM'));
  const inFinal = (keyword: string) => final.filter((each) => each.getKeyword() === keyword);
  const strings = (instruction: Instruction) =>
    (instruction as JSONInstruction).getJSONStrings().map((each) => JSON.parse(each.getValue()) as string);

  it('takes the Node.js that Callboard is tested with, in an exact version', () => {
    for (const image of named('FROM').map((each) => each.getArguments()[0]?.getValue()))
      expect(image).toBe(`node:${manifest.dependencies.node}-bookworm-slim`);
  });

  it('copies what exists, and nothing that holds secrets or data', () => {
    for (const copy of named('COPY') as Copy[]) {
      if (copy.getFromFlag()) continue;
      const sources = copy
        .getArguments()
        .slice(0, -1)
        .map((each) => each.getValue());
      for (const source of sources) expect(existsSync(join(ROOT, source)), source).toBe(true);
    }
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.*', 'secrets', '.data*', '.git', 'node_modules']));
  });

  it('leaves out no file that a server imports', async () => {
    const patterns = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !/^[#!]/.test(line) && existsSync(join(ROOT, line)));
    const imports = globSync(['server/**/*.ts', 'prisma/*.ts', 'prisma/seed/**/*.ts', 'schema/**/*.ts'], { cwd: ROOT })
      .filter((file) => !/\.test\.ts$|^server\/testing\//.test(file))
      .flatMap((file) => [...read(file).matchAll(/from '(?:\.\.\/)+([\w-]+)\//g)].map(([, folder = '']) => folder));
    expect(imports.filter((folder) => patterns.includes(folder))).toEqual([]);
  });

  it('runs scripts of package.json', () => {
    const scripts = named('RUN').flatMap((each) => [...each.getTextContent().matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name));
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(Object.keys(manifest.scripts)).toContain(script);
  });

  it('starts the server and its health check as an ordinary user', () => {
    const [user] = inFinal('USER').map((each) => each.getArguments()[0]?.getValue());
    expect(user).toBe('node');
    for (const keyword of ['CMD', 'HEALTHCHECK']) {
      const [instruction] = inFinal(keyword);
      if (!instruction) throw new Error(`No ${keyword}`);
      const command =
        keyword === 'CMD' ? strings(instruction) : JSON.parse(/CMD (\[.*\])/s.exec(instruction.getTextContent())?.[1] ?? '[]');
      expect(isOurs(command), String(command)).toBe(true);
    }
    expect(inFinal('STOPSIGNAL')[0]?.getArguments()[0]?.getValue()).toBe('SIGTERM');
  });

  it('sets settings that exist, to values that are valid', () => {
    const pairs = inFinal('ENV').flatMap((each) => each.getArguments().map((argument) => argument.getValue().split('=')));
    const settings = Object.fromEntries(pairs);
    expect(unknownSettings(Object.keys(settings))).toEqual([]);
    expect(readConfig(settings)).toMatchObject({ HOST: '0.0.0.0', PORT: 4000, DATA_DIR: '/data' });
    expect(inFinal('EXPOSE')[0]?.getArguments()[0]?.getValue()).toBe(settings.PORT);
    expect(inFinal('VOLUME')[0]?.getTextContent()).toContain(settings.DATA_DIR);
  });
});

describe('compose.yaml', () => {
  const Service = z.object({
    image: z.string(),
    environment: z.record(z.string(), z.string()),
    secrets: z.array(z.string()).min(1),
    volumes: z.array(z.string()).default([]),
    ports: z.array(z.string()).default([]),
    read_only: z.boolean().default(false),
    cap_drop: z.array(z.string()).default([]),
    depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).default({}),
    healthcheck: z.object({ test: z.tuple([z.literal('CMD')], z.string()) }),
  });
  const Compose = z.object({
    services: z.object({ server: Service, database: Service }),
    volumes: z.record(z.string(), z.unknown()),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  });
  const { services, volumes, secrets } = Compose.parse(parse(read('compose.yaml')));

  it('sets settings that exist, and no secret in the environment', () => {
    expect(unknownSettings(Object.keys(services.server.environment))).toEqual([]);
    for (const { environment } of Object.values(services))
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|TOKEN|SECRET|_URL_FILE/.test(name)) expect(value).toMatch(/^\/run\/secrets\//);
    const { DATABASE_URL_FILE: _url, OPERATOR_TOKEN_FILE: _token, ...others } = services.server.environment;
    // As Compose fills in variables that are not set.
    const values = Object.entries(others).map(([name, value]) => [name, value.replace(/^\$\{\w+:-(.*)\}$/, '$1')]);
    expect(() => readConfig(Object.fromEntries(values))).not.toThrow();
  });

  it('defines the secrets and volumes that its services use', () => {
    for (const { secrets: used, environment, volumes: mounted } of Object.values(services)) {
      expect(Object.keys(secrets)).toEqual(expect.arrayContaining(used));
      for (const value of Object.values(environment))
        if (value.startsWith('/run/secrets/')) expect(used).toContain(value.slice('/run/secrets/'.length));
      for (const volume of mounted) expect(Object.keys(volumes)).toContain(volume.split(':')[0]);
    }
    for (const { file } of Object.values(secrets)) expect(file).toMatch(/^\.\/secrets\//);
    expect(read('.gitignore').split('\n')).toContain('secrets/');
  });

  it('runs the server without rights and reachable from this machine only, after a healthy database of a supported version', () => {
    const { server, database } = services;
    expect(server).toMatchObject({ read_only: true, cap_drop: ['ALL'], depends_on: { database: { condition: 'service_healthy' } } });
    for (const port of server.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    expect(database.ports).toEqual([]);
    expect(isOurs(server.healthcheck.test.slice(1))).toBe(true);
    expect(database.image).toMatch(/^postgres:1[5-8]$/);
  });
});

describe('the health check of the image', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const check = (port: string, path: string) =>
    run(process.execPath, [join(ROOT, 'deploy/check-health.mjs'), path], { env: { PORT: port } }).then(
      () => 0,
      (error: { code: number }) => error.code,
    );

  it('succeeds while the server answers, and fails otherwise', async () => {
    const { port } = new URL(app.url);
    expect([
      await check(port, '/healthz'),
      await check(port, '/readyz'),
      await check(port, '/api/nothing'),
      await check('9', '/healthz'),
    ]).toEqual([0, 0, 1, 1]);
  });
});

it('the systemd unit passes systemd-analyze, where it is installed', async ({ skip }) => {
  const hasSystemd = await run('systemd-analyze', ['--version']).then(
    () => true,
    () => false,
  );
  if (!hasSystemd) skip('systemd-analyze is not installed');
  const folder = await mkdtemp(join(tmpdir(), 'callboard-unit-'));
  // With the folder and a user of this machine.
  const unit = read('deploy/callboard@.service')
    .replaceAll('/opt/callboard', ROOT.replace(/\/$/, ''))
    .replace('User=callboard', 'User=daemon');
  const file = join(folder, 'callboard@.service');
  await writeFile(file, unit);
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', file]);
  expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('callboard'))).toEqual([]);
  await rm(folder, { recursive: true });
  const [, settings = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
  expect(unknownSettings(settings.split(' ').map((pair) => pair.split('=')[0] ?? ''))).toEqual([]);
  expect(await readFile(join(ROOT, 'docs/operating.md'), 'utf8')).toContain('deploy/callboard@.service');
});
