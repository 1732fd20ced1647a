import { z } from 'zod';
import { EMAIL_LIMITS, EMAIL_TONES, EMAIL_TYPES } from './email-template.ts';
import { TEXT_LIMITS } from './limits.ts';
import { required, typed } from './text.ts';

/** The error for a template without name, subject or body. */
export const INCOMPLETE_TEMPLATE = 'Please fill in all required fields';

/** A text that is one line, however it was pasted. */
const oneLine = (text: string): string => text.replace(/(?<!\s)\s*[\r\n]\s*/g, ' ');

const type = z.enum(EMAIL_TYPES, 'Unknown email type');
const typeOrWelcome = type.nullish().transform((chosen) => chosen ?? 'welcome');

/**
 * A template as the Create and Edit forms hold it. Its variables are read from the text; braces that are never closed
 * are text like any other.
 */
export const EmailTemplateForm = z.object({
  name: required(TEXT_LIMITS.line, INCOMPLETE_TEMPLATE).transform(oneLine),
  subject: required(EMAIL_LIMITS.subject, INCOMPLETE_TEMPLATE).transform(oneLine),
  body: required(EMAIL_LIMITS.body, INCOMPLETE_TEMPLATE),
  type,
});
export type EmailTemplateForm = z.output<typeof EmailTemplateForm>;

/** A new template, as `createEmailTemplate` and `POST /api/email-templates` send it. */
export const NewEmailTemplate = EmailTemplateForm.extend({ type: typeOrWelcome });
export type NewEmailTemplate = z.output<typeof NewEmailTemplate>;

/** The fields of a template that a person may change; those left out stay as they are. */
export const EmailTemplateChanges = EmailTemplateForm.partial();
export type EmailTemplateChanges = z.output<typeof EmailTemplateChanges>;

/** Which templates are meant: those of one type; all where it is absent, empty or `all`. */
export const EmailTemplateFilter = z.object({
  type: z
    .union([type, z.literal(['', 'all'])], 'Unknown email type')
    .nullish()
    .transform((chosen) => (chosen === 'all' ? null : chosen || null)),
});

const optionalLine = (limit: number) =>
  typed(limit)
    .nullish()
    .transform((text) => text || null);

/** What a template to be written is like, as the Generate with AI form, `generateEmail` and `POST /api/ai/generate-email` send it. */
export const EmailRequest = z.object({
  type: typeOrWelcome,
  tone: z
    .enum(EMAIL_TONES, 'Unknown tone')
    .nullish()
    .transform((tone) => tone ?? 'professional'),
  purpose: optionalLine(EMAIL_LIMITS.purpose),
  context: optionalLine(EMAIL_LIMITS.context),
});
export type EmailRequest = z.output<typeof EmailRequest>;

/** The text of a reply that is saved as a template, as the person edited it. */
export const ReplyText = z.object({ text: required(EMAIL_LIMITS.body, INCOMPLETE_TEMPLATE) });
