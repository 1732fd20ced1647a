import { z } from 'zod';
import type { ImportNoun } from '#contract/import.ts';

const Uploaded = z.object({ id: z.string() });
const Refused = z.object({ message: z.string() });

/** Milliseconds, as the server has patience with a file. */
const PATIENCE = 15 * 60_000;

/** Sends a file to be read and answers the id of its import; throws a sentence for people. */
export async function uploadFile(noun: ImportNoun, file: File): Promise<string> {
  const answer = await fetch(`/import?${new URLSearchParams({ noun, name: file.name })}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
  if (!answer) throw new Error('The file could not be sent. Please try again.');
  const said: unknown = await answer.json().catch(() => null);
  const { data } = Uploaded.safeParse(said);
  if (answer.ok && data) return data.id;
  throw new Error(Refused.safeParse(said).data?.message ?? 'The file could not be read.');
}
