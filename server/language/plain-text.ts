const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  pound: '£',
  euro: '€',
};

const decode = (text: string) =>
  text
    .replace(/&([a-z]{2,6});/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .replace(/&#(\d{1,6});/g, (_whole, code: string) =>
      Number(code) <= 0x10ffff && Number(code) >= 32 ? String.fromCodePoint(Number(code)) : ' ',
    );

const withoutTags = (text: string) =>
  text
    .replace(/<(script|style)\b[^>]{0,500}>(?:(?!<\1\b)[\s\S])*?<\/\1>/gi, ' ')
    .replace(/<\/?(?:p|div|br|li|tr|h[1-6]|ul|ol|table)\b[^<>]{0,500}>/gi, '\n')
    .replace(/<\/?[a-z!][^<>]{0,500}>/gi, ' ');

// Text quoted from an earlier mail is not part of the customer's message.
const withoutQuotedMail = (text: string) => {
  const own = text
    .replace(/\n-{2,} ?(?:Original Message|Forwarded message)[\s\S]*$/i, '')
    .replace(/\n ?On [^\n]{5,120} wrote:[\s\S]*$/, '')
    .replace(/^>.*$/gm, '');
  return own.trim() === '' ? text : own;
};

/** The customer's words without markup, quoted mail, invisible characters and typographic quotes, so every rule reads the same plain text. */
export const plainText = (message: string): string =>
  withoutQuotedMail(withoutTags(decode(withoutTags(message.replace(/\r\n?/g, '\n')))))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, (mark) => (mark === '\u200D' || mark === '\uFE0F' ? mark : ''))
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[\t\f\v\u00A0\u2000-\u200A\u202F\u3000 ]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');

/** Whether a text is shouted: long enough to judge, and nearly all capitals. Codes such as "AGENT_NOT_AUTHORISED" are copied, not shouted. */
export function isShouted(text: string): boolean {
  const all = letters(
    text
      .split(/\s+/)
      .filter((word) => !word.includes('_'))
      .join(' '),
  );
  return all.length >= 12 && all.replace(/[^\p{Lu}]/gu, '').length / all.length > 0.7;
}

const SHOUTED_RUN = /(?<![\p{L}\d])\p{Lu}{2,}(?: \p{Lu}{2,})+(?![\p{L}\d])/gu;

/** A shouted text, or the shouted words of a text, in an ordinary voice; anything else is left alone. Tokens with digits, such as model and order numbers, keep their capitals. */
export function calm(text: string): string {
  if (!isShouted(text)) return text.replace(SHOUTED_RUN, (run) => (/\p{Lu}{5}/u.test(run) ? run.toLowerCase() : run));
  const quiet = text.replace(/\S+/g, (token) => (/\d/.test(token) ? token : token.toLowerCase())).replace(/\bi\b/g, 'I');
  return quiet.replace(/(^|[.!?]\s+)(\p{Ll})/gu, (_whole, before: string, first: string) => before + first.toUpperCase());
}

/** At most `limit` characters, cut between words, with an ellipsis where something was cut. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:–-]+$|[\uD800-\uDBFF]$/g, '')}…`;
}

/** First letter large, the rest untouched; an address of a page stays as it is. */
export const capitalised = (text: string) => (/^https?:/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));
