import { URGENCIES, type Urgency } from './classifiers/labels.ts';
import { readClassifier } from './classifiers/linear-classifier.ts';

const classifier = readClassifier(new URL('./classifiers/weights/urgency.bin', import.meta.url), URGENCIES);

/** How soon a message or a ticket needs somebody, by its words. */
export function urgencyOf(text: string): Urgency {
  const shares = classifier.classify(text);
  return URGENCIES[shares.indexOf(Math.max(...shares))] ?? 'medium';
}
