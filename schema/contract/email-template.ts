import { splitName } from './person.ts';

/** The kinds of email a template is for, and the order they are shown in. */
export const EMAIL_TYPES = ['welcome', 'follow_up', 'quote', 'proposal', 'support', 'newsletter'] as const;
export type EmailType = (typeof EMAIL_TYPES)[number];

export const EMAIL_TYPE_LABELS = {
  welcome: 'Welcome',
  follow_up: 'Follow Up',
  quote: 'Quote',
  proposal: 'Proposal',
  support: 'Support',
  newsletter: 'Newsletter',
} as const satisfies Record<EmailType, string>;

/** How an email may sound. */
export const EMAIL_TONES = ['formal', 'friendly', 'professional', 'casual'] as const;
export type EmailTone = (typeof EMAIL_TONES)[number];

export const EMAIL_TONE_LABELS = {
  formal: 'Formal',
  friendly: 'Friendly',
  professional: 'Professional',
  casual: 'Casual',
} as const satisfies Record<EmailTone, string>;

/** What double braces may hold in a template: `{{customer_name}}`. Anything else is pointed out. */
export const PLACEHOLDERS = ['customer_name', 'first_name', 'last_name', 'email', 'company_name', 'phone'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Characters of a template. */
export const EMAIL_LIMITS = { subject: 200, body: 20_000, purpose: 500, context: 2_000 } as const;

/** A part of a template: plain text, or a variable in double braces. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly text: string };

/** Whom a template is personalised for. */
export interface Addressee {
  readonly name: string;
  readonly email?: string | null;
  readonly phone?: string | null;
}

/** Something in a template that its author should look at. It can be saved all the same. */
export interface TemplateProblem {
  readonly message: string;
  /** The variable nobody knows, and the known one that comes closest. */
  readonly name?: string;
  readonly suggestion?: Placeholder;
}

const LONGEST_NAME = 60;

/** A variable's name as it is compared: `{{ First Name }}` is `first_name`. */
const normal = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

const isName = (text: string): boolean => text.length <= LONGEST_NAME && /^\s*[\p{L}\p{N}_][\p{L}\p{N}_ -]*$/u.test(text);

const isKnown = (name: string): name is Placeholder => PLACEHOLDERS.some((known) => known === name);

/** Reads a template from left to right. Braces that hold no name, or are never closed, are words like any others. */
export function readTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = '';
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf('{{', at);
    const close = open === -1 ? -1 : template.indexOf('}}', open);
    if (close === -1) break;
    // Of several opening braces in a row the last two belong to the name.
    const inner = template.lastIndexOf('{{', close);
    const name = template.slice(inner + 2, close);
    text += template.slice(at, inner);
    if (isName(name)) {
      if (text !== '') parts.push({ kind: 'text', text });
      text = '';
      parts.push({ kind: 'variable', name: normal(name), text: template.slice(inner, close + 2) });
    } else text += template.slice(inner, close + 2);
    at = close + 2;
  }
  text += template.slice(at);
  if (text !== '') parts.push({ kind: 'text', text });
  return parts;
}

/** The variables of some texts, known or not, each once and in the order they come. */
export const variablesIn = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => readTemplate(text).flatMap((part) => (part.kind === 'variable' ? [part.name] : [])))),
];

/** What the author should look at: variables nobody knows, and braces that are never closed. */
export function problemsIn(template: string): TemplateProblem[] {
  const unknown = variablesIn(template)
    .filter((name) => !isKnown(name))
    .map((name): TemplateProblem => {
      const suggestion = closest(name);
      const didYouMean = suggestion ? ` Did you mean {{${suggestion}}}?` : '';
      return { message: `{{${name}}} is not a variable we can fill in.${didYouMean}`, name, ...(suggestion && { suggestion }) };
    });
  return [...unknown, ...unclosed(template)];
}

function unclosed(template: string): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  let line = 1;
  for (const part of readTemplate(template)) {
    const found = part.kind === 'text' ? part.text.search(/\{\{(?![\s\S]*\}\})/) : -1;
    if (found !== -1) problems.push({ message: `The {{ in line ${line + breaksIn(part.text.slice(0, found))} is never closed with }}.` });
    line += breaksIn(part.text);
  }
  return problems;
}

