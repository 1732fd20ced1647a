import { z } from 'zod';
import { TEXT_LIMITS, typed } from '#contract/text.ts';
import { parse } from './parse.ts';

const Search = z.object({ search: typed(TEXT_LIMITS.line).nullish() });

/** The condition that a field contains what was searched for, in any case; null when nothing was. */
export function containing(text: string | null | undefined): { readonly contains: string; readonly mode: 'insensitive' } | null {
  const { search } = parse(Search, { search: text });
  return search ? { contains: literal(search), mode: 'insensitive' } : null;
}

/** Prisma hands `contains` to LIKE as it is, where these characters stand for others. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
