import type { ExportFormat } from '#contract/export.ts';
import type { Owners } from '#contract/owners.ts';

/** The export of a list, filtered by `where` as in its query. */
export type ListExport = { entity: string; format: ExportFormat; where: object | null; owners?: Owners };

const nameIn = (header: string | null): string => /filename="([^"]+)"/.exec(header ?? '')?.[1] ?? 'export';

async function sentenceOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message
    : 'The list could not be exported. Please try again.';
}

/** Gives the browser a file to keep. */
export function saveBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers begin to read a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
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
  if (!answer.ok) throw new Error(await sentenceOf(answer));
  const content = await answer.blob().catch(() => null);
  if (!content) throw new Error('The download was interrupted. Please try again.');
  saveBlob(content, nameIn(answer.headers.get('content-disposition')));
  return Number(answer.headers.get('x-total-count'));
}
