/**
 * `npm run train-search -- --data <folder>`: trains the word vectors and the ranking of the offline assistant from the public data sets in the folder and the
 * samples of the repository, and writes them to `server/language/retrieval/weights/`. The same data give the same weights.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCli } from '#server/cli/run-cli.ts';
import { TOPICS } from '#server/language/classifiers/labels.ts';
import { createClassifier } from '#server/language/classifiers/linear-classifier.ts';
import { readSentenceVectors, readWordVectors } from '#server/language/retrieval/word-vectors.ts';
import { createDatasets, readCompanies, spread } from '../datasets.ts';
import { modelFile } from './linear-model.ts';
import { trainRanking } from './train-ranking.ts';
import { trainTopic } from './train-topic.ts';
import { backgroundOf, trainVectors } from './train-vectors.ts';

await runCli(async (print) => {
  const { values } = parseArgs({ options: { data: { type: 'string' } } });
  if (!values.data) throw new Error('Name the folder of the data sets: npm run train-search -- --data <folder>');
  const datasets = createDatasets(values.data);
  const weights = new URL('../../server/language/retrieval/weights/', import.meta.url);

  // The ranking is fitted on sets that its vectors have not seen: on seen ones it would trust them too much.
  print('Vectors without the sets of the ranking…');
  const none = { banking: false, companies: false };
  const all = { banking: true, companies: true };
  const unseen = join(tmpdir(), `callboard-vectors-${process.pid}.bin`);
  writeFileSync(unseen, trainVectors(values.data, datasets, none, print).toFile());
  print('Ranking…');
  // Questions to somebody else entirely have no answer in any company's knowledge.
  const strangers = [
    ...datasets.clincOutOfScope('val'),
    ...[...spread(datasets.clincTest(), 1), ...spread(datasets.banking('train'), 2)].map(({ text }) => text),
  ].map((text) => ({ text, items: [] }));
  const companies = readCompanies();
  const vectors = readWordVectors(unseen);
  const unseenBackground = join(tmpdir(), `callboard-background-${process.pid}.bin`);
  writeFileSync(unseenBackground, backgroundOf(vectors, datasets));
  const background = readSentenceVectors(unseenBackground, vectors.dimensions);
  const topic = trainTopic(datasets, none);
  const ranking = trainRanking(
    [
      // One bank with many alike questions says less than eight companies.
      { ...datasets.bankingSet(20), weight: 0.3 },
      ...companies.map((set) => ({ ...set, weight: 1 })),
      ...companies.map((set) => ({ ...set, questions: strangers.filter((_, at) => at % 3 === 0), weight: 0.6 })),
    ],
    { vectors, background, topic: createClassifier(TOPICS, topic.header, topic.weights) },
  );
  writeFileSync(new URL('ranking.json', weights), `${JSON.stringify(ranking, null, 1)}\n`);
  writeFileSync(new URL('topic.bin', weights), modelFile(trainTopic(datasets, all)));
  print('Vectors…');
  writeFileSync(new URL('words.bin', weights), trainVectors(values.data, datasets, all, print).toFile());
  writeFileSync(new URL('background.bin', weights), backgroundOf(readWordVectors(new URL('words.bin', weights)), datasets));
});
