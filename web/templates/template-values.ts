import type { z } from 'zod';
import { PLACEHOLDERS, type Placeholder, readTemplate } from '#contract/email-template.ts';
import type { EmailTemplateForm } from '#contract/email-template-input.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { notify } from '#web/ui/toasts/toast.ts';

/** The form values of a template. */
export type TemplateValues = z.input<typeof EmailTemplateForm>;

export const EMPTY_TEMPLATE: TemplateValues = { name: '', type: 'welcome', subject: '', body: '' };

/** The form values of a stored template. */
export const templateValuesOf = ({ name, type, subject, body }: TemplateValues): TemplateValues => ({ name, type, subject, body });

/** Whether a variable is one we can fill in. */
export const isPlaceholder = (name: string): name is Placeholder => PLACEHOLDERS.some((known) => known === name);

/** How a variable is written: `{{first_name}}`. */
export const formatVariable = (name: string): string => `{{${name}}}`;

/** The display name of a variable, without braces: "first name". */
export const humanize = (name: string): string => name.replaceAll('_', ' ');

/** A template in which one variable has become another, everywhere. */
export const replaceVariable = (template: string, name: string, by: string): string =>
  readTemplate(template)
    .map((part) => (part.kind === 'variable' && part.name === name ? formatVariable(by) : part.text))
    .join('');

/** An email as copied text: the subject in the first line, then the body. */
export const toPlainText = ({ subject, body }: { subject: string; body: string }): string => `Subject: ${subject}\n\n${body}`;

/** Copies a template with its variables to the clipboard, and shows a toast. */
export async function copyTemplate(template: { subject: string; body: string }): Promise<void> {
  try {
    await copyText(toPlainText(template));
    notify({ title: 'Success', description: 'Template copied to clipboard', tone: 'success' });
  } catch {
    notify({ title: 'Error', description: 'Failed to copy template', tone: 'error' });
  }
}
