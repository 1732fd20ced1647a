import type { AccessNoun } from '#contract/access.ts';
import type { Loaders } from '#domain/loaders.ts';

type Reads = Pick<Loaders, 'customer' | 'lead' | 'transcription' | 'liveCall'>;

/** The fields of rows with the id of another row, and how that is read. */
const REFERENCES = {
  customerId: (loaders, id) => loaders.customer(id),
  leadId: (loaders, id) => loaders.lead(id),
  transcriptionId: (loaders, id) => loaders.transcription(id),
  liveCallId: (loaders, id) => loaders.liveCall(id),
} as const satisfies Record<string, (loaders: Reads, id: string) => Promise<object | null>>;

/** The nouns of these rows. */
export const REFERENCED_NOUNS = ['customer', 'lead', 'transcription', 'liveCall'] as const satisfies readonly AccessNoun[];

const REFERENCE_FIELDS = Object.entries(REFERENCES);

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** An answer in which the ids of rows that the viewer may not read are null: a row of theirs may hang on a row of somebody else. */
export async function withReadableIds(answer: unknown, loaders: Reads): Promise<unknown> {
  if (Array.isArray(answer)) return Promise.all(answer.map((each) => withReadableIds(each, loaders)));
  if (!isPlain(answer)) return answer;
  const hidden = await Promise.all(
    REFERENCE_FIELDS.map(async ([field, read]) => {
      const id = answer[field];
      return typeof id === 'string' && (await read(loaders, id)) === null ? [[field, null] as const] : [];
    }),
  );
  // Rows are at the top of an answer, or one object below it.
  const nested = await Promise.all(
    Object.entries(answer).map(async ([name, value]) => (isPlain(value) ? [[name, await withReadableIds(value, loaders)] as const] : [])),
  );
  return { ...answer, ...Object.fromEntries([...hidden.flat(), ...nested.flat()]) };
}
