import type { SqlBuilder } from './query/sql-builder.ts';
import { searchedFor } from './search.ts';

/** What was searched for, in the language of the database's text search. */
export interface SearchWords {
  /** The complete search. */
  readonly exact: string;
  /** The same with phrases split into words, which an index finds at once; equal if there is no phrase. */
  readonly loose: string;
  /** What is to be seen of it where it was found: every word and phrase that was wanted, each by itself. */
  readonly highlight: string;
  /** The last word by itself: what is searched for where the rest holds only words that every text has. */
  readonly typing: string;
}

/**
 * Selects the query `exact` and the query `loose` of a search. Where a search holds nothing but words that every text has, the
 * word being typed is looked for as it stands.
 */
export function searchQuery({ exact, loose, typing }: SearchWords, { bind }: Pick<SqlBuilder, 'bind'>): string {
  const query = `to_tsquery('english', ${bind(exact, 'text')})`;
  const otherwise = `else to_tsquery('simple', ${bind(typing, 'text')}) end`;
  return `select case when numnode(${query}) > 0 then ${query} ${otherwise} as exact,
    case when numnode(${query}) > 0 then to_tsquery('english', ${bind(loose, 'text')}) ${otherwise} as loose`;
}

interface Term {
  readonly exact: string;
  readonly loose: string;
  readonly without: boolean;
}

const TOKEN = /(?<not>-?)"(?<phrase>[^"]*)(?:"|$)|(?<word>[^\s"]+)/gu;
const WORD = /[\p{L}\p{N}]/u;
// A single letter may be the beginning of too many words.
const GROWING = /^[\p{L}\p{N}]{2,}$/u;

/**
 * Reads a search as people write one: words, "phrases", -without, or. The last word may be the beginning of a longer
 * one, as long as one types. Null where nothing was searched for; every text is a valid search.
 */
export function readSearch(text: string | null | undefined): SearchWords | null {
  const search = searchedFor(text);
  if (!search) return null;
  const tokens = [...search.matchAll(TOKEN)].map(({ groups = {} }) => groups);
  // Alternatives bind last: `a b or c` is both a and b, or c.
  const alternatives: Term[][] = [[]];
  for (const [at, { not, phrase, word = '' }] of tokens.entries()) {
    const within = at > 0 && at < tokens.length - 1;
    if (within && word.toLowerCase() === 'or') alternatives.push([]);
    else alternatives.at(-1)?.push(...(phrase === undefined ? wordTerm(word, at === tokens.length - 1) : phraseTerm(phrase, not === '-')));
  }
  const last = tokens.at(-1)?.word ?? '';
  return {
    exact: written(alternatives, ({ exact }) => exact),
    loose: written(alternatives, ({ loose }) => loose),
    highlight: alternatives
      .flat()
      .filter(({ without }) => !without)
      .map(({ exact }) => exact)
      .join(' | '),
    typing: GROWING.test(last) ? `${quoted(last)}:*` : '',
  };
}

const written = (alternatives: readonly (readonly Term[])[], read: (term: Term) => string): string =>
  alternatives
    .filter((terms) => terms.length > 0)
    .map((terms) => `(${terms.map(read).join(' & ')})`)
    .join(' | ');

function phraseTerm(phrase: string, without: boolean): Term[] {
  const words = phrase.split(/\s+/).filter((each) => WORD.test(each));
  if (words.length === 0) return [];
  const exact = quoted(words.join(' '));
  // A text without the phrase may well have its words.
  return without
    ? [{ exact: `!${exact}`, loose: `!${exact}`, without }]
    : [{ exact, loose: `(${words.map(quoted).join(' & ')})`, without }];
}

function wordTerm(word: string, last: boolean): Term[] {
  const without = word.startsWith('-');
  const bare = without ? word.slice(1) : word;
  if (!WORD.test(bare)) return [];
  const term = `${without ? '!' : ''}${quoted(bare)}${last && GROWING.test(word) ? ':*' : ''}`;
  return [{ exact: term, loose: term, without }];
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
