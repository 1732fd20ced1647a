import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliCompress, createGzip } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The folder of the built web client. */
export const WEB_DIST = join(ROOT, 'web/dist');
/** Which module became which file, and what it needs. */
export const WEB_MANIFEST = join(WEB_DIST, '.vite/manifest.json');
const STAMP = join(WEB_DIST, '.stamp');
const SOURCES = ['web', 'schema/contract', 'schema/schema.graphql', 'package-lock.json', 'codegen.ts'];
const LEFT_OUT = /^web\/(dist|gql)(\/|$)|\.test\.tsx?$/;

/** The page people use cannot be made. */
export class WebBuildError extends Error {
  constructor(script: string) {
    super(`The web client could not be built (${script}). Run \`npm run build\` as the owner of ${ROOT} to see why.`);
    this.name = 'BuildFailed';
  }
}

/** Builds the web client, unless what it is made of has not changed since the last time. */
export async function buildWebClient(say: (line: string) => void): Promise<void> {
  const stamp = await fingerprint();
  if (stamp === (await readFile(STAMP, 'utf8').catch(() => null))) return;
  say('Building the web client…');
  await run(binary('@graphql-codegen/cli', 'graphql-codegen'), ['--config', 'codegen.ts', '--silent']);
  await run(binary('vite', 'vite'), ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn']);
  await compress(join(WEB_DIST, 'assets'));
  await writeFile(STAMP, stamp);
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await Promise.all(SOURCES.map(filesIn))).flat().sort()) {
    if (!LEFT_OUT.test(file)) hash.update(file).update(await readFile(join(ROOT, file)));
  }
  return hash.digest('hex');
}

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, path), { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return [path];
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
}

/** Text is sent compressed; doing it here costs nobody any waiting later. */
async function compress(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name)).map((name) => join(folder, name));
  await Promise.all(
    files.flatMap((file) => [
      pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz`)),
      pipeline(createReadStream(file), createBrotliCompress(), createWriteStream(`${file}.br`)),
    ]),
  );
}

/** The script behind a package's command: run with this very Node, on every system. */
function binary(name: string, command: string): string {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve(`${name}/package.json`);
  const { bin }: { bin: Record<string, string> } = require(manifest);
  return join(dirname(manifest), bin[command] ?? '');
}

async function run(script: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  if (code !== 0) throw new WebBuildError(basename(script));
}