const breaksIn = (text: string): number => text.split('\n').length - 1;

/** The known name that is at most a quarter of its letters away, or shares a word. */
function closest(name: string): Placeholder | undefined {
  const ranked = PLACEHOLDERS.map((known) => ({ known, away: distance(name, known) })).toSorted((a, b) => a.away - b.away);
  const best = ranked[0];
  if (best && best.away <= best.known.length / 4) return best.known;
  const words = name.split('_');
  if (words.includes('name')) return words.some((word) => word.startsWith('comp') || word === 'our') ? 'company_name' : 'customer_name';
  return PLACEHOLDERS.find((known) => known.split('_').some((word) => word !== 'name' && words.includes(word)));
}

/** How many letters have to change for one word to become another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

interface Sender {
  readonly companyName: string;
}

// Specification, section 9: customer_name falls back to the first name, then to "Customer". For greetings by first
// name "there" reads on: "Hi there,". What else is not on record is left out.
function valuesFor({ name, email, phone }: Addressee, { companyName }: Sender): Record<Placeholder, string> {
  const { firstName, lastName } = splitName(name);
  return {
    customer_name: name.trim() || firstName || 'Customer',
    first_name: firstName || 'there',
    last_name: lastName,
    email: email?.trim() ?? '',
    company_name: companyName,
    phone: phone?.trim() ?? '',
  };
}

/** A template for one person. Values go in as they are and are never read again; variables nobody knows stay. */
export function personalize(template: string, person: Addressee, sender: Sender): string {
  const values = valuesFor(person, sender);
  let personal = '';
  let gap = false;
  for (const part of readTemplate(template)) {
    const words = part.kind === 'text' || !isKnown(part.name) ? part.text : values[part.name];
    // Where a value is missing, the white space around it closes: "Dear {{last_name}}," has no "Dear ,".
    if (words === '') {
      personal = personal.replace(/(?<![ \t])[ \t]+$/, '');
      gap = true;
      continue;
    }
    personal += gap && /[ \t]$/.test(personal) ? words.replace(/^[ \t]+/, '') : words;
    gap = false;
  }
  return personal;
}

/** The variables of a template for which nothing is on record. */
export function missingFor(template: string, { name, email, phone }: Addressee): Placeholder[] {
  const present: Record<Placeholder, boolean> = {
    customer_name: name.trim() !== '',
    first_name: splitName(name).firstName !== '',
    last_name: splitName(name).lastName !== '',
    email: Boolean(email?.trim()),
    company_name: true,
    phone: Boolean(phone?.trim()),
  };
  return variablesIn(template).filter((variable): variable is Placeholder => isKnown(variable) && !present[variable]);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whole words only: "Ann" is not in "Annual". */
const wordFor = (text: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, 'giu');

/** Turns a letter to one person into a template: their details, however they are written, become variables. */
export function depersonalize(letter: string, person: Addressee, { companyName }: Sender): string {
  const { firstName, lastName } = splitName(person.name);
  const digits = person.phone?.replace(/\D/g, '') ?? '';
  const known: readonly (readonly [string, Placeholder])[] = [
    [person.email?.trim() ?? '', 'email'],
    [companyName.trim(), 'company_name'],
    [person.name.trim(), lastName ? 'customer_name' : 'first_name'],
    [firstName, 'first_name'],
    [lastName, 'last_name'],
  ];
  const patterns = [
    ...known.filter(([text]) => text.length > 1).map(([text, name]) => [wordFor(text), name] as const),
    ...(digits.length >= 7 ? [[new RegExp(`\\+?\\(?${[...digits].join('[\\s().-]*')}(?!\\d)`, 'g'), 'phone'] as const] : []),
  ];
  // What became a variable is not looked at again.
  return patterns.reduce<string>(
    (text, [pattern, name]) =>
      readTemplate(text)
        .map((part) => (part.kind === 'variable' ? part.text : part.text.replace(pattern, `{{${name}}}`)))
        .join(''),
    letter,
  );
}
