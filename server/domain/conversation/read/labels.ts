import type { Speaker } from '#contract/call.ts';
import { HEADINGS } from '../words/headings.ts';

/** Who a line says it is spoken by. */
export interface Label {
  /** The same for the same speaker, however it is written. */
  readonly key: string;
  /** The part the label itself says they play; null for a name. */
  readonly part: Speaker;
  /** The person, as written; null where only a part is named. */
  readonly name: string | null;
  /** `likely` ones could be a heading as well; whether they are speakers the rest of the call must tell. */
  readonly certainty: 'sure' | 'likely';
  /** Whether the name could be that of a person, who plays a part; "Speaker 1" could be anybody. */
  readonly isPerson: boolean;
}

const REP =
  /^(?:rep|agent|me|sales|support|seller|salesperson|salesman|saleswoman|representative|operator|advis[eo]r|consultant|account (?:executive|manager)|help ?desk|(?:sales|support|service|care|customer service|customer support|tech(?:nical)?(?: support)?|call cent(?:er|re)) (?:rep|representative|agent|person|team|engineer|specialist|desk|advis[eo]r)|(?:customer|client|tech(?:nical)?) (?:service|support|success|care))$/i;
const CUSTOMER = /^(?:customer|client|caller|prospect|buyer|guest|user|lead)$/i;
const NUMBERED = /^(?:(?:unknown |unidentified )?speaker|unknown|unidentified|(?:speaker|voice|participant|person) ?#?(?:\d{1,3}|[a-z]))$/i;
const COUNTED = / ?#?\d{1,2}$/;
const ASIDE = /^([^()[\]]+?)\s*[([]([^()[\]]+)[)\]]$/;

const PARTICLE = /^(?:van|von|de|der|den|del|della|da|di|do|dos|du|la|le|al|el|bin|ibn|ter|ten|y|e)$/;
const WORD = /^(?:\p{Lu}[\p{L}\p{M}'’-]{0,24}\.?|[\p{Lo}\p{M}\p{Lm}·]{1,20})$/u;
const CASED = /\p{Lu}/u;

const partOf = (written: string): Speaker => {
  const plain = written.replace(COUNTED, '');
  return REP.test(plain) ? 'rep' : CUSTOMER.test(plain) ? 'customer' : null;
};

const isName = (words: readonly string[]): boolean => {
  const own = words.filter((word) => !PARTICLE.test(word));
  return own.length >= 1 && own.length <= 4 && words.length <= 6 && !PARTICLE.test(words[0] ?? '') && own.every((word) => WORD.test(word));
};

function namedBy(written: string): Label | null {
  const words = written.split(/\s+/);
  if (!isName(words)) return null;
  const isHeading = (word: string) => HEADINGS.has(word.toLowerCase().replace(/\.$/, ''));
  if (words.every(isHeading)) return null;
  const isSure = words.length > 1 && CASED.test(written) && !words.some(isHeading);
  return { key: words.join(' ').toLowerCase(), part: null, name: written, certainty: isSure ? 'sure' : 'likely', isPerson: true };
}

/**
 * Reads what stands before a line's colon. The names of parts are labels in any case; so are two to four capitalised
 * words and numbered voices. One capitalised word is likely one. Headings such as "Note" or "Total" are none.
 */
export function labelOf(written: string): Label | null {
  const [, base = written, aside = ''] = ASIDE.exec(written) ?? [];
  const own = partOf(base);
  const part = own ?? partOf(aside);
  if (part !== null) {
    const name = own === null ? base : aside;
    const isNamed = name !== '' && isName(name.split(/\s+/));
    return { key: (isNamed ? name : base).toLowerCase(), part, name: isNamed ? name : null, certainty: 'sure', isPerson: true };
  }
  if (NUMBERED.test(base)) return { key: base.toLowerCase(), part: null, name: base, certainty: 'sure', isPerson: false };
  return namedBy(base);
}
