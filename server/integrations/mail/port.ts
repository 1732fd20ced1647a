import { JobFailure } from '#domain/jobs/queue.ts';

/** A mail of plain text. */
export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The mail server did not take the mail; `temporary` where it may later. The message is for the operator and names no secret. */
export class MailUnavailable extends JobFailure {}

export interface Mailer {
  /** Hands the mail to the mail server. Rejects with `MailUnavailable`. Call it from a background job only: it may take half a minute. */
  send(mail: Mail): Promise<void>;
}
