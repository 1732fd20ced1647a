import { z } from 'zod';
import { EMAIL_LIMITS, problemsIn } from '#contract/email-template.ts';
import type { EmailBrief } from '../port.ts';
import { approvedTexts } from '../prompts/data-message.ts';
import { EMAIL_SYSTEM, emailMessage } from '../prompts/email.ts';
import { plainText } from '../prompts/plain-text.ts';
import { type Read, readForm, unusable, usable } from './model-output.ts';
import { removeForeignLinks } from './safe-links.ts';
import type { Task } from './task.ts';

const ModelEmail = z.object({
  subject: z.string().describe('The subject, one line.'),
  body: z.string().describe('The email, plain text.'),
});

/** An email is usable when it says something and every variable in it can be filled in. */
export function readEmail(text: string, clean: (text: string) => string = (own) => own): Read<{ subject: string; body: string }> {
  const read = readForm(ModelEmail, text);
  if (!read.usable) return read;
  const subject = clean(plainText(read.answer.subject)).replace(/\s+/g, ' ').trim();
  const body = clean(plainText(read.answer.body)).trim();
  if (subject === '' || body === '') return unusable('subject or body is empty');
  if (subject.length > EMAIL_LIMITS.subject || body.length > EMAIL_LIMITS.body) return unusable('it is too long');
  const [problem] = problemsIn(`${subject}\n${body}`);
  return problem ? unusable(problem.message) : usable({ subject, body });
}

export const emailTask = (brief: EmailBrief, companyDomain: string | null = null): Task<{ subject: string; body: string }> => ({
  form: { name: 'email', schema: ModelEmail },
  system: EMAIL_SYSTEM,
  message: (boundary) => emailMessage(brief, boundary),
  // Purpose and context are a colleague's words.
  read: (text) =>
    readEmail(
      text,
      removeForeignLinks({ texts: [...approvedTexts(brief.knowledge), brief.purpose ?? '', brief.context ?? ''], domain: companyDomain }),
    ),
});
