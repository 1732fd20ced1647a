import { z } from 'zod';
import { COACHING_RULE_KEYS, COACHING_RULE_KINDS } from '#contract/coaching-rule.ts';
import { TOPICS } from '#domain/conversation/words/topics.ts';
import { NOTHING_SAID, type PromptState } from './prompter.ts';

const Key = z.enum(COACHING_RULE_KEYS);
const second = z.number().min(0);

const StoredNudge = z.object({
  rule: Key,
  kind: z.enum(COACHING_RULE_KINDS),
  text: z.string(),
  value: z.number().nullable(),
  turn: z.number().nullable(),
  topic: z.enum(TOPICS.map(([topic]) => topic)).nullable(),
  words: z.string().nullable(),
  id: z.string(),
  since: second,
  withdrawn: second.nullable(),
  dismissed: second.nullable().optional(),
});

/** Reads what was said in a call back from where it was stored; what makes no sense, or none any more, counts as nothing said. */
export const StoredPrompting: z.ZodType<PromptState> = z
  .object({
    nudges: z.array(StoredNudge),
    at: second,
    lastShown: z.partialRecord(Key, z.object({ times: z.number(), at: second, turn: z.number().nullable() })),
    spokeAt: second.nullable(),
    cardAt: second.nullable(),
  })
  .catch(() => ({ ...NOTHING_SAID, nudges: [] }));
