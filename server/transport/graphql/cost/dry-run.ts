import type { IncomingHttpHeaders } from 'node:http';

/** The header that asks for the cost alone: `callboard-dry-run: 1`. */
const HEADER = 'callboard-dry-run';

/** Whether only the cost is asked for: by the header where there is one, else by the operation's `extensions`. */
export const wantsDryRun = (headers: IncomingHttpHeaders, extensions?: unknown): boolean =>
  headers[HEADER] === undefined ? asksForDryRun(extensions) : headers[HEADER] !== '0';

/** Whether an operation's `extensions` ask for the cost alone. */
export const asksForDryRun = (extensions: unknown): boolean =>
  typeof extensions === 'object' && extensions !== null && 'dryRun' in extensions && extensions.dryRun === true;
