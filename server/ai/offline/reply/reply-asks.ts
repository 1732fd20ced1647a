import { capitalised } from '#server/language/plain-text.ts';
import type { ReplyAsk } from '../../port.ts';
import type { Ask, Reading } from '../read/message.ts';
import { type Answer, needsColleague } from './find-answer.ts';

const asWritten = ({ kind, text }: Ask): string => `${capitalised(text)}${kind === 'question' && !text.endsWith('?') ? '?' : ''}`;

/** What the offline assistant found for each ask. One that two items answer differently is left out: it is neither open nor answered. */
export const asksOfAnswers = (answers: readonly Answer[]): ReplyAsk[] =>
  answers
    .filter((answer) => answer.conflict === null && (answer.item !== null || !answer.needsColleague))
    .map(({ ask, item }) => ({ text: asWritten(ask), answeredBy: item?.id ?? null }));

/** What is known of a model's reply: without a proven citation nothing is answered, and the only ask is answered by the only citation. */
export function asksOfCitations({ asks, mentions }: Pick<Reading, 'asks' | 'mentions'>, cited: readonly string[]): ReplyAsk[] {
  const [only, ...others] = cited;
  if (only === undefined)
    return asks.filter((ask) => !needsColleague(ask, { mentions })).map((ask) => ({ text: asWritten(ask), answeredBy: null }));
  return others.length === 0 && asks.length === 1 ? asks.map((ask) => ({ text: asWritten(ask), answeredBy: only })) : [];
}
