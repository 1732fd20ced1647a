/** What kinds of training items there are, in the order they are shown. */
export const TRAINING_CATEGORIES = ['transcription', 'response', 'email', 'knowledge'] as const;
export type TrainingCategory = (typeof TRAINING_CATEGORIES)[number];

export const TRAINING_CATEGORY_LABELS = {
  transcription: 'Transcription',
  response: 'Response',
  email: 'Email',
  knowledge: 'Knowledge',
} as const satisfies Record<TrainingCategory, string>;
