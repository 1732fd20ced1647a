/** The header that asks for the cost alone: `callboard-dry-run: 1`. */
export const DRY_RUN_HEADER = 'callboard-dry-run';

/** Whether an operation's `extensions` ask for the cost alone; after a question mark they are text. */
export function asksForDryRun(extensions: unknown): boolean {
  const read = typeof extensions === 'string' ? readJson(extensions) : extensions;
  return typeof read === 'object' && read !== null && 'dryRun' in read && read.dryRun === true;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
