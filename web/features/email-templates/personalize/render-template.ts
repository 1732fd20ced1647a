import { type Addressee, missingFor, readTemplate, variablesIn } from '#contract/email-template.ts';
import { humanize, isPlaceholder } from '#web/templates/template-values.ts';
import type { Highlight } from '#web/ui/lists/Highlighted.tsx';

type Texts = { subject: string; body: string };

/** The variables of a template that are not customer fields, such as a price. */
export const customVariables = ({ subject, body }: Texts): readonly string[] =>
  variablesIn(subject, body).filter((name) => !isPlaceholder(name));

/** Fills in the custom variables; those left blank stay as they are. */
export const renderTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  readTemplate(template)
    .map((part) => (part.kind === 'variable' && !isPlaceholder(part.name) ? values[part.name]?.trim() || part.text : part.text))
    .join('');

/** Splits a rendered text at its unfilled variables. */
export function unfilled(template: string, rendered: string): readonly Highlight[] {
  const open = readTemplate(template).flatMap((part) => (part.kind === 'variable' && !isPlaceholder(part.name) ? [part.text] : []));
  if (open.length === 0) return [{ text: rendered, hit: false }];
  return rendered
    .split(new RegExp(`(${open.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`))
    .map((text) => ({ text, hit: open.includes(text) }));
}

/** One sentence for each customer field that the template uses and the customer lacks. */
export const fallbacks = ({ subject, body }: Texts, customer: Addressee): readonly string[] =>
  missingFor(`${subject}\n${body}`, customer).map((name) => {
    if (name === 'customer_name') return 'No name on record: “Customer” is used instead.';
    if (name === 'first_name') return 'No first name on record: “there” is used instead.';
    return `No ${humanize(name)} on record: left blank.`;
  });
