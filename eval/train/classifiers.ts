/** `npm run train-classifiers -- --data <folder> [sentiment|reviews|intent|urgency …]`: trains the classifiers of `server/language/classifiers/weights`, the same weights each time. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FEELINGS, INTENT_LABELS, REVIEW_LABELS, URGENCIES } from '#server/language/classifiers/labels.ts';
import { reviewFeaturesOf } from '#server/language/classifiers/text-features.ts';
import { createDatasets } from '../datasets.ts';
import { intentTraining, reviewTraining, sentimentTraining, urgencyTraining } from './classifier-data.ts';
import { modelFile, trainLinearModel } from './linear-model.ts';

const { values, positionals } = parseArgs({ options: { data: { type: 'string' } }, allowPositionals: true });
if (!values.data) throw new Error('Name the folder of the data sets: --data <folder>.');

const datasets = createDatasets(values.data);
const TASKS = [
  { name: 'sentiment', labels: FEELINGS, texts: sentimentTraining, options: { buckets: 2 ** 18, epochs: 4, learningRate: 0.3 } },
  {
    name: 'reviews',
    labels: REVIEW_LABELS,
    texts: reviewTraining,
    options: { buckets: 2 ** 16, epochs: 4, learningRate: 0.05, features: reviewFeaturesOf },
  },
  { name: 'intent', labels: INTENT_LABELS, texts: intentTraining, options: { buckets: 2 ** 16, epochs: 12, learningRate: 0.3 } },
  { name: 'urgency', labels: URGENCIES, texts: urgencyTraining, options: { buckets: 2 ** 16, epochs: 4, learningRate: 0.1 } },
] as const;

for (const { name, labels, texts, options } of TASKS) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const training = texts(datasets);
  const file = modelFile(trainLinearModel(training, labels, { ...options, decay: 1e-6, seed: 1 }));
  writeFileSync(new URL(`../../server/language/classifiers/weights/${name}.bin`, import.meta.url), file);
  process.stdout.write(`${name}: ${training.length} texts, ${file.length} bytes\n`);
}
