import { z } from 'zod';
import { cleaned } from '#contract/text.ts';

// What a shop sends is read with little trust: a field that makes no sense counts as missing, and no value is so strange that it stops a sync.

/** Maximum characters of a text that are stored. */
const LONGEST = 2_000;

export const text = z
  .string()
  .transform((given) => cleaned(given).trim().slice(0, LONGEST) || null)
  .nullish()
  .catch(null)
  .transform((given) => given ?? null);

export const moment = z
  .string()
  .nullish()
  .catch(null)
  .transform((given) => {
    const at = new Date(given ?? Number.NaN);
    return Number.isNaN(at.getTime()) ? null : at;
  });

/** An exact amount; never through a number, which would lose digits. */
export const amount = z
  .string()
  .regex(/^-?\d{1,20}(\.\d{1,10})?$/)
  .nullish()
  .catch(null)
  .transform((given) => given ?? null);

export const whole = z.number().int().catch(0);

const TAIL = /(\d{1,30})(?:\?.*)?$/;

/** The digits of an id such as gid://shopify/Order/1001; null for anything else. */
export const digits = z
  .string()
  .nullish()
  .catch(null)
  .transform((given) => TAIL.exec(given ?? '')?.[1] ?? null);

/** A list whose entries are read one by one; those that make no sense are left out. */
export const listOf = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .array(z.unknown())
    .nullish()
    .catch([])
    .transform((given) =>
      (given ?? []).flatMap((each): Array<z.output<Entry>> => {
        const { success, data } = entry.safeParse(each);
        return success ? [data] : [];
      }),
    );

/** An object that may be missing. */
export const maybe = <Shape extends z.ZodType>(shape: Shape) =>
  shape
    .nullish()
    .catch(null)
    .transform((given) => given ?? null);
