/** What kinds of training items there are, in the order they are shown. */
export const TRAINING_CATEGORIES = ['transcription', 'response', 'email', 'knowledge'] as const;
export type TrainingCategory = (typeof TRAINING_CATEGORIES)[number];

export const TRAINING_CATEGORY_LABELS = {
  transcription: 'Transcription',
  response: 'Response',
  email: 'Email',
  knowledge: 'Knowledge',
} as const satisfies Record<TrainingCategory, string>;

/** What a training item holds at most: characters, tags, and other ways to ask for it. */
export const TRAINING_LIMITS = { content: 50_000, tags: 20, tag: 40, phrasings: 50, phrasing: 300 } as const;

/** Tags from a line with commas: trimmed, without empty ones, each once whatever its case. */
export function splitTags(line: string): string[] {
  const tags = line.split(',').map((tag) => tag.trim().replace(/\s+/g, ' '));
  return tags.filter((tag, index) => tag !== '' && tags.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === index);
}

/** The words of a question in lower case: two wordings with the same ones are the same question. Empty where it has none. */
export const phrasingKey = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? '';

/** Other ways to ask for an item, one a line or parted by ` | `: trimmed, without those that have no words, each once. */
export function splitPhrasings(text: string): string[] {
  const unique = new Map<string, string>();
  for (const line of text.split(/[\r\n\u2028\u2029]+| \| /)) {
    const phrasing = line.trim().replace(/\s+/g, ' ');
    const key = phrasingKey(phrasing);
    if (key !== '' && !unique.has(key)) unique.set(key, phrasing);
  }
  return [...unique.values()];
}

/** Where a phrasing came from. */
export const PHRASING_SOURCES = ['written', 'accepted', 'imported'] as const;
export type PhrasingSource = (typeof PHRASING_SOURCES)[number];

/** Calls of one import. */
export const IMPORT_LIMIT = 500;

/** Imports of calls in progress: of one person, and on one server. */
export const CALL_IMPORTS_AT_ONCE = { person: 1, server: 2 } as const;
