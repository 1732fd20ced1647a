import type { Intent } from '../read/intents.ts';
import type { Reading } from '../read/message.ts';

/** What the closing step may look at. */
export interface Situation {
  readonly reading: Reading;
  /** What the message is mainly about. */
  readonly intent: Intent | null;
  /** Everything was answered; nothing is left in brackets. */
  readonly complete: boolean;
  /** A procedure was given. */
  readonly hasSteps: boolean;
  readonly stage: string | null;
  readonly company: string | null;
}
