import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { IMPORT_LIMITS } from '#contract/import.ts';
import { invalidInput } from '../query/invalid-input.ts';

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** An uploaded file on the server's disk, and how its bytes are read. */
export interface SpooledFile {
  readonly encoding: Encoding;
  /** Reads the file from its beginning; the file is closed when the generator ends or is left. */
  text(): AsyncGenerator<string>;
  remove(): Promise<void>;
}

const MOST = IMPORT_LIMITS.megabytes * 1_000_000;

/** Refuses a file of so many bytes where that is too many. */
export function demandSize(bytes: number): void {
  if (bytes > MOST) invalidInput('', `The file is larger than ${IMPORT_LIMITS.megabytes} MB. Split it into several.`);
}

// What workbooks begin with: those of today are archives, older ones are not.
const WORKBOOKS = [Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from('\u00d0\u00cf\u0011\u00e0', 'latin1')];

/** UTF-16 by its byte order mark, or by every other byte of Latin letters being 0. */
function detectUtf16([first, second]: Buffer): Encoding | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null;
}

/** Writes an upload to a temporary file and detects its encoding: what is not UTF-8 or UTF-16 is read as Windows-1252. Removes the file if the upload fails. */
export async function spoolToDisk(upload: AsyncIterable<Buffer>): Promise<SpooledFile> {
  const folder = await mkdtemp(join(tmpdir(), 'callboard-import-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'file');
  const strict = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let unicode = true;
  let beginning = Buffer.alloc(0);
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
          if (beginning.length < 4) beginning = Buffer.concat([beginning, part.subarray(0, 4)]);
          if (WORKBOOKS.some((mark) => beginning.subarray(0, 4).equals(mark)))
            invalidInput('', 'The file is a workbook, not CSV. Save its sheet as CSV and send that.');
          bytes += part.length;
          demandSize(bytes);
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
  const encoding = (bytes > 1 && detectUtf16(beginning)) || (unicode ? 'utf-8' : 'windows-1252');
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
export function detectDelimiter(beginning: string): string {
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
