import { capitalised } from '#server/language/plain-text.ts';
import type { ReplyAsk } from '../../port.ts';
import type { Ask, Reading } from '../read/message.ts';
import { type Answer, needsColleague } from './find-answer.ts';

/** The ask as a sentence of its own; a wish that was put as a question stays one. */
function asWritten({ kind, text, sentence }: Ask, { sentences }: Pick<Reading, 'sentences'>): string {
  const isQuestion = kind === 'question' || /\?\W*$/.test(sentences[sentence] ?? '');
  return `${capitalised(text)}${isQuestion && !text.endsWith('?') ? '?' : ''}`;
}

/**
 * What the offline assistant found for each ask. One that two items answer differently is left out, since it is neither open nor answered;
 * so is one about the customer's own case, such as "Where is our delivery?", to which a training item only says what generally holds.
 */
export const asksOfAnswers = (answers: readonly Answer[], reading: Pick<Reading, 'sentences'>): ReplyAsk[] =>
  answers
    .filter(({ conflict, needsColleague: isOwnCase }) => conflict === null && !isOwnCase)
    .map(({ ask, item }) => ({ text: asWritten(ask, reading), answeredBy: item?.id ?? null }));

/** What is known of a model's reply: without a proven citation nothing is answered, and the only ask is answered by the only citation. */
export function asksOfCitations(reading: Pick<Reading, 'asks' | 'mentions' | 'sentences'>, cited: readonly string[]): ReplyAsk[] {
  const [only, ...others] = cited;
  const isTold = only === undefined || (others.length === 0 && reading.asks.length === 1);
  if (!isTold) return [];
  return reading.asks
    .filter((ask) => !needsColleague(ask, reading))
    .map((ask) => ({ text: asWritten(ask, reading), answeredBy: only ?? null }));
}
