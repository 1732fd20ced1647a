import { CALL_EXCERPTS } from './training/call-excerpts.ts';
import { EMAIL_MODELS } from './training/emails.ts';
import { MACHINE_FACTS } from './training/machines.ts';
import { ORDERING_FACTS } from './training/ordering.ts';
import { SELLING_ANSWERS } from './training/selling.ts';
import { SERVICE_FACTS } from './training/service.ts';
import { TROUBLESHOOTING } from './training/troubleshooting.ts';
import type { WorldTrainingItem } from './types.ts';

/** Everything the assistant of the demo may answer from. */
export const TRAINING: readonly WorldTrainingItem[] = [
  ...MACHINE_FACTS,
  ...SERVICE_FACTS,
  ...ORDERING_FACTS,
  ...TROUBLESHOOTING,
  ...SELLING_ANSWERS,
  ...EMAIL_MODELS,
  ...CALL_EXCERPTS,
];
