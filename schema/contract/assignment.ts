import { z } from 'zod';
import { LEAD_SOURCES } from './lead.ts';
import { required } from './text.ts';

/** The new rows that assignment rules give to somebody. What a person adds by hand is theirs. */
export const ASSIGNMENT_TARGETS = ['imported_lead', 'imported_customer', 'telephony_call', 'shop_customer'] as const;
export type AssignmentTarget = (typeof ASSIGNMENT_TARGETS)[number];

export const ASSIGNMENT_TARGET_LABELS = {
  imported_lead: 'Imported leads',
  imported_customer: 'Imported customers',
  telephony_call: 'Calls from telephony',
  shop_customer: 'Customers from the shop',
} as const satisfies Record<AssignmentTarget, string>;

export const ASSIGNMENT_METHODS = ['round_robin', 'least_open_leads'] as const;
export type AssignmentMethod = (typeof ASSIGNMENT_METHODS)[number];

export const ASSIGNMENT_METHOD_LABELS = {
  round_robin: 'Round robin',
  least_open_leads: 'Fewest open leads',
} as const satisfies Record<AssignmentMethod, string>;

/** How many rules there may be, what each may have at most, and the length of a name in characters. */
export const ASSIGNMENT_LIMITS = { rules: 50, name: 100, phonePrefixes: 50, people: 100, teams: 20 } as const;

const PREFIX = 'A prefix is + and the country code, and an area code if you like: +1 614';

/** The beginning of an international number: `+1614`. It may be typed with 00 for +, blanks and punctuation. */
const PhonePrefix = z
  .string()
  .max(40, PREFIX)
  .transform((typed) => typed.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+'))
  .pipe(z.string().regex(/^\+[1-9]\d{0,14}$/, PREFIX));

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];
const ids = (most: number, message: string) => z.array(z.string().min(1).max(100)).max(most, message).default([]).transform(unique);

/** A rule; where it is changed, this replaces all of it. No sources or prefixes are any. */
export const AssignmentRuleInput = z
  .object({
    name: required(ASSIGNMENT_LIMITS.name, 'Name is required'),
    isActive: z.boolean().default(true),
    appliesTo: z.array(z.enum(ASSIGNMENT_TARGETS)).min(1, 'Choose what the rule applies to').max(100).transform(unique),
    sources: z.array(z.enum(LEAD_SOURCES)).max(100).default([]).transform(unique),
    phonePrefixes: z
      .array(PhonePrefix)
      .max(ASSIGNMENT_LIMITS.phonePrefixes, `At most ${ASSIGNMENT_LIMITS.phonePrefixes} phone prefixes`)
      .default([])
      .transform(unique),
    method: z.enum(ASSIGNMENT_METHODS),
    peopleIds: ids(ASSIGNMENT_LIMITS.people, `At most ${ASSIGNMENT_LIMITS.people} people`),
    teamIds: ids(ASSIGNMENT_LIMITS.teams, `At most ${ASSIGNMENT_LIMITS.teams} teams`),
  })
  .refine(({ peopleIds, teamIds }) => peopleIds.length + teamIds.length > 0, {
    path: ['peopleIds'],
    message: 'Choose people or teams',
  })
  .refine(({ appliesTo, sources }) => sources.length === 0 || appliesTo.every((target) => target === 'imported_lead'), {
    path: ['sources'],
    message: 'Only leads have a source: with sources, a rule applies to imported leads alone',
  });
export type AssignmentRuleInput = z.infer<typeof AssignmentRuleInput>;

/** What a test of the rules asks about; null where it has none. */
export const AssignmentQuestion = z.object({
  appliesTo: z.enum(ASSIGNMENT_TARGETS),
  source: z.enum(LEAD_SOURCES).nullish(),
  phone: z.string().max(100).nullish(),
});

/** All rules by their ids, in their new order. */
export const AssignmentOrder = z.array(z.string().min(1).max(100)).max(ASSIGNMENT_LIMITS.rules);
