import type { ResponseType } from '#contract/call.ts';
import type { Reading } from '../read/message.ts';
import { statementsOf } from './opening.ts';
import { isDecent, quotable } from './swap-pronouns.ts';

const THANKS = /^\W*(?:(?:ok|okay|great|perfect|brilliant|super|cool)\W+)?(?:many |much )?(?:thank(?:s| you)|thx|cheers|ta)\b/i;
const AGREEMENT =
  /^\W*(?:ok|okay|k|yes|yep|yeah|sure|fine|agreed|deal|perfect|great|sounds good|works for (?:me|us)|go ahead|please proceed|confirmed|will do|good|cool|noted)\b/i;
const REFUSAL = /^\W*(?:no|nope|not interested|no thanks|no thank you|stop|never mind)\b/i;
const GREETING = /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|howdy)\b[\s\w,.!]{0,25}$/i;

const OFFER: Readonly<Record<ResponseType, string>> = {
  sales:
    'Is there something you would like to know about our products, prices or delivery? Tell me in a sentence or two, and I will come back with specifics.',
  support:
    'If something is not working or you need help, tell me what you were doing, what happened and which product it concerns, and I will take it from there.',
};
const AFTER_PRAISE: Readonly<Record<ResponseType, string>> = {
  sales: 'If you are planning anything next, or know somebody we could help as well, reply here and I will take care of it.',
  support: 'If anything comes up again, reply here and you will reach us directly.',
};
const AFTER_NEWS: Readonly<Record<ResponseType, string>> = {
  sales: 'Is there anything you would like me to prepare for you from here, such as a quote or a short call?',
  support: 'Is there anything you would like us to do about it? If so, tell me what and by when.',
};

const short = (text: string) => quotable(text, 60);

function warm(reading: Reading, type: ResponseType): string[] {
  const [statement] = statementsOf(reading, 1);
  const words = reading.sentences.map((sentence) => quotable(sentence, 100)).find((sentence) => sentence.split(' ').length >= 2);
  const glad = statement
    ? `Thank you for telling us. It is great to read that ${statement}.`
    : words
      ? `Thank you! "${words.replace(/[.!]+$/, '')}" is lovely to read, and I will pass it on to the team.`
      : `Thank you for the ${short(reading.text)}, that is good to see.`;
  return [glad, AFTER_PRAISE[type]];
}

function cold(reading: Reading): string[] {
  const [statement] = statementsOf(reading, 1);
  const words = short(reading.text);
  const sorry = statement
    ? `I am sorry that ${statement}.`
    : isDecent(reading.text)
      ? `I am sorry to read "${words}".`
      : 'I am sorry that we have let you down.';
  return [
    `${sorry} I would like to understand what happened and put it right.`,
    'Please tell me what it concerns (an order or invoice number helps) and what would put it right for you. My next update to you: [say by when].',
  ];
}

/** The answer to a message in which nothing is asked: thanks, agreement, news, a bare greeting, an emoji, or something nobody can make sense of. */
export function followUp(reading: Reading, type: ResponseType): string[] {
  const { text, mood, sentences, hasInstructions } = reading;
  if (hasInstructions && sentences.length === 0)
    return ['Thank you for getting in touch. I could not find a question for us in your message.', OFFER[type]];
  if (mood === 'angry' || mood === 'frustrated') return cold(reading);
  if (GREETING.test(text)) return ['Thank you for getting in touch. How can I help you?', OFFER[type]];
  const words = text.split(/\s+/).length;
  if (THANKS.test(text) && words <= 6)
    return [`You are welcome! Thank you for your "${short(text).replace(/[.!]+$/, '')}".`, AFTER_PRAISE[type]];
  if (REFUSAL.test(text) && words <= 8)
    return [
      `Thank you for letting me know ("${short(text)}"). I will leave it there unless I hear from you.`,
      'If that changes, reply here at any time.',
    ];
  if (AGREEMENT.test(text) && words <= 6)
    return [
      `Thank you for your "${short(text).replace(/[.!]+$/, '')}".`,
      `Just so that we mean the same thing, this is how I understand it: [say what was agreed and what happens next].`,
    ];
  if (mood === 'pleased') return warm(reading, type);
  const statements = statementsOf(reading, 2);
  if (statements.length > 0) return [`Thank you for letting me know that ${statements.join(', and that ')}.`, AFTER_NEWS[type]];
  const readable = /[\p{L}\p{N}]/u.test(text);
  if (words >= 5 && isDecent(text))
    return [`Thank you for your message. I have noted: "${quotable(sentences[0] ?? text, 140).replace(/[.]+$/, '')}".`, AFTER_NEWS[type]];
  return [
    readable
      ? `Thank you for your message. I want to be sure that I understand "${short(text)}" correctly.`
      : `I received "${short(text)}" from you, and I want to be sure that I understand what you need.`,
    OFFER[type],
  ];
}
