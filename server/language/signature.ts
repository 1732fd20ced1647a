import { capitalised, isShouted } from './plain-text.ts';

/** A message without its signature, and who signed it. */
interface Signed {
  readonly body: string;
  readonly signer: string | null;
}

const NAME = "(?:(?:Dr|Mr|Mrs|Ms|Prof)\\.? )?\\p{Lu}[\\p{L}'-]{1,20}(?: \\p{Lu}(?:\\.|[\\p{L}'-]{1,20})){0,2}";
const CLOSING =
  '(?:(?:many |much |kind(?:est)? |warm(?:est)? |best |with )?(?:thanks|regards|wishes|thank you)|cheers|sincerely(?: yours)?|yours(?: sincerely| faithfully| truly)?|best|all the best|respectfully|ta|thx)(?: (?:again|in advance|so much|and (?:best |kind )?regards|a lot))?';
const NO_NAME =
  /^(?:the|a|an|please|thanks|thank|hi|hello|regards|best|sent|from|for|you|i|we|it|team|very|so|and|but|let|looking|best regards)\b/i;

const AFTER_CLOSING = new RegExp(
  `(?:^|\\n|[.!?] )(${CLOSING})[,.!]*\\s*[-–—]?\\s*\\n?\\s*(${NAME})(?=\\s*(?:[,.|(–-]|\\n|$))[^\\n]{0,60}(?:\\n[^\\n]{0,80}){0,6}$`,
  'iu',
);
const AFTER_DASH = new RegExp(`(?:\\n|[.!?] )\\s*(?:--?|–|—)\\s*(${NAME})\\s*$`, 'u');
const LAST_LINE = new RegExp(`[.!?,]\\s*\\n+\\s*(${NAME})\\s*$`, 'u');
const INTRODUCED = new RegExp(
  `\\b(?:my name is|[Tt]his is|I am|I'm|[Mm]y name's) (${NAME})(?= (?:from|at|with|of|and|here)\\b|[,.!])`,
  'u',
);

const plausible = (name: string | undefined) => (name && /^\p{Lu}/u.test(name) && !NO_NAME.test(name) && name.length > 1 ? name : null);

/** Finds the signature at the end, or an introduction such as "this is Dana from Northwind". */
export function signed(text: string): Signed {
  const tail = text.slice(-400);
  const offset = text.length - tail.length;
  for (const [pattern, group] of [
    [AFTER_CLOSING, 2],
    [AFTER_DASH, 1],
    [LAST_LINE, 1],
  ] as const) {
    const found = pattern.exec(tail);
    const signer = plausible(found?.[group]);
    if (!found || !signer) continue;
    const mark = /^[.!?]/.exec(found[0])?.[0] ?? '';
    const body = `${text.slice(0, offset + found.index)}${mark}`.trim();
    return { body: body === '' ? text : body, signer: spelled(signer) };
  }
  const introduced = plausible(INTRODUCED.exec(text.slice(0, 400))?.[1]);
  return { body: withoutClosing(text), signer: introduced ? spelled(introduced) : null };
}

const spelled = (name: string) =>
  isShouted(name) || name === name.toUpperCase() ? name.toLowerCase().split(' ').map(capitalised).join(' ') : name;

const withoutClosing = (text: string) => {
  const body = text.replace(new RegExp(`(?:\\n|(?<=[.!?]) )(?:${CLOSING})[,.!]*\\s*$`, 'iu'), '').trim();
  return body === '' ? text : body;
};
