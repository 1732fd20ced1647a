import { z } from 'zod';
import { EMAIL_LIMITS, problemsIn } from '#contract/email-template.ts';
import type { EmailBrief } from '../port.ts';
import { approvedTexts } from '../prompts/data-message.ts';
import { EMAIL_SYSTEM, emailMessage } from '../prompts/email.ts';
import { plainText } from '../prompts/plain-text.ts';
import { bracketUngrounded, isEnglish } from './grounding.ts';
import { type Read, readForm, unusable, usable } from './model-output.ts';
import { removeForeignLinks } from './safe-links.ts';
import type { Task } from './task.ts';

const ModelEmail = z.object({
  subject: z.string().describe('The subject, one line.'),
  body: z.string().describe('The email, plain text.'),
});

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words in a row that are copied rather than said by chance. */
const COPIED_WORDS = 6;

/** Whether a text repeats part of a note that is meant for its writer alone. */
function repeatsNote(text: string, note: string): boolean {
  const said = ` ${wordsIn(text).join(' ')} `;
  const words = wordsIn(note);
  const length = Math.min(COPIED_WORDS, words.length);
  // Of a few words chance may say the same.
  if (length < 4) return false;
  return words.some((_word, at) => at + length <= words.length && said.includes(` ${words.slice(at, at + length).join(' ')} `));
}

/** A bracket to fill in: nobody would, for an email goes to many. */
const BRACKET = /\[[^[\]]{1,80}\](?!\()/;

interface EmailChecks {
  readonly clean?: (text: string) => string;
  /** A colleague's directions, which are not to be repeated; null where there are none. */
  readonly context?: string | null;
}

/** An email is usable when it says something and every variable in it can be filled in. */
export function readEmail(
  text: string,
  { clean = (own) => own, context = null }: EmailChecks = {},
): Read<{ subject: string; body: string }> {
  const read = readForm(ModelEmail, text);
  if (!read.usable) return read;
  const written = `${read.answer.subject}\n${read.answer.body}`;
  if (context !== null && repeatsNote(written, context)) return unusable('it repeats the context, which the customer must not read');
  if (BRACKET.test(written)) return unusable('it has brackets to fill in; use only the variables in double braces');
  const subject = clean(plainText(read.answer.subject)).replace(/\s+/g, ' ').trim();
  const body = clean(plainText(read.answer.body)).trim();
  if (subject === '' || body === '') return unusable('subject or body is empty');
  if (subject.length > EMAIL_LIMITS.subject || body.length > EMAIL_LIMITS.body) return unusable('it is too long');
  const [problem] = problemsIn(`${subject}\n${body}`);
  return problem ? unusable(problem.message) : usable({ subject, body });
}

export const emailTask = (brief: EmailBrief, companyDomain: string | null = null): Task<{ subject: string; body: string }> => {
  // The purpose is a colleague's words about what the email is for. The context directs the writer; no fact comes from it.
  const texts = [...approvedTexts(brief.knowledge), brief.purpose ?? ''];
  const withoutLinks = removeForeignLinks({ texts, domain: companyDomain });
  const ground = bracketUngrounded({
    texts,
    notes: [brief.context ?? ''],
    checksNames: isEnglish(`${brief.purpose ?? ''} ${brief.context ?? ''}`),
  });
  return {
    form: { name: 'email', schema: ModelEmail },
    system: EMAIL_SYSTEM,
    message: (boundary) => emailMessage(brief, boundary),
    read: (text) => readEmail(text, { clean: (own) => ground(withoutLinks(own)), context: brief.context }),
  };
};
