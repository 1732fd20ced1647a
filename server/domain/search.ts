import { z } from 'zod';
import { typed } from '#contract/text.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { parse } from './parse.ts';

const Search = z.object({ search: typed(TEXT_LIMITS.line).nullish() });

/** What was searched for, without control characters and outer white space; empty when nothing was. */
export const searchedFor = (text: string | null | undefined): string => parse(Search, { search: text }).search ?? '';

/** The condition that a field contains what was searched for, in any case; null when nothing was. */
export function containing(text: string | null | undefined): { readonly contains: string; readonly mode: 'insensitive' } | null {
  const search = searchedFor(text);
  return search ? { contains: literal(search), mode: 'insensitive' } : null;
}

/** Prisma hands `contains` to LIKE as it is, where these characters stand for others. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
