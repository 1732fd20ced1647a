import { z } from 'zod';
import { TEXT_LIMITS } from '#contract/limits.ts';
import { typed } from '#contract/text.ts';
import { parse } from './parse.ts';

const Search = z.object({ search: typed(TEXT_LIMITS.line).nullish() });

/** What was searched for, without control characters and outer white space; empty when nothing was. */
export const searchedFor = (text: string | null | undefined): string => parse(Search, { search: text }).search ?? '';
