import { type Addressee, depersonalize, EMAIL_LIMITS, type EmailType } from '#contract/email-template.ts';
import type { AiResponse } from '#prisma/generated/client.ts';

/** A template to be looked over and saved. */
export interface ProposedTemplate {
  readonly name: string;
  readonly subject: string;
  readonly body: string;
  readonly type: EmailType;
}

type Answered = Pick<AiResponse, 'customerRequest' | 'keyPoints' | 'responseType'>;

/** The person whose details are replaced in the text: the reply's customer or lead, if it has one. */
interface Letter {
  readonly text: string;
  readonly people: readonly Addressee[];
  readonly companyName: string;
}

const TYPES = { sales: 'follow_up', support: 'support' } as const satisfies Record<AiResponse['responseType'], EmailType>;

/** Maximum characters of a proposed name, which is shown on a card. */
const NAME = 80;

/** A reply as a template: personal details become variables, and name and subject state the request. */
export function templateFrom(reply: Answered, { text, people, companyName }: Letter): ProposedTemplate {
  const greeted = greetedName(text);
  const addressees = greeted === null ? people : [...people, { name: greeted }];
  const impersonal = (words: string) => addressees.reduce((read, person) => depersonalize(read, person, { companyName }), words);
  const topic = topicOf(reply);
  return {
    name: clip(capitalised(topic), NAME),
    subject: clip(impersonal(`Re: ${topic}`), EMAIL_LIMITS.subject),
    body: impersonal(text),
    type: TYPES[reply.responseType],
  };
}

// Key points that state a request begin with one of these words.
const REQUEST = /^(?:Asks|Wants|Problem): (.+)$/;

/** The subject of a reply: the first request, or else the first line of the message with content. */
function topicOf({ keyPoints, customerRequest }: Answered): string {
  const points = Array.isArray(keyPoints) ? keyPoints.map(String) : [];
  const request = points.flatMap((point) => REQUEST.exec(point)?.[1] ?? [])[0];
  const lines = customerRequest
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean);
  return (request ?? lines.find((line) => line.split(/\s+/).length > 3) ?? lines[0] ?? '').replace(/\s+/g, ' ').replace(/\.$/, '');
}

const GREETING =
  /^\s*(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear|[Gg]ood (?:morning|afternoon|evening)),? (\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2})\s*[,!:\n]/u;

const NOT_A_NAME = /^(?:there|team|all|everyone|everybody|folks|sir|madam|customer|m[rs]s?|dr|prof)\b/i;

/** The name a letter greets; null where it greets nobody by name. */
function greetedName(letter: string): string | null {
  const name = GREETING.exec(letter)?.[1];
  return name === undefined || NOT_A_NAME.test(name) ? null : name;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** As many whole words as fit, and a sign that some do not. */
function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1).toWellFormed();
  return `${cut.replace(/\s+\S*$/, '')}…`;
}
