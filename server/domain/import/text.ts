import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { IMPORT_LIMITS } from '#contract/import.ts';
import { refuse } from '../query/refuse.ts';

export const ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A file that was set down, and how its bytes are read. */
export interface SetDown {
  readonly encoding: Encoding;
  text(): AsyncGenerator<string>;
  remove(): Promise<void>;
}

const MOST = IMPORT_LIMITS.megabytes * 1_000_000;

/** Sets a file down beside the database until it was read, and finds out which encoding it has: what is not UTF-8 is of Windows. */
export async function setDown(upload: AsyncIterable<Buffer>): Promise<SetDown> {
  const folder = await mkdtemp(join(tmpdir(), 'callboard-import-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'file');
  const strict = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let unicode = true;
  let wide = false;
  const read = (part: Buffer, more: boolean) => {
    try {
      if (unicode) strict.decode(part, { stream: more });
    } catch {
      unicode = false;
    }
  };
  try {
    await pipeline(
      upload,
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          if (bytes === 0) wide = part[0] === 0xff && part[1] === 0xfe;
          bytes += part.length;
          if (bytes > MOST) refuse('', `The file is larger than ${IMPORT_LIMITS.megabytes} MB. Split it into several.`);
          read(part, true);
          yield part;
        }
        read(Buffer.alloc(0), false);
      },
      createWriteStream(path),
    );
  } catch (error) {
    await remove();
    throw error;
  }
  const encoding = wide ? 'utf-16le' : unicode ? 'utf-8' : 'windows-1252';
  async function* text() {
    // It leaves a byte order mark out.
    const decoder = new TextDecoder(encoding);
    for await (const part of createReadStream(path)) yield decoder.decode(part, { stream: true });
    yield decoder.decode();
  }
  return { encoding, text, remove };
}

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** What stands between the cells of a first line: the candidate that occurs most often outside quotes. */
export function separatorOf(beginning: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]));
  let quoted = false;
  let seen = false;
  for (const letter of beginning) {
    if (letter === '"') quoted = !quoted;
    if (quoted) continue;
    if (letter === '\n' || letter === '\r') {
      if (seen) break;
      continue;
    }
    seen ||= letter.trim() !== '';
    const count = counts.get(letter);
    if (count !== undefined) counts.set(letter, count + 1);
  }
  return SEPARATORS.reduce<string>((best, each) => ((counts.get(each) ?? 0) > (counts.get(best) ?? 0) ? each : best), ',');
}
