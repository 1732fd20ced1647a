import type { SequencedEvent } from '#domain/domain-events.ts';
import type { Tx } from '#server/database/client.ts';

interface NewDeadLetter {
  readonly id: string;
  readonly consumer: string;
  readonly event: Pick<SequencedEvent, 'seq' | 'kind'>;
  readonly error: unknown;
  readonly attempts: number;
  readonly firstFailedAt: Date;
  readonly lastFailedAt: Date;
}

/** Characters of an error's message that are stored. */
const ERROR_LENGTH = 500;

/** An error as a dead letter stores it; the server's log has it in full. */
export function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // PostgreSQL's text cannot hold NUL.
  return message.replaceAll('\0', '').trim().slice(0, ERROR_LENGTH) || 'Unknown error';
}

/** Records that a consumer could not handle an event, in the transaction that moves past it. */
export async function recordDeadLetter(tx: Tx, { event, error, ...rest }: NewDeadLetter): Promise<void> {
  const data = { ...rest, eventSeq: event.seq, eventKind: event.kind, error: describeError(error) };
  await tx.deadLetter.createMany({ data: [data], skipDuplicates: true });
}
