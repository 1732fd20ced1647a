import { CLOSING } from './closing.ts';
import { COMMUNICATION } from './communication.ts';
import { OBJECTIONS } from './objections.ts';
import { RAPPORT } from './rapport.ts';
import type { Rule } from './rule.ts';
import { SALES_TECHNIQUE } from './sales-technique.ts';
import { UNLABELLED } from './unlabelled.ts';

/** Every rule of coaching. */
export const RULES: readonly Rule[] = [...COMMUNICATION, ...SALES_TECHNIQUE, ...OBJECTIONS, ...CLOSING, ...RAPPORT, ...UNLABELLED];
