import { type Addressee, missingFor, readTemplate, variablesIn } from '#contract/email-template.ts';
import { humanize, isPlaceholder } from '#web/templates/template-values.ts';
import type { Highlight } from '#web/ui/lists/Highlighted.tsx';

type Texts = { subject: string; body: string };

/** The variables of a template that are nobody's detail, such as a price: the sender fills them in. */
export const customVariables = ({ subject, body }: Texts): readonly string[] =>
  variablesIn(subject, body).filter((name) => !isPlaceholder(name));

/** A text in which the sender's own variables stand filled in, those left blank as they are. */
export const renderTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  readTemplate(template)
    .map((part) => (part.kind === 'variable' && !isPlaceholder(part.name) ? values[part.name]?.trim() || part.text : part.text))
    .join('');

/** A made-out text cut at what is still to be filled in; `template` is the text it was made of. */
export function unfilled(template: string, madeOut: string): readonly Highlight[] {
  const open = readTemplate(template).flatMap((part) => (part.kind === 'variable' && !isPlaceholder(part.name) ? [part.text] : []));
  if (open.length === 0) return [{ text: madeOut, hit: false }];
  return madeOut
    .split(new RegExp(`(${open.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`))
    .map((text) => ({ text, hit: open.includes(text) }));
}

/** What is not on record of a customer that a template asks for, and what becomes of it; one sentence each. */
export const fallbacks = ({ subject, body }: Texts, customer: Addressee): readonly string[] =>
  missingFor(`${subject}\n${body}`, customer).map((name) => {
    if (name === 'customer_name') return 'No name on record: “Customer” stands in its place.';
    if (name === 'first_name') return 'No first name on record: “there” stands in its place.';
    return `No ${humanize(name)} on record: left out.`;
  });
