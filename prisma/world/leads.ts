import { NEEDS_FOLLOW_UP } from './leads/needs-follow-up.ts';
import { NEEDS_QUOTE } from './leads/needs-quote.ts';
import { NEW_LEADS } from './leads/new.ts';
import { QUOTED } from './leads/quoted.ts';
import { WAITING } from './leads/waiting.ts';
import { WON } from './leads/won.ts';
import type { WorldLead } from './types.ts';

/** The whole pipeline, from its left column to its right. */
export const LEADS: readonly WorldLead[] = [...NEW_LEADS, ...NEEDS_QUOTE, ...QUOTED, ...NEEDS_FOLLOW_UP, ...WAITING, ...WON];
