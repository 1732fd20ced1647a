import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { IMPORT_LIMITS } from '#contract/import.ts';
import { type ConcurrencyLimit, createPersonAndServerLimiter } from '#server/concurrency-limiter.ts';
import { uploadFolder } from '#server/upload-folder.ts';
import { LimitExceeded } from '../failures.ts';
import { invalidInput } from '../query/invalid-input.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** An uploaded file on the server's disk. */
export interface SpooledFile {
  readonly encoding: Encoding;
  /** Reads the file from the start. It is closed when the generator ends or is abandoned. */
  text(): AsyncGenerator<string>;
  remove(): Promise<void>;
}

const MEGABYTE = 1_000_000;

export function assertUploadSize(bytes: number): void {
  if (bytes > IMPORT_LIMITS.megabytes * MEGABYTE)
    invalidInput('', `The file is larger than ${IMPORT_LIMITS.megabytes} MB. Split it into several.`);
}

// The first bytes of an Excel workbook: a zip archive, or the older binary format.
const WORKBOOK_SIGNATURES = [Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from('\u00d0\u00cf\u0011\u00e0', 'latin1')];

/** UTF-16 by its byte order mark, or by zeros in every other byte of Latin text. */
function detectUtf16([first, second]: Buffer): Encoding | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null;
}

/**
 * Writes an upload to a temporary file and detects its encoding: UTF-16, else UTF-8 if every byte is valid, else Windows-1252. Removes the
 * file if the upload fails.
 */
export async function spoolToDisk(upload: AsyncIterable<Buffer>): Promise<SpooledFile> {
  const folder = await mkdtemp(join(uploadFolder(), 'callboard-import-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'file');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let isUtf8 = true;
  let signature = Buffer.alloc(0);
  const validate = (chunk: Buffer, stream: boolean) => {
    try {
      if (isUtf8) utf8.decode(chunk, { stream });
    } catch {
      isUtf8 = false;
    }
  };
  try {
    await pipeline(
      upload,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          if (signature.length < 4) signature = Buffer.concat([signature, chunk.subarray(0, 4)]);
          if (WORKBOOK_SIGNATURES.some((known) => signature.subarray(0, 4).equals(known)))
            invalidInput('', 'This is an Excel workbook, not a CSV file. Save the sheet as CSV and upload that.');
          bytes += chunk.length;
          assertUploadSize(bytes);
          validate(chunk, true);
          yield chunk;
        }
        validate(Buffer.alloc(0), false);
      },
      createWriteStream(path),
    );
  } catch (error) {
    await remove();
    throw error;
  }
  const encoding = (bytes > 1 && detectUtf16(signature)) || (isUtf8 ? 'utf-8' : 'windows-1252');
  async function* text() {
    // The decoder drops a byte order mark.
    const decoder = new TextDecoder(encoding);
    for await (const chunk of createReadStream(path)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  }
  return { encoding, text, remove };
}

/** Bounds the uploads in progress: each takes its size on the disk, and a connection while its rows are stored. */
export const createUploadLimiter = ({ person, all } = IMPORT_LIMITS.atOnce) =>
  createPersonAndServerLimiter({
    person: withoutQueue(person, `At most ${person} files per person may be uploaded at once. Wait until one finishes.`),
    server: withoutQueue(all, `At most ${all} files may be uploaded at once. Try again in a moment.`),
  });

/** A limit without a queue: a waiting upload or dry run would hold its connection. */
export const withoutQueue = (concurrency: number, message: string): ConcurrencyLimit => ({
  concurrency,
  queueSize: 0,
  maxWaitMs: 0,
  exceeded: () => new LimitExceeded('TOO_MANY_IN_PROGRESS', message),
});

/** A pooled connection, inside a transaction or not. */
interface Queryable {
  query<Row>(text: string, values: readonly unknown[]): Promise<{ readonly rows: readonly Row[] }>;
}

interface StorageUsage {
  readonly files: number;
  readonly bytes: number;
  readonly ownFiles: number;
  readonly ownBytes: number;
}

// Rows of a mutation have no delimiter, and a limit of their own.
const STORAGE_USAGE = `
  select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes,
    (count(*) filter (where user_id = $1))::int as "ownFiles", coalesce(sum(bytes) filter (where user_id = $1), 0)::float8 as "ownBytes"
  from imports where separator <> ''`;

interface StorageLimit {
  readonly files: number;
  readonly megabytes: number;
}

const { person, all, days, mutations } = IMPORT_LIMITS.stored;

const storageExceeded = (subject: string, { files, megabytes }: StorageLimit) =>
  new LimitExceeded(
    'RATE_LIMITED',
    `${subject} may store at most ${files.toLocaleString('en-US')} uploads and ${megabytes.toLocaleString('en-US')} MB. Uploads are deleted after ${days} days; try again when older ones are gone.`,
  );

/** Rejects an upload where the person, or everyone together, would store too much. `adding`: files to count on top of the stored ones. */
export async function assertStorageLimit(client: Queryable, userId: string, adding: 0 | 1): Promise<void> {
  const [usage] = (await client.query<StorageUsage>(STORAGE_USAGE, [userId])).rows;
  if (!usage) return;
  const isOver = (files: number, bytes: number, limit: StorageLimit) => files + adding > limit.files || bytes > limit.megabytes * MEGABYTE;
  if (isOver(usage.ownFiles, usage.ownBytes, person)) throw storageExceeded('One person', person);
  if (isOver(usage.files, usage.bytes, all)) throw storageExceeded('All people together', all);
}

/** `$1` the person, `$2` their latest import by mutation. Removes their oldest ones beyond the limit, except those being undone. */
export const REMOVE_OLD_MUTATIONS = `
  delete from imports where id in (
    select id from (
      select id, state, row_number() over newest as position, sum(bytes) over newest as bytes
      from imports where user_id = $1 and separator = '' window newest as (order by id desc)
    ) as own
    where (position > ${mutations.files} or bytes > ${mutations.megabytes * MEGABYTE}) and state in ('done', 'undone') and id <> $2
  )`;
