/** What kinds of training items there are, in the order they are shown. */
export const TRAINING_CATEGORIES = ['transcription', 'response', 'email', 'knowledge'] as const;
export type TrainingCategory = (typeof TRAINING_CATEGORIES)[number];

export const TRAINING_CATEGORY_LABELS = {
  transcription: 'Transcription',
  response: 'Response',
  email: 'Email',
  knowledge: 'Knowledge',
} as const satisfies Record<TrainingCategory, string>;

/** What a training item holds at most: characters, and tags. */
export const TRAINING_LIMITS = { content: 50_000, tags: 20, tag: 40 } as const;

/** Tags from a line with commas: trimmed, without empty ones, each once whatever its case. */
export function splitTags(line: string): string[] {
  const tags = line.split(',').map((tag) => tag.trim().replace(/\s+/g, ' '));
  return tags.filter((tag, index) => tag !== '' && tags.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === index);
}

/** Calls of one import. */
export const IMPORT_LIMIT = 500;

/** Imports of calls in progress: of one person, and on one server. */
export const CALL_IMPORTS_AT_ONCE = { person: 1, server: 2 } as const;
