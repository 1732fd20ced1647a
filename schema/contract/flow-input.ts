import { z } from 'zod';
import { FLOW_TYPES, STEP_LIMIT } from './flow.ts';
import { TEXT_LIMITS } from './limits.ts';
import { cleaned, optionalId, required, typed } from './text.ts';

const LEVELS = 8;

/** A JSON object of a client's own, such as metadata: bounded in size and depth, its texts well formed. Absent reads as empty. */
export const jsonObject = (limit: number) =>
  z
    .record(z.string(), z.unknown(), 'Must be an object')
    .nullish()
    .transform((value) => value ?? {})
    // What is too deep is not even written down to be measured.
    .refine((value) => levels(value, LEVELS), { error: `Must not be nested deeper than ${LEVELS} levels`, abort: true })
    .refine((value) => JSON.stringify(value).length <= limit, `Please keep this under ${limit.toLocaleString('en-US')} characters`)
    .transform((value): JsonObject => Object.fromEntries(entries(value)));

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/** Whether a value has no more than so many levels. */
function levels(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return most > 0 && Object.values(value).every((inner) => levels(inner, most - 1));
}

const entries = (value: object): Array<[string, JsonValue]> => Object.entries(value).map(([key, inner]) => [cleaned(key), tidy(inner)]);

function tidy(value: unknown): JsonValue {
  if (typeof value === 'string') return cleaned(value);
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value === 'object' && value !== null) return Object.fromEntries(entries(value));
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** How many interactions one flow keeps, and how long its metadata may be, in characters of JSON. */
export const FLOW_LIMITS = { stages: STEP_LIMIT, interactions: 1_000, metadata: 20_000 } as const;

const MOMENT = 'Must be a moment such as 2026-11-20T09:30:00.000Z';
const [EARLIEST, LATEST] = [Date.UTC(1970), Date.UTC(3000)];

/** A time in JSON or GraphQL, stored as ISO 8601 in UTC. */
const moment = z
  .union([z.date(), z.iso.datetime({ offset: true, error: MOMENT })], MOMENT)
  .transform((at) => new Date(at))
  .refine((at) => at.getTime() >= EARLIEST && at.getTime() < LATEST, MOMENT)
  .transform((at) => at.toISOString());

const duration = z
  .number('Must be a number of milliseconds')
  .min(0, 'Must not be negative')
  .max(LATEST, 'Must be a number of milliseconds')
  .nullish()
  .transform((time) => (time === null || time === undefined ? null : Math.round(time)));

const OBJECT = 'Must be an object';

const step = z.object({ stage: required(TEXT_LIMITS.line, 'Stage is required'), timestamp: moment, duration }, OBJECT);

const type = required(TEXT_LIMITS.line, 'Type is required');
const description = required(TEXT_LIMITS.note, 'Description is required');

/** Something to be added to a flow, as of now. */
export const NewInteraction = z.object({ type, description });

const listOf = <Item extends z.ZodType>(item: Item, most: number) =>
  z
    .array(item, 'Must be a list')
    .max(most, `At most ${most.toLocaleString('en-US')}`)
    .nullish()
    .transform((items) => items ?? []);

/** A new flow, as `createFlow` and `POST /api/customers/interaction-flows` send it. Its stage may be one we do not know. */
export const NewFlow = z.object({
  customerId: optionalId,
  flowType: z.enum(FLOW_TYPES, 'Unknown flow type'),
  currentStage: required(TEXT_LIMITS.line, 'Current stage is required'),
  stages: listOf(step, FLOW_LIMITS.stages),
  interactions: listOf(z.object({ type, description, timestamp: moment }, OBJECT), FLOW_LIMITS.interactions),
  metadata: jsonObject(FLOW_LIMITS.metadata),
});
export type NewFlow = z.output<typeof NewFlow>;

/** A move of a flow; the note gives the reason. */
export const AdvanceFlow = z.object({ stage: z.string('Unknown stage'), note: typed(TEXT_LIMITS.note).nullish() });
