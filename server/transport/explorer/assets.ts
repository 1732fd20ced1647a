import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of the explorer, under a name that changes with what is in it. */
export interface Asset {
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly zipped: Buffer | null;
}

/** Where the explorer's files are. */
export const ASSETS = '/explorer/';

const JS = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

export interface ExplorerAssets {
  readonly code: Asset;
  readonly start: Asset;
  readonly style: Asset;
  readonly look: Asset;
  readonly workers: Readonly<Record<'editorWorkerService' | 'json' | 'graphql', Asset>>;
  readonly all: ReadonlyMap<string, Asset>;
}

/** Reads GraphiQL, nine megabytes: only when the explorer is opened, and once. */
export async function loadAssets(): Promise<ExplorerAssets> {
  const { js, css, editorWorkerService, jsonWorker, graphqlWorker } = await import('@graphql-yoga/render-graphiql/graphiql');
  const font = await asset('inter.woff2', 'font/woff2', await readFile(fileURLToPath(import.meta.resolve(FONT))));
  const own = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');
  const [code, start, style, look, editor, json, graphql] = await Promise.all([
    asset('graphiql.js', JS, js),
    asset('start.js', JS, await own('start.js')),
    asset('graphiql.css', CSS, css),
    asset('look.css', CSS, (await own('look.css')).replace('__INTER__', font.path)),
    asset('editor.worker.js', JS, editorWorkerService),
    asset('json.worker.js', JS, jsonWorker),
    asset('graphql.worker.js', JS, graphqlWorker),
  ]);
  const all = [font, code, start, style, look, editor, json, graphql];
  return {
    code,
    start,
    style,
    look,
    workers: { editorWorkerService: editor, json, graphql },
    all: new Map(all.map((each) => [each.path, each])),
  };
}

async function asset(name: string, type: string, content: string | Buffer): Promise<Asset> {
  const bytes = Buffer.from(content);
  const [stem = '', ...ending] = name.split('.');
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 10);
  const zipped = type.startsWith('font/') ? null : await promisify(gzip)(bytes);
  return { path: `${ASSETS}${stem}-${hash}.${ending.join('.')}`, type, bytes, zipped };
}
