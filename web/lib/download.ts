import type { ExportFormat } from '#contract/export.ts';
import type { Owners } from '#contract/owners.ts';
import { notifySessionEnded } from '#web/apollo/session-signals.ts';

/** The export of a list, filtered by `where` as in its query. */
export type ListExport = { entity: string; format: ExportFormat; where: object | null; owners?: Owners };

const nameIn = (header: string | null): string => /filename="([^"]+)"/.exec(header ?? '')?.[1] ?? 'export';

async function sentenceOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message
    : 'The list could not be exported. Please try again.';
}

/** Milliseconds after which the browser has begun to read a file. */
const READ_AFTER_MS = 60_000;

/** Gives the browser a file to keep. */
export function saveBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers begin to read a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), READ_AFTER_MS);
}

/** What the server sends, in a file of the browser's as it comes, so that a large list does not fill the memory; in memory where there are no such files. */
async function spool(answer: Response): Promise<Blob> {
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  const folder = await storage?.getDirectory?.().catch(() => null);
  if (!folder || !answer.body || !('createWritable' in FileSystemFileHandle.prototype)) return answer.blob();
  const name = `export-${crypto.randomUUID()}`;
  const remove = () => void folder.removeEntry(name).catch(() => undefined);
  const handle = await folder.getFileHandle(name, { create: true });
  try {
    await answer.body.pipeTo(await handle.createWritable());
  } catch (failure) {
    remove();
    throw failure;
  }
  setTimeout(remove, READ_AFTER_MS);
  return handle.getFile();
}

/** Downloads a list as a file and returns its number of rows; throws an error with a message for the user. */
export async function downloadList({ entity, format, where, owners }: ListExport): Promise<number> {
  const answer = await fetch('/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // Spreadsheets read CSV as Unicode only with a byte order mark.
    body: JSON.stringify({ noun: entity, format, where, owners, bom: format === 'csv' }),
  }).catch(() => null);
  if (!answer) throw new Error('Callboard cannot be reached. Please try again.');
  if (answer.status === 401) notifySessionEnded();
  if (!answer.ok) throw new Error(await sentenceOf(answer));
  const content = await spool(answer).catch(() => null);
  if (!content) throw new Error('The download was interrupted. Please try again.');
  saveBlob(content, nameIn(answer.headers.get('content-disposition')));
  return Number(answer.headers.get('x-total-count'));
}
