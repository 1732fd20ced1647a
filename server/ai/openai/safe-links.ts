/** What stands in the place of a link that was taken out; a colleague sees it like any other bracket to fill in. */
export const LINK_REMOVED = '[link removed]';

// Anything with a scheme, `www.` and addresses without either that have a path: mail programs make links of all of them.
const LINK =
  /\b[a-z][a-z\d+.-]{1,20}:(?:\/\/|(?<=\b(?:javascript|vbscript|data|file|mailto|tel|sms|blob):))[^\s<>"'()[\]]*|\bwww\.[^\s<>"'()[\]]+|\b(?:[a-z\d-]{1,63}\.){1,5}[a-z]{2,24}\/[^\s<>"'()[\]]*/gi;
// An address may hold brackets of its own, such as `alert(1)`.
const IMAGE = /!\[([^[\]]{0,500})\]\((?:[^()\s]|\([^()\s]{0,500}\)){0,2000}(?:\s[^()]{0,500})?\)/g;
const MARKDOWN_LINK = /\[([^[\]]{0,500})\]\(((?:[^()\s]|\([^()\s]{0,500}\)){0,2000})(?:\s[^()]{0,500})?\)/g;
/** Invisible characters and line breaks inside a scheme: `java\tscript:` is one to a browser. */
const SPLIT_SCHEME = /\b(?:j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t\s*:[^\s<>"'()[\]]*/gi;

/** A link without its scheme, `www.`, and what ends a sentence; the host in lower case. */
function normalized(link: string): string {
  const bare = link.replace(/^https?:\/\//i, '').replace(/^www\./i, '');
  const end = bare.search(/[/?#]/);
  const host = end < 0 ? bare : bare.slice(0, end);
  return `${host.toLowerCase()}${end < 0 ? '' : bare.slice(end)}`.replace(/(?<![.,;:!?/])[.,;:!?/]+$/, '');
}

const hasForeignScheme = (link: string): boolean => /^[a-z][a-z\d+.-]*:/i.test(link) && !/^https?:\/\//i.test(link);

export interface TrustedLinks {
  /** Texts whose links may be repeated: approved material, a colleague's notes. Never a customer's words. */
  readonly texts: readonly string[];
  /** The company's own domain, with whatever stands below it; null where there is none. */
  readonly domain: string | null;
}

/**
 * What a model wrote, without images and without links that nobody approved: a link may be repeated only as one of the trusted texts
 * has it, or within the company's own domain. Other schemes than http and https go in any case.
 */
export function removeForeignLinks({ texts, domain }: TrustedLinks): (text: string) => string {
  const trusted = new Set(texts.flatMap((text) => (text.match(LINK) ?? []).filter((link) => !hasForeignScheme(link)).map(normalized)));
  const isTrusted = (link: string): boolean => {
    if (hasForeignScheme(link)) return false;
    const address = normalized(link);
    // A name before the host may look like it: `https://company.com@evil.example`.
    const host = address.split(/[/?#]/)[0] ?? '';
    if (host.includes('@') || host.includes('\\')) return false;
    const name = host.replace(/:\d+$/, '');
    return trusted.has(address) || (domain !== null && (name === domain.toLowerCase() || name.endsWith(`.${domain.toLowerCase()}`)));
  };
  return (text) =>
    text
      .replace(IMAGE, (_image, alternative: string) => alternative)
      .replace(MARKDOWN_LINK, (_link, words: string, address: string) =>
        isTrusted(address) ? `${words} (${address})` : `${words} ${LINK_REMOVED}`,
      )
      .replace(SPLIT_SCHEME, LINK_REMOVED)
      .replace(LINK, (link) => (isTrusted(link) ? link : LINK_REMOVED));
}

/** Characters of the end of a text that a link may still be growing in. */
const PENDING_LINK_LENGTH = 3_000;

/** The text so far without a link or image at its end that may still grow; a whole text is cleaned as one. */
export function trimIncompleteLink(text: string): string {
  const bracket = text.lastIndexOf('[');
  const isOpen = bracket >= Math.max(0, text.length - PENDING_LINK_LENGTH) && !/^\[[^\]]*\](?:[^(]|\([^)]*\))/.test(text.slice(bracket));
  const closed = isOpen ? text.slice(0, text[bracket - 1] === '!' ? bracket - 1 : bracket) : text;
  const last = closed.slice(-PENDING_LINK_LENGTH).split(/\s/).at(-1) ?? '';
  return /[:/!]|www\./i.test(last) ? closed.slice(0, closed.length - last.length) : closed;
}
