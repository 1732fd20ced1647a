/** A field of a draft: what was typed, and the saved value it was typed over. */
export type DraftField = { readonly value: unknown; readonly base: unknown };
export type DraftFields = Readonly<Record<string, DraftField>>;

export type Draft = {
  /** When it was last written, in milliseconds. */
  readonly at: number;
  /** What is being typed now; only fields that differ from the saved ones. */
  readonly fields: DraftFields;
  /** What was typed before the form was opened this time, until it is restored or discarded. */
  readonly earlier: { readonly at: number; readonly fields: DraftFields } | null;
};

/** Bounds of all drafts of a browser: the oldest go first. */
export const DRAFT_LIMITS = { count: 50, characters: 2_000_000, ageMs: 30 * 86_400_000 } as const;

const PREFIX = 'callboard.draft.';
const personPrefix = (person: string) => `${PREFIX}${person}/`;

/** Drafts that the browser's storage had no room for: they live as long as the page. */
const memory = new Map<string, string>();
/** The last text read of each draft, parsed. */
const parsed = new Map<string, { raw: string; draft: Draft | null }>();
const listeners = new Set<() => void>();

const announce = () => {
  for (const listener of listeners) listener();
};

/** Calls the listener when a draft changes, here or in another tab. */
export function subscribeDrafts(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function parse(raw: string): Draft | null {
  try {
    const { at, fields, earlier }: Partial<Draft> = JSON.parse(raw);
    return typeof at === 'number' && isObject(fields) ? { at, fields, earlier: isObject(earlier) ? earlier : null } : null;
  } catch {
    return null;
  }
}

/** Storage may be switched off. */
function attempt<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

function readKey(key: string): Draft | null {
  const raw = memory.get(key) ?? attempt((storage) => storage.getItem(key));
  if (raw === null) return null;
  const known = parsed.get(key);
  if (known?.raw === raw) return known.draft;
  const draft = parse(raw);
  parsed.set(key, { raw, draft });
  return draft;
}

function removeKey(key: string): void {
  memory.delete(key);
  parsed.delete(key);
  attempt((storage) => storage.removeItem(key));
}

const storedKeys = () => attempt((storage) => Object.keys(storage).filter((key) => key.startsWith(PREFIX))) ?? [];

/** Removes drafts that are too old, then the oldest until the others are within the bounds. */
function prune(kept: string): void {
  const oldest = storedKeys()
    .map((key) => ({ key, at: readKey(key)?.at ?? 0, size: attempt((storage) => storage.getItem(key)?.length) ?? 0 }))
    .sort((one, other) => one.at - other.at);
  let count = oldest.length;
  let characters = oldest.reduce((sum, { size }) => sum + size, 0);
  for (const { key, at, size } of oldest) {
    const isOver = count > DRAFT_LIMITS.count || characters > DRAFT_LIMITS.characters;
    if (key === kept || !(isOver || Date.now() - at > DRAFT_LIMITS.ageMs)) continue;
    removeKey(key);
    count -= 1;
    characters -= size;
  }
}

function store(key: string, draft: Draft): void {
  const raw = JSON.stringify(draft);
  parsed.set(key, { raw, draft });
  memory.delete(key);
  const isNew = attempt((storage) => storage.getItem(key)) === null;
  const isStored = raw.length <= DRAFT_LIMITS.characters && attempt((storage) => storage.setItem(key, raw) === undefined);
  if (!isStored) memory.set(key, raw);
  if (isNew || !isStored) prune(key);
}

const isEmpty = (fields: DraftFields) => Object.keys(fields).length === 0;

/** The draft of a person on a subject, such as a form of a record; null where there is none, or where it is too old. */
export function readDraft(person: string, subject: string): Draft | null {
  const draft = readKey(personPrefix(person) + subject);
  return draft && Date.now() - draft.at <= DRAFT_LIMITS.ageMs ? draft : null;
}

/** Stores a draft; without any field it is removed. */
export function writeDraft(person: string, subject: string, { fields, earlier }: Pick<Draft, 'fields' | 'earlier'>): void {
  const key = personPrefix(person) + subject;
  const before = earlier && !isEmpty(earlier.fields) ? earlier : null;
  if (before || !isEmpty(fields)) store(key, { at: Date.now(), fields, earlier: before });
  else removeKey(key);
  announce();
}

/** A form was opened: what was typed before is offered, and what is typed now begins anew. */
export function offerDraft(person: string, subject: string): void {
  const draft = readDraft(person, subject);
  if (!draft || isEmpty(draft.fields)) return;
  writeDraft(person, subject, { fields: {}, earlier: { at: draft.at, fields: { ...draft.earlier?.fields, ...draft.fields } } });
}

export const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** These values were saved: they are no draft any more. What was typed since stays one. */
export function settleDraft(person: string, subject: string, saved: Readonly<Record<string, unknown>>): void {
  const draft = readDraft(person, subject);
  if (!draft) return;
  const unsaved = (fields: DraftFields) =>
    Object.fromEntries(Object.entries(fields).filter(([field, { value }]) => !sameValue(value, saved[field])));
  const { fields, earlier } = draft;
  writeDraft(person, subject, { fields: unsaved(fields), earlier: earlier && { at: earlier.at, fields: unsaved(earlier.fields) } });
}
